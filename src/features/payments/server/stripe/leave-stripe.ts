import type { BackgroundContext } from '#server/background.ts';
import { GoneAtStripe } from '#server/integrations/stripe/gone-at-stripe.ts';
import type { StripePayments } from '#server/integrations/stripe/stripe-payments.ts';
import { AppError } from '#shared/errors.ts';
import { readSubscription } from '../account.ts';
import { tellOperator } from '../tell-operator.ts';
import { settleOne } from '../tending/settle-stripe.ts';

type Work = Pick<BackgroundContext, 'database' | 'services'>;

/**
 * Refuses to delete an organization that Stripe would go on charging because nobody here can reach Stripe, and tells the
 * operator once. @throws AppError not_configured
 */
export async function refuseWithoutStripe(
  { database, services }: Work,
  organizationId: string,
): Promise<void> {
  if (services.stripe) return;
  const { subscription } = await database.forOrganization(organizationId).tx(readSubscription);
  const id = subscription?.stripeSubscriptionId ?? null;
  if (id === null) return;
  await database.asPlatform('the operator is told that a deletion waits', (platform) =>
    tellOperator(platform, services.clock.now(), {
      tenantId: organizationId,
      key: `deletion:without-stripe:${id}`,
      words: (name) => ({
        title: `The deletion of ${name} waits`,
        text: `Stripe charges ${name} for ${id}, and this installation has no keys for Stripe any more, so that it cannot end that. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET again, and the deletion goes on within minutes.`,
      }),
    }),
  );
  throw new AppError(
    'not_configured',
    'A subscription at Stripe cannot be ended: there are no keys for Stripe.',
  );
}

/**
 * Ends at Stripe what could still charge an organization that is being deleted: the page that was opened last, and the
 * subscription, also one that was set up on that page just now. @throws AppError upstream_failed
 */
export async function leaveStripe(work: Work, organizationId: string): Promise<void> {
  const { database, services } = work;
  const { subscription } = await database.forOrganization(organizationId).tx(readSubscription);
  const page = subscription?.stripeCheckoutId ?? null;
  if (services.stripe && page !== null) await closePage(services.stripe, page);
  await settleOne(work, organizationId);
}

async function closePage(stripe: StripePayments, id: string): Promise<void> {
  try {
    const { isOpen, subscriptionId } = await stripe.readCheckout(id);
    if (isOpen) await stripe.expire(id);
    if (subscriptionId !== null) await stripe.cancel(subscriptionId);
  } catch (error) {
    if (!(error instanceof GoneAtStripe)) throw error;
  }
}
