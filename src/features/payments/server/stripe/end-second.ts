import type { PublicContext } from '#server/context.ts';
import { GoneAtStripe } from '#server/integrations/stripe/gone-at-stripe.ts';
import type { StripePayments } from '#server/integrations/stripe/stripe-payments.ts';
import type { News } from './read-news.ts';
import { tellUnused } from './tell-unused.ts';

/**
 * Ends a subscription at Stripe that came while another one is held, so that nobody pays twice, and tells the operator.
 * The event counts as taken only afterwards: where this fails, Stripe sends it again. Answers whether the held one is
 * over at Stripe, so that the news are about the one that follows it.
 * @throws AppError upstream_failed
 */
export async function endSecond(
  context: PublicContext,
  stripe: StripePayments,
  { heldId, news }: { heldId: string | null; news: News },
): Promise<boolean> {
  const { organizationId, subscription } = news;
  if (!subscription || heldId === null || heldId === subscription.id) return false;
  if (subscription.state === 'ended' || subscription.state === 'unfinished') return false;
  if (await isOver(stripe, heldId)) return true;
  const now = context.services.clock.now();
  await context.database.asPlatform('a second subscription is told to the operator', (platform) =>
    tellUnused(platform, now, {
      tenantId: organizationId,
      subscriptionId: subscription.id,
      what: 'was set up by card while another one runs. It is ended at Stripe and the first one goes on',
    }),
  );
  await stripe.cancel(subscription.id);
  return false;
}

async function isOver(stripe: StripePayments, id: string): Promise<boolean> {
  try {
    return (await stripe.readSubscription(id)).state === 'ended';
  } catch (error) {
    if (error instanceof GoneAtStripe) return true;
    throw error;
  }
}
