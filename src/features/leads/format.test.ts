import { describe, expect, it } from 'vitest';
import { durationAndPeriod, lastActivity, leadName, leadSubtitle } from './format.ts';

describe('texts of a lead', () => {
  it('fall back where something is missing', () => {
    expect(leadName({ name: null })).toBe('Unknown');
    expect(leadName({ name: '  ' })).toBe('Unknown');
    expect(leadSubtitle({ company: null, contact_email: null })).toBe(
      'View detailed information for this contact',
    );
    expect(leadSubtitle({ company: 'Acme', contact_email: 'a@acme.test' })).toBe(
      'View detailed information for Acme • a@acme.test',
    );
  });
  it('put the period in brackets only beside a duration', () => {
    expect(durationAndPeriod({ duration: '6 weeks', period: 'from March' })).toBe('6 weeks (from March)');
    expect(durationAndPeriod({ duration: null, period: 'from March' })).toBe('from March');
    expect(durationAndPeriod({ duration: null, period: null })).toBeNull();
  });
  it('count a message as activity when it is newer than the last change', () => {
    const updated_at = '2026-02-03T00:00:00.000Z';
    expect(lastActivity({ updated_at, last_message_at: null })).toBe(updated_at);
    expect(lastActivity({ updated_at, last_message_at: '2026-02-04T00:00:00.000Z' })).toBe(
      '2026-02-04T00:00:00.000Z',
    );
  });
});
