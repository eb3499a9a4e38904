import type { SubscriptionStatus } from '#features/billing/contract.ts';

/** Steps of telling people that a period ends or a payment is missing, in their order. */
export const noticeSteps = ['week_before', 'day_before', 'ended', 'payment_failed'] as const;
export type NoticeStep = (typeof noticeSteps)[number];

const dayMs = 86_400_000;

/** Days before the end of a period on which its people are told. */
export const noticeDays = { week_before: 7, day_before: 1, ended: 0 } as const;

/** What of a subscription decides which notice is due. */
export interface Due {
  status: SubscriptionStatus;
  currentPeriodEnd: Date | null;
  trialEndsAt: Date | null;
  /** Until when a trial goes on after its end for a payment that is under way; null = none is. */
  paymentExpectedUntil: Date | null;
  pastDueSince: Date | null;
  /** An owner ended it: it ends then, and nobody is to pay. */
  endsAt: Date | null;
  /** A payment service charges by itself: there is nothing to remind of. */
  paysByItself: boolean;
}

export interface DueNotice {
  step: NoticeStep;
  /** What the notice is about: one for each step and this instant. */
  about: Date;
}

/** After so many days nobody needs to be told that a period has ended: it was told, or the hub was not running. */
export const staleDays = 30;

/**
 * The notice that is due at an instant, or null. Only the latest step counts: after a pause of the hub nobody gets three
 * mails at once.
 */
export function dueNotice(due: Due, now: Date): DueNotice | null {
  if (due.status === 'suspended' || due.status === 'cancelled') return null;
  if (due.pastDueSince) return { step: 'payment_failed', about: due.pastDueSince };
  const end = endOf(due, now);
  if (end === null || due.endsAt !== null) return null;
  // A first payment that has not come in is told; otherwise there is nothing to remind of.
  if (due.paysByItself && (due.status !== 'trial' || end > now)) return null;
  const days = (end.getTime() - now.getTime()) / dayMs;
  if (days <= -staleDays || days > noticeDays.week_before) return null;
  if (days <= noticeDays.ended) return { step: 'ended', about: end };
  return { step: days <= noticeDays.day_before ? 'day_before' : 'week_before', about: end };
}

/** The end that notices are about: that of a trial is put off by a payment that was under way, once that is over too. */
function endOf({ status, trialEndsAt, currentPeriodEnd, paymentExpectedUntil }: Due, now: Date): Date | null {
  if (status !== 'trial') return currentPeriodEnd;
  if (trialEndsAt === null || trialEndsAt > now) return trialEndsAt;
  if (paymentExpectedUntil === null || paymentExpectedUntil <= trialEndsAt) return trialEndsAt;
  return paymentExpectedUntil <= now ? paymentExpectedUntil : null;
}
