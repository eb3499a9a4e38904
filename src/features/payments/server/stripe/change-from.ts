import type { SubscriptionChange, SubscriptionRow } from '#features/billing/server/public.ts';
import type { StripeInvoice, StripeSubscription } from '#server/integrations/stripe/stripe-objects.ts';
import { intervals } from './intervals.ts';
import type { News } from './read-news.ts';

const cardFailed = 'The payment by card failed. Stripe tries it again; another card may be needed.';
const endedThere = 'The subscription was ended at the payment service.';
const endedLeaving =
  'The subscription ended with what was paid for, because the organization is going to be deleted.';
export const endedByOwner = 'An owner ended the subscription.';

const hourMs = 3_600_000;
/** A bank debit takes up to six working days, in which Stripe calls the subscription active (https://docs.stripe.com/payments/sepa-debit). */
const daysForFirstPayment = 7;
/** Stripe gives up an incomplete subscription after 23 hours (https://docs.stripe.com/billing/subscriptions/overview). */
const hoursForIncomplete = 23;

/**
 * Until when a trial goes on whose first payment is under way: Stripe writes its invoice when the trial ends and takes
 * the money about an hour later, or days later from a bank account. Null where there is no trial.
 */
function graceAfter({ trialEndsAt }: SubscriptionRow): Date | null {
  return trialEndsAt && new Date(trialEndsAt.getTime() + daysForFirstPayment * 24 * hourMs);
}

/** For a payment that a person is still making: never longer than for one that is under way. */
function graceWhileIncomplete(held: SubscriptionRow, now: Date): Date | null {
  const latest = graceAfter(held);
  const soon = new Date(now.getTime() + hoursForIncomplete * hourMs);
  return latest && (soon < latest ? soon : latest);
}

/**
 * What is known beside what Stripe says: `stoppedAt` is when the subscription was cancelled that is cancelled now,
 * `isLeaving` whether the organization is going to be deleted, so that the hub lets it end at Stripe.
 */
interface Known {
  now: Date;
  stoppedAt: Date | null;
  isLeaving: boolean;
}

type Said = Pick<News, 'subscription' | 'fee' | 'invoice'>;

/**
 * What of a subscription changes by what Stripe says now. What the operator has suspended or cancelled stays so, unless
 * a new subscription is paid for whose page was opened after it was cancelled. While one subscription at Stripe is held,
 * another one changes nothing.
 */
export function changeFrom(held: SubscriptionRow, said: Said, known: Known): SubscriptionChange {
  const { subscription, fee } = said;
  if (!subscription)
    return fee?.customerId && fee.customerId !== held.stripeCustomerId
      ? { kind: null, fields: { stripeCustomerId: fee.customerId } }
      : { kind: null, fields: {} };
  if (held.stripeSubscriptionId !== null && held.stripeSubscriptionId !== subscription.id)
    return { kind: null, fields: {} };
  switch (subscription.state) {
    case 'unfinished':
      return {
        kind: null,
        fields: {
          stripeCustomerId: subscription.customerId,
          paymentExpectedUntil: graceWhileIncomplete(held, known.now),
        },
      };
    case 'ended':
      return ended(held, subscription, known);
    case 'overdue':
      return overdue(held, idsOf(subscription), known.now);
    case 'waiting':
    case 'paying':
      return going(held, { subscription, invoice: said.invoice }, known);
  }
}

interface Ids {
  stripeCustomerId: string;
  stripeSubscriptionId: string;
  stripeCheckoutId: null;
  stripePaused: boolean;
}

function idsOf({ id, customerId, isPaused }: StripeSubscription): Ids {
  return {
    stripeCustomerId: customerId,
    stripeSubscriptionId: id,
    stripeCheckoutId: null,
    stripePaused: isPaused,
  };
}

function ended(
  held: SubscriptionRow,
  { id, customerId }: StripeSubscription,
  { now, isLeaving }: Known,
): SubscriptionChange {
  if (held.stripeSubscriptionId !== id) return { kind: null, fields: { paymentExpectedUntil: null } };
  const fields = {
    stripeCustomerId: customerId,
    stripeSubscriptionId: null,
    stripePrice: null,
    stripePaused: false,
    stripeEnding: false,
    stripeProblemSince: null,
    paymentExpectedUntil: null,
    // Nothing of a trial is owed once nobody asks for it any more.
    ...(held.status === 'trial' ? { pastDueSince: null, paymentProblem: null } : {}),
  };
  if (held.status !== 'active') return { kind: null, fields };
  const paidOn = held.currentPeriodEnd !== null && held.currentPeriodEnd > now && held.pastDueSince === null;
  const note = held.endsAt !== null ? endedByOwner : isLeaving ? endedLeaving : endedThere;
  // What was paid for works until its end, and nobody asks for more.
  if (paidOn)
    return held.endsAt === null
      ? {
          kind: 'ending',
          fields: { ...fields, endsAt: held.currentPeriodEnd, stateReason: note },
          note,
        }
      : { kind: null, fields };
  return {
    kind: 'cancelled',
    fields: { ...fields, status: 'cancelled', stateReason: note, endsAt: null },
    note,
  };
}

/**
 * Whether it ends with its period, where that was changed at Stripe: in its customer portal people end a subscription,
 * and take that back. What was changed here and Stripe was not told yet stays.
 */
function endingOf(held: SubscriptionRow, { isEnding, periodEnd }: StripeSubscription, isLeaving: boolean) {
  if (isEnding === held.stripeEnding) return {};
  // The hub lets it end there with a deletion; where that is undone, it goes on.
  if (isEnding && isLeaving) return { stripeEnding: true };
  return { stripeEnding: isEnding, endsAt: isEnding ? (held.endsAt ?? periodEnd) : null };
}

function overdue(held: SubscriptionRow, known: Ids, now: Date): SubscriptionChange {
  if (held.pastDueSince !== null || held.status === 'cancelled')
    return { kind: null, fields: { ...known, paymentExpectedUntil: null } };
  return {
    kind: 'payment_failed',
    fields: { ...known, pastDueSince: now, paymentProblem: cardFailed, paymentExpectedUntil: null },
    note: cardFailed,
  };
}

/** Until when an invoice is paid. */
function endOf(invoice: StripeInvoice): Date | null {
  const ends = invoice.lines.map((line) => line.end.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/**
 * Stripe says that it goes on. That is no money: periods are active there before they are charged, and pass unpaid while
 * it is paused. What makes somebody active, and what a period counts by, is its paid invoice.
 */
function going(
  held: SubscriptionRow,
  { subscription, invoice }: { subscription: StripeSubscription; invoice: News['invoice'] },
  { stoppedAt, isLeaving }: Known,
): SubscriptionChange {
  const { id, customerId, state, item, isPaused, isEnding, openedAt } = subscription;
  const isNew = held.stripeSubscriptionId !== id;
  const isPaid = invoice !== null && invoice.totalCents > 0;
  const openedAfter = openedAt !== null && stoppedAt !== null && openedAt > stoppedAt;
  const comesBack = held.status === 'cancelled' && isNew && openedAfter;
  // Held while it is cancelled, it would be ended at Stripe.
  if (comesBack && !isPaid) return { kind: null, fields: { stripeCustomerId: customerId } };
  const runs = held.status === 'active' || held.status === 'suspended';
  const charged = runs && state === 'paying' && !isPaused;
  const counts = isPaid && (runs || held.status === 'trial' || comesBack);
  // A period without modules has an invoice over nothing.
  const end = invoice && (counts || charged) ? endOf(invoice) : null;
  const begun = end !== null && (held.currentPeriodEnd === null || end > held.currentPeriodEnd);
  const isSettled = counts || charged;
  const fields = {
    ...idsOf(subscription),
    // What stands at Stripe: where that is not what it should be, it is told again.
    stripePrice: item && `${item.amountCents} ${item.interval}`,
    ...(counts && held.status !== 'suspended' ? { status: 'active' as const, stateReason: null } : {}),
    ...endingOf(held, subscription, isLeaving),
    ...(begun ? { currentPeriodEnd: end } : {}),
    // Paid on although it was to end: it ends with what was paid for.
    ...(begun && held.endsAt !== null && isEnding ? { endsAt: end } : {}),
    // Within a period the cycle is ours to say: one that was chosen stands at Stripe already, one that was taken back still.
    ...(isNew || begun ? cycleOf(subscription) : {}),
    ...(isSettled ? { pastDueSince: null, paymentProblem: null } : {}),
    // Nothing is under way after a payment that failed, whatever it is called at Stripe meanwhile.
    paymentExpectedUntil: isSettled || isPaused || held.pastDueSince !== null ? null : graceAfter(held),
  };
  const waited = held.pastDueSince !== null || held.status === 'trial' || held.status === 'cancelled';
  return { kind: counts && (isNew || begun || waited) ? 'payment' : null, fields };
}

function cycleOf({ item }: StripeSubscription) {
  return {
    billingCycle: item?.interval === intervals.yearly ? ('yearly' as const) : ('monthly' as const),
    nextBillingCycle: null,
  };
}
