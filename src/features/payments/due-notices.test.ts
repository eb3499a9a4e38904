import { describe, expect, it } from 'vitest';
import { type Due, dueNotice } from './due-notices.ts';

const end = new Date('2026-06-15T00:00:00Z');
const dayMs = 86_400_000;
const trial: Due = {
  status: 'trial',
  trialEndsAt: end,
  paymentExpectedUntil: null,
  currentPeriodEnd: end,
  pastDueSince: null,
  endsAt: null,
  paysByItself: false,
};
const active: Due = { ...trial, status: 'active', trialEndsAt: null };

function at(daysBefore: number): Date {
  return new Date(end.getTime() - daysBefore * dayMs);
}

describe('the notice that is due', () => {
  it.each([
    [8, null],
    [7, 'week_before'],
    [1.01, 'week_before'],
    [1, 'day_before'],
    [0.01, 'day_before'],
    [0, 'ended'],
    [-29, 'ended'],
    [-31, null],
  ])('is, %s days before the end, %s', (days, step) => {
    for (const due of [trial, active]) expect(dueNotice(due, at(days))?.step ?? null).toBe(step);
  });

  it('is about the end itself, so that a new period has its own notices', () => {
    expect(dueNotice(active, at(1))).toEqual({ step: 'day_before', about: end });
  });

  it('is none for who pays by itself, is suspended or cancelled, or has no end', () => {
    expect(dueNotice({ ...active, paysByItself: true }, at(0))).toBeNull();
    expect(dueNotice({ ...active, status: 'suspended' }, at(0))).toBeNull();
    expect(dueNotice({ ...active, status: 'cancelled' }, at(0))).toBeNull();
    expect(dueNotice({ ...active, currentPeriodEnd: null }, at(0))).toBeNull();
  });

  it('is none where an owner ended the subscription: nobody is to pay', () => {
    for (const due of [trial, active]) expect(dueNotice({ ...due, endsAt: end }, at(1))).toBeNull();
  });

  it('waits for a first payment that is under way, and is about the day on which that has not come in', () => {
    for (const paysByItself of [true, false]) {
      const late = { ...trial, paysByItself, paymentExpectedUntil: at(-7) };
      expect(dueNotice(late, at(-0.5))).toBeNull();
      expect(dueNotice(late, at(-6.9))).toBeNull();
      expect(dueNotice(late, at(-7))).toEqual({ step: 'ended', about: at(-7) });
    }
    expect(dueNotice({ ...trial, paysByItself: true }, at(1))).toBeNull();
  });

  it('is about a payment that failed, also for who pays by itself', () => {
    const failed = { ...active, pastDueSince: at(2), paysByItself: true };
    expect(dueNotice(failed, at(1))).toEqual({ step: 'payment_failed', about: at(2) });
    const first = { ...trial, pastDueSince: at(2), paysByItself: true };
    expect(dueNotice(first, at(1))).toEqual({ step: 'payment_failed', about: at(2) });
  });
});
