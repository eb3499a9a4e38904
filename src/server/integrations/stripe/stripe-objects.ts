import type { Stripe } from 'stripe';

/** Key under which everything that we make at Stripe carries its organization. */
export const organizationKey = 'organization_id';
/** Under it, the platform organization of the hub that made it: several hubs may share one account. */
export const hubKey = 'hub_id';
export const purposeKey = 'purpose';
/** Under it, when the page was opened on which a subscription was set up: ISO 8601. */
export const openedKey = 'opened_at';

/** A Checkout Session, as far as it matters here. */
export interface PaidCheckout {
  id: string;
  organizationId: string | null;
  hubId: string | null;
  purpose: string | null;
  /** It can still be paid. */
  isOpen: boolean;
  paid: boolean;
  customerId: string | null;
  subscriptionId: string | null;
}

/** `waiting`: nothing is charged before the period ends; `unfinished`: the first payment is still being made. */
export type PayingState = 'paying' | 'waiting' | 'overdue' | 'ended' | 'unfinished';

export interface StripeSubscription {
  id: string;
  organizationId: string | null;
  /** The hub that made it; null where that is not known. */
  hubId: string | null;
  customerId: string;
  state: PayingState;
  /** Nothing is charged: invoices are made and made void. */
  isPaused: boolean;
  /** It ends with its period, or on a day that was set at Stripe. */
  isEnding: boolean;
  /** When the page was opened on which it was set up; null where that is not known. */
  openedAt: Date | null;
  /** It began with days on which nothing was charged, so that being active alone does not say that anything was paid. */
  hadTrial: boolean;
  /** End of the period that runs. */
  periodEnd: Date | null;
  /** The one item whose price is the monthly or yearly total. */
  item: { id: string; productId: string; amountCents: number | null; interval: string | null } | null;
}

export interface StripeInvoice {
  id: string;
  organizationId: string | null;
  subscriptionId: string | null;
  paid: boolean;
  totalCents: number;
  currency: string;
  lines: { description: string; amountCents: number; start: Date; end: Date }[];
}

export function checkoutOf(session: Stripe.Checkout.Session): PaidCheckout {
  return {
    id: session.id,
    organizationId: session.metadata?.[organizationKey] ?? null,
    hubId: session.metadata?.[hubKey] ?? null,
    purpose: session.metadata?.[purposeKey] ?? null,
    isOpen: session.status === 'open',
    paid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
  };
}

/** The states of https://docs.stripe.com/billing/subscriptions/overview, "Subscription statuses". */
const states: Readonly<Record<string, PayingState>> = {
  trialing: 'waiting',
  active: 'paying',
  past_due: 'overdue',
  unpaid: 'overdue',
  paused: 'overdue',
  canceled: 'ended',
  incomplete_expired: 'ended',
  incomplete: 'unfinished',
};

export function subscriptionOf(subscription: Stripe.Subscription): StripeSubscription {
  const item = subscription.items.data[0];
  return {
    id: subscription.id,
    organizationId: subscription.metadata[organizationKey] ?? null,
    hubId: subscription.metadata[hubKey] ?? null,
    customerId: idOf(subscription.customer) ?? '',
    state: states[subscription.status] ?? 'unfinished',
    isPaused: subscription.pause_collection !== null,
    isEnding: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    openedAt: instantOf(subscription.metadata[openedKey]),
    hadTrial: subscription.trial_end !== null,
    periodEnd: item ? new Date(item.current_period_end * 1000) : null,
    item: item
      ? {
          id: item.id,
          productId: idOf(item.price.product) ?? '',
          amountCents: item.price.unit_amount,
          interval: item.price.recurring?.interval ?? null,
        }
      : null,
  };
}

export function invoiceOf(invoice: Stripe.Invoice): StripeInvoice {
  const parent = invoice.parent?.subscription_details ?? null;
  return {
    id: invoice.id,
    organizationId: parent?.metadata?.[organizationKey] ?? null,
    subscriptionId: idOf(parent?.subscription ?? null),
    paid: invoice.status === 'paid',
    totalCents: invoice.total,
    currency: invoice.currency.toUpperCase(),
    lines: invoice.lines.data.map((line) => ({
      description: line.description ?? 'AI Hub subscription',
      amountCents: line.amount,
      start: new Date(line.period.start * 1000),
      end: new Date(line.period.end * 1000),
    })),
  };
}

function instantOf(text: string | undefined): Date | null {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A reference comes as an id, or whole where it was asked for. */
export function idOf(reference: string | { id: string } | null): string | null {
  return reference === null || typeof reference === 'string' ? reference : reference.id;
}
