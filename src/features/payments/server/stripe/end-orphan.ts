import { findPlatform } from '#features/organization/server/public.ts';
import type { PublicContext } from '#server/context.ts';
import type { StripePayments } from '#server/integrations/stripe/stripe-payments.ts';
import { tellOperator } from '../tell-operator.ts';
import type { News } from './read-news.ts';

/**
 * Ends a subscription at Stripe that this hub had made for an organization that is not here any more, such as on a page that
 * was left open when it was deleted, and tells the operator, once for each. What another hub made is left alone.
 * @throws AppError upstream_failed, upon which Stripe sends the event again
 */
export async function endOrphan(
  context: PublicContext,
  stripe: StripePayments,
  { organizationId, hubId, subscription, fee }: News,
): Promise<void> {
  const made = subscription ?? fee;
  if (!made) return;
  const isOurs = await context.database.asPlatform('a payment for nobody is told', async (platform) => {
    if ((await findPlatform(platform)).id !== hubId) return false;
    const what = subscription
      ? 'A subscription was set up by card for an organization that is not here any more. It is ended at Stripe.'
      : 'A setup fee was paid by card for an organization that is not here any more.';
    await tellOperator(platform, context.services.clock.now(), {
      tenantId: organizationId,
      key: `billing:orphan:${made.id}`,
      words: () => ({
        title: 'A card payment for a deleted organization needs a look',
        text: `${what} If it was charged, give the money back at Stripe: ${made.id}`,
      }),
    });
    return true;
  });
  if (isOurs && subscription && subscription.state !== 'ended') await stripe.cancel(subscription.id);
}
