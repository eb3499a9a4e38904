import type { StripeEvent } from '#server/integrations/stripe/signed-event.ts';
import type { StripeInvoice, StripeSubscription } from '#server/integrations/stripe/stripe-objects.ts';
import type { StripePayments } from '#server/integrations/stripe/stripe-payments.ts';
import type { StripeReversal } from '#server/integrations/stripe/stripe-reversals.ts';
import { isRowId } from '#shared/text.ts';

/** What an event is about, as the API tells it now. */
export interface News {
  organizationId: string;
  /** The hub that made it; null where that is not known. */
  hubId: string | null;
  /** A setup fee that was paid: the session in which. */
  fee: { id: string; customerId: string | null } | null;
  subscription: StripeSubscription | null;
  /** An invoice that was paid. */
  invoice: StripeInvoice | null;
  /** Refunds and disputes of what the payment service calls this. */
  reversed: { invoiceExternalId: string; reversals: StripeReversal[] } | null;
}

/** Null for an event that changes nothing here. */
export async function readNews(stripe: StripePayments, event: StripeEvent): Promise<News | null> {
  const { id, object } = event.data.object;
  if (id === undefined) return null;
  const about = await readAbout(stripe, event.type, object, id);
  const organizationId = about?.organizationId ?? null;
  return about && organizationId !== null && isRowId(organizationId) ? { ...about, organizationId } : null;
}

type About = Omit<News, 'organizationId'> & { organizationId: string | null };

async function readAbout(
  stripe: StripePayments,
  type: string,
  object: string,
  id: string,
): Promise<About | null> {
  const nothing = { hubId: null, fee: null, subscription: null, invoice: null, reversed: null };
  if (
    object === 'checkout.session' &&
    /^checkout\.session\.(completed|async_payment_succeeded)$/.test(type)
  ) {
    const session = await stripe.readCheckout(id);
    const { organizationId, customerId, subscriptionId } = session;
    const { hubId } = session;
    if (subscriptionId !== null)
      return {
        ...nothing,
        organizationId,
        hubId,
        subscription: await stripe.readSubscription(subscriptionId),
      };
    const fee = session.purpose === 'setup_fee' && session.paid ? { id: session.id, customerId } : null;
    return fee && { ...nothing, organizationId, hubId, fee };
  }
  if (object === 'subscription' && type.startsWith('customer.subscription.')) {
    const subscription = await stripe.readSubscription(id);
    const { organizationId, hubId } = subscription;
    return { ...nothing, organizationId, hubId, subscription };
  }
  if (object === 'invoice' && /^invoice\.(paid|payment_failed)$/.test(type)) {
    const invoice = await stripe.readInvoice(id);
    if (invoice.subscriptionId === null) return null;
    const subscription = await stripe.readSubscription(invoice.subscriptionId);
    const { organizationId, hubId } = subscription;
    return { ...nothing, organizationId, hubId, subscription, invoice: invoice.paid ? invoice : null };
  }
  const reversals = await readReversals(stripe, type, object, id);
  const paymentIntentId = reversals[0]?.paymentIntentId ?? null;
  const paid = paymentIntentId === null ? null : await stripe.paidFor(paymentIntentId);
  if (!paid) return null;
  const { organizationId, externalId } = paid;
  return { ...nothing, organizationId, reversed: { invoiceExternalId: externalId, reversals } };
}

/** Refunds come as themselves, and as the charge that they belong to from accounts with an API before 2024-10-28. */
async function readReversals(
  stripe: StripePayments,
  type: string,
  object: string,
  id: string,
): Promise<StripeReversal[]> {
  if (object === 'refund' && /^(charge\.)?refund\./.test(type)) return [await stripe.readRefund(id)];
  if (object === 'dispute' && type.startsWith('charge.dispute.')) return [await stripe.readDispute(id)];
  if (object === 'charge' && type === 'charge.refunded') return stripe.refundsOf(id);
  return [];
}
