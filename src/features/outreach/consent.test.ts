import { describe, expect, it } from 'vitest';
import { consentBasis, judgeConsent, rulesOf } from './consent.ts';

describe('whether a prospect may be written to', () => {
  it('asks for consent in Australia and takes a bought list for none', () => {
    expect(judgeConsent('AU', null).state).toBe('needs_basis');
    expect(judgeConsent('AU', 'express').state).toBe('sendable');
    expect(judgeConsent('AU', 'existing_relationship').state).toBe('sendable');
    expect(judgeConsent('AU', 'published_address')).toMatchObject({
      state: 'sendable',
      source: 'Spam Act 2003 (Cth), schedule 2, clause 4',
    });
    expect(judgeConsent('AU', 'corporate_subscriber').state).toBe('needs_basis');
    expect(judgeConsent('AU', 'purchased_list').state).toBe('blocked');
  });
  it('asks for nothing beforehand in the United States', () => {
    for (const basis of [null, ...consentBasis.options])
      expect(judgeConsent('US', basis).state).toBe('sendable');
  });
  it('tells companies from sole traders in the United Kingdom', () => {
    expect(judgeConsent('GB', null).state).toBe('needs_basis');
    expect(judgeConsent('GB', 'published_address').state).toBe('needs_basis');
    expect(judgeConsent('GB', 'corporate_subscriber').state).toBe('sendable');
  });
  it('is off in the European Union until consent or a customer relationship is recorded', () => {
    expect(judgeConsent('DE', null).state).toBe('blocked');
    expect(judgeConsent('FR', 'corporate_subscriber').state).toBe('blocked');
    expect(judgeConsent('IE', 'express').state).toBe('sendable');
    expect(judgeConsent('ES', 'existing_relationship').state).toBe('sendable');
  });
  it('asks for a basis where the country or its rules are not known', () => {
    expect(judgeConsent(null, null).state).toBe('needs_basis');
    expect(judgeConsent('NZ', 'published_address').state).toBe('needs_basis');
    expect(judgeConsent('NZ', 'express').state).toBe('sendable');
  });
  it('says why and by which rule, for every country and basis', () => {
    for (const country of ['AU', 'US', 'GB', 'DE', 'JP', null]) {
      for (const basis of [null, ...consentBasis.options]) {
        const { reason, source } = judgeConsent(country, basis);
        expect(reason).toMatch(/^[A-Z].*\.$/);
        expect(source).not.toBe('');
      }
      expect(rulesOf(country).name).not.toBe('');
    }
  });
});
