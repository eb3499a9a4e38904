import { lt } from 'drizzle-orm';
import { type Background, type BackgroundContext, repeated } from '#server/background.ts';
import { stripeEvents } from '../tables.ts';
import { endPeriods } from './end-periods.ts';
import { settleStripe } from './settle-stripe.ts';
import { tellDue } from './tell-due.ts';

const lookMs = 60_000;
const dayMs = 86_400_000;
/** Stripe sends an event again for days; its id is kept for longer than that. */
const eventDays = 30;

/**
 * Looks after subscriptions: periods that end, what owners are told of it, and, in rounds of its own that nothing else
 * waits for, what Stripe must know.
 */
export function tendBilling(context: BackgroundContext): Background {
  let settledTo: string | null = null;
  const parts = [
    repeated(context, { everyMs: lookMs, failed: 'subscriptions could not be looked after' }, () =>
      tend(context),
    ),
    repeated(context, { everyMs: lookMs, failed: 'Stripe could not be told what changed' }, async () => {
      settledTo = await settleStripe(context, settledTo);
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

/** One round of what needs nobody else. */
export async function tend(context: BackgroundContext): Promise<void> {
  await endPeriods(context);
  await tellDue(context);
  const old = new Date(context.services.clock.now().getTime() - eventDays * dayMs);
  await context.database.asPlatform('ids of old events of Stripe are forgotten', (tx) =>
    tx.db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, old)),
  );
}
