import type { StripeReversal } from '#server/integrations/stripe/stripe-reversals.ts';
import { decimal } from '#shared/modules.ts';

interface ReversalWords {
  title: string;
  forOwners: string;
  forOperator: string;
}

/**
 * What owners and the operator are told of a refund or dispute; null for a refund that is still on its way. `number`:
 * the invoice that was paid, where it is known.
 */
export function reversalWords(
  { id, state, amountCents, currency, reason }: StripeReversal,
  number: string | null,
): ReversalWords | null {
  const payment = `the payment of ${currency} ${decimal(amountCents)}${number ? ` for invoice ${number}` : ''}`;
  const why = reason ? ` Reason given: ${reason.replaceAll('_', ' ')}.` : '';
  const atStripe = ` At Stripe it is ${id}.`;
  switch (state) {
    case 'pending':
      return null;
    case 'refunded':
      return {
        title: 'A payment was refunded',
        // https://docs.stripe.com/refunds: five to ten business days.
        forOwners: `${first(payment)} goes back to where it came from. Most banks show it within ten working days.${why} Nothing else changes.`,
        forOperator: `${first(payment)} was refunded.${why} The subscription goes on: suspend or cancel it if it should not.${atStripe}`,
      };
    case 'failed':
      return {
        title: 'A refund did not go through',
        forOwners: `The refund of ${payment} could not be paid out. Ask the operator of this platform to send it another way.`,
        forOperator: `The refund of ${payment} failed or was taken back. Pay it another way.${atStripe}`,
      };
    case 'disputed':
      return {
        title: 'A payment is disputed',
        forOwners: `Your bank questions ${payment}.${why} Nothing is switched off yet. If nobody of your company asked the bank for this, tell the bank and the operator of this platform.`,
        forOperator: `A bank questions ${payment}.${why} Answer at Stripe before its deadline, or the money is lost.${atStripe}`,
      };
    case 'won':
      return {
        title: 'A dispute has ended, and the payment stays',
        forOwners: `Your bank decided that ${payment} stays paid. Nothing changes.`,
        forOperator: `The bank decided that ${payment} stays with you.${atStripe}`,
      };
    case 'lost':
      return {
        title: 'A disputed payment was taken back',
        forOwners: `Your bank took back ${payment}, which is therefore not paid. The operator of this platform decides how the subscription goes on.`,
        forOperator: `The bank took back ${payment}. The subscription goes on: suspend or cancel it if it should not.${atStripe}`,
      };
    case 'closed':
      return {
        title: 'A dispute has ended without money moving',
        forOwners: `Your bank no longer questions ${payment}. Nothing changes.`,
        forOperator: `The bank no longer questions ${payment}.${atStripe}`,
      };
  }
}

function first(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
