import type { Stripe } from 'stripe';
import { idOf } from './stripe-objects.ts';

/**
 * What became of money that was paid. A refund is `pending` until it is `refunded` or has `failed`; a dispute is
 * `disputed` until it is `won`, `lost` or `closed` without money moving.
 */
export type ReversalState = 'pending' | 'refunded' | 'failed' | 'disputed' | 'won' | 'lost' | 'closed';

/** Money that goes back to a customer, or that a customer's bank asks back. */
export interface StripeReversal {
  id: string;
  kind: 'refund' | 'dispute';
  state: ReversalState;
  amountCents: number;
  /** Three capital letters. */
  currency: string;
  /** As Stripe names it, such as 'requested_by_customer' or 'fraudulent'; empty where it says none. */
  reason: string;
  at: Date;
  /** The payment that is taken back; null for payments of a kind that the hub does not make. */
  paymentIntentId: string | null;
}

/** What a payment was for: the invoice or page that the hub knows by this id. */
export interface PaidFor {
  organizationId: string | null;
  externalId: string;
}

/** https://docs.stripe.com/refunds, "Refund failures" and the statuses of https://docs.stripe.com/api/refunds/object */
const refundStates: Readonly<Record<string, ReversalState>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'refunded',
  failed: 'failed',
  canceled: 'failed',
};

export function refundOf(refund: Stripe.Refund): StripeReversal {
  return {
    id: refund.id,
    kind: 'refund',
    state: refundStates[refund.status ?? ''] ?? 'pending',
    amountCents: refund.amount,
    currency: refund.currency.toUpperCase(),
    reason: refund.reason ?? '',
    at: new Date(refund.created * 1000),
    paymentIntentId: idOf(refund.payment_intent),
  };
}

/** https://docs.stripe.com/api/disputes/object, "status"; a warning is an inquiry that may become a dispute. */
const disputeEnds: Readonly<Record<string, ReversalState>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
};

export function disputeOf(dispute: Stripe.Dispute): StripeReversal {
  return {
    id: dispute.id,
    kind: 'dispute',
    state: disputeEnds[dispute.status] ?? 'disputed',
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    at: new Date(dispute.created * 1000),
    paymentIntentId: idOf(dispute.payment_intent),
  };
}
