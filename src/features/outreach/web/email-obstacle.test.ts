import { describe, expect, it } from 'vitest';
import { judgeConsent } from '../consent.ts';
import { emailNotes } from './email-obstacle.ts';

const rules = {
  requireConsentBasis: false,
  paused: null,
  postalAddress: '1 Pier Street, Sydney',
  transport: 'tenant' as const,
};
const consent = { basis: 'express' as const, source: 'A form', recordedAt: '2026-02-03T00:00:00.000Z' };
const reached = {
  contactEmail: 'a@b.test',
  suppressed: false,
  consent,
  sending: judgeConsent('AU', 'express'),
};

describe('an email of a person', () => {
  it('has nothing in its way with an address and a basis', () => {
    expect(emailNotes(reached, rules)).toEqual([]);
  });

  it('may go without a basis, which is said', () => {
    const [note, ...rest] = emailNotes(
      { ...reached, consent: null, sending: judgeConsent('AU', null) },
      rules,
    );
    expect(rest).toEqual([]);
    expect(note).toMatchObject({ stops: false, remedy: null });
    expect(note?.text).toContain('No basis of consent is recorded.');
  });

  it('may not go without a basis where the organization asks for one, not even where the country does not', () => {
    for (const country of ['AU', 'US']) {
      const found = emailNotes(
        { ...reached, consent: null, sending: judgeConsent(country, null) },
        { ...rules, requireConsentBasis: true },
      );
      expect(found).toMatchObject([{ stops: true, remedy: 'record_basis' }]);
    }
  });

  it('may not go on a basis that the country forbids', () => {
    const bought = { ...consent, basis: 'purchased_list' as const };
    const found = emailNotes(
      { ...reached, consent: bought, sending: judgeConsent('AU', 'purchased_list') },
      rules,
    );
    expect(found).toMatchObject([{ stops: true, remedy: 'record_basis' }]);
  });

  it.each([
    [{ contactEmail: '' }, {}, 'add_address'],
    [{ suppressed: true }, {}, 'suppressions'],
    [{}, { postalAddress: ' ' }, 'mail_settings'],
    [{}, { paused: { at: '', by: 'Dana', reason: 'Too many came back.', byHub: false } }, null],
  ])('is stopped by what is missing: %o %o', (about, settings, remedy) => {
    expect(emailNotes({ ...reached, ...about }, { ...rules, ...settings })).toMatchObject([
      { stops: true, remedy },
    ]);
  });

  it('is not warned about when it cannot go anyway', () => {
    const found = emailNotes(
      { ...reached, contactEmail: '', consent: null, sending: judgeConsent('AU', null) },
      rules,
    );
    expect(found).toMatchObject([{ stops: true, remedy: 'add_address' }]);
  });

  it('needs no postal address where nothing leaves', () => {
    expect(emailNotes(reached, { ...rules, postalAddress: '', transport: 'outbox' })).toEqual([]);
  });

  it('is judged by what is known while the settings are not', () => {
    expect(emailNotes(reached, null)).toEqual([]);
  });
});
