import { describe, expect, it } from 'vitest';
import { goesOn } from './takes-mail.ts';

const paidUntil = new Date('2026-03-01T00:00:00Z');
const trialUntil = new Date('2026-01-01T00:00:00Z');
const daysAfter = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);

describe('mail after an account has ended', () => {
  it('is stored for as long as the account is active', () => {
    const account = {
      status: 'active' as const,
      trialEndsAt: trialUntil,
      paymentExpectedUntil: null,
      currentPeriodEnd: paidUntil,
    };
    expect(goesOn(account, daysAfter(paidUntil, 400))).toBe(true);
  });

  it.each(['suspended', 'cancelled'] as const)(
    'is stored for 30 days from the end of what was paid for: %s',
    (status) => {
      const account = {
        status,
        trialEndsAt: trialUntil,
        paymentExpectedUntil: null,
        currentPeriodEnd: paidUntil,
      };
      expect(goesOn(account, daysAfter(paidUntil, 29.99))).toBe(true);
      expect(goesOn(account, daysAfter(paidUntil, 30))).toBe(false);
    },
  );

  it('counts from the day on which a first payment that was under way should have come in', () => {
    const account = {
      status: 'trial' as const,
      trialEndsAt: trialUntil,
      paymentExpectedUntil: daysAfter(trialUntil, 7),
      currentPeriodEnd: null,
    };
    expect(goesOn(account, daysAfter(trialUntil, 36.99))).toBe(true);
    expect(goesOn(account, daysAfter(trialUntil, 37))).toBe(false);
  });

  it('counts from the end of the trial where nothing was paid for', () => {
    for (const status of ['trial', 'cancelled'] as const) {
      const account = { status, trialEndsAt: trialUntil, paymentExpectedUntil: null, currentPeriodEnd: null };
      expect(goesOn(account, daysAfter(trialUntil, 29.99))).toBe(true);
      expect(goesOn(account, daysAfter(trialUntil, 30))).toBe(false);
    }
  });
});
