import { renewalMs, type SubscriptionRow, trialEndOf } from '#features/billing/server/public.ts';

/** What is said where no payment service said anything. */
const periodEnded = 'The paid period has ended and no payment was recorded.';
const firstMissing = 'The free trial has ended, and the first payment by card has not come in.';

/** Since when a subscription waits for a payment, and why; null where nothing is overdue. */
export function overdueOf(
  row: Pick<
    SubscriptionRow,
    | 'status'
    | 'currentPeriodEnd'
    | 'trialEndsAt'
    | 'paymentExpectedUntil'
    | 'pastDueSince'
    | 'paymentProblem'
    | 'stripePaused'
    | 'stripeSubscriptionId'
  >,
  now: Date,
): { since: Date; problem: string } | null {
  if (row.status !== 'active' && row.status !== 'trial') return null;
  if (row.pastDueSince) return { since: row.pastDueSince, problem: row.paymentProblem ?? periodEnded };
  // Whoever is not asked for a payment owes nothing.
  if (row.stripePaused) return null;
  const bySelf = row.stripeSubscriptionId !== null;
  if (row.status === 'trial') {
    const end = trialEndOf(row);
    // A trial that ends without a card owes nothing.
    return bySelf && end !== null && end <= now ? { since: end, problem: firstMissing } : null;
  }
  const end = row.currentPeriodEnd;
  if (end === null) return null;
  const dueAt = bySelf ? end.getTime() + renewalMs : end.getTime();
  return dueAt > now.getTime() ? null : { since: end, problem: periodEnded };
}
