import { and, eq } from 'drizzle-orm';
import { subscriptions } from '#features/billing/server/tables.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { stripeWebhookApi } from '#features/payments/contract.ts';
import type { PublicContext } from '#server/context.ts';
import { type Bodies, signedOf } from '#server/http/route.ts';
import { GoneAtStripe } from '#server/integrations/stripe/gone-at-stripe.ts';
import type { StripeEvent } from '#server/integrations/stripe/signed-event.ts';
import type { StripePayments } from '#server/integrations/stripe/stripe-payments.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { stripeEvents } from '../tables.ts';
import { endOrphan } from './end-orphan.ts';
import { endSecond } from './end-second.ts';
import { type News, readNews } from './read-news.ts';
import { StaleNews, takeOver } from './take-over.ts';

type Event = (typeof stripeWebhookApi)['endpoints']['event'];

/** Events about one tenant that come in the same moment make each other read again; more often than that is a fault. */
const readsAgain = 10;

/**
 * Takes an event of Stripe (https://docs.stripe.com/webhooks). Events come more than once and in any order: each id has
 * its effect once, and what an event is about is read from the API, so that the last state wins whichever event told it.
 * @throws AppError not_configured, unauthenticated, invalid; upstream_failed, upon which Stripe sends it again
 */
export async function takeStripeEvent(
  context: PublicContext,
  input: Input<Event> & Bodies,
): Promise<Output<Event>> {
  const { stripe, clock } = context.services;
  if (!stripe)
    throw new AppError(
      'not_configured',
      'Payments by Stripe are not set up here, so that no event can be checked.',
    );
  const { bytes, headers } = signedOf(input);
  const signed = { bytes, header: headers['stripe-signature'], now: clock.now() };
  const { readSignedEvent } = await import('#server/integrations/stripe/signed-event.ts');
  const event = readSignedEvent(signed, stripe.webhookSecret);
  if (await wasTaken(context, event.id)) return { received: true };
  try {
    await takeNews(context, stripe, event);
  } catch (error) {
    if (!(error instanceof GoneAtStripe)) throw error;
    // Sent again, it would find as little.
    context.log.warn(about(event), 'an event of Stripe is about something that Stripe no longer knows');
  }
  return { received: true };
}

function about({ id, type }: StripeEvent) {
  return { event: id, type };
}

async function takeNews(context: PublicContext, stripe: StripePayments, event: StripeEvent): Promise<void> {
  for (let left = readsAgain; ; left -= 1) {
    const first = await readNews(stripe, event);
    if (!first) return;
    const held = await heldOf(context, first);
    if (held === null) {
      context.log.warn(about(event), 'an event of Stripe is about no tenant of ours');
      await endOrphan(context, stripe, first);
      return;
    }
    const { heldId, revision } = held;
    const heldIsOver = await endSecond(context, stripe, { heldId, news: first });
    const news = await readNews(stripe, event);
    if (!news) return;
    try {
      await takeOver(context, { eventId: event.id, revision, news, heldIsOver });
      return;
    } catch (error) {
      if (!(error instanceof StaleNews) || left === 0) throw error;
    }
  }
}

async function wasTaken(context: PublicContext, eventId: string): Promise<boolean> {
  const [row] = await context.database
    .readAsPlatform('an event of Stripe that was taken is not taken again')
    .select({ eventId: stripeEvents.eventId })
    .from(stripeEvents)
    .where(eq(stripeEvents.eventId, eventId));
  return row !== undefined;
}

/** What is held of Stripe's, and how often it was taken over; null where there is no such tenant. */
async function heldOf(
  context: PublicContext,
  { organizationId }: News,
): Promise<{ heldId: string | null; revision: number } | null> {
  const [row] = await context.database
    .readAsPlatform('an event of Stripe names the organization that it is for')
    .select({ heldId: subscriptions.stripeSubscriptionId, revision: subscriptions.stripeRevision })
    .from(subscriptions)
    .innerJoin(
      organizations,
      and(eq(organizations.id, subscriptions.organizationId), eq(organizations.isPlatform, false)),
    )
    .where(eq(subscriptions.organizationId, organizationId));
  return row ?? null;
}
