import { and, gt, isNotNull } from 'drizzle-orm';
import { changeSubscription, type SubscriptionRow } from '#features/billing/server/public.ts';
import { subscriptions } from '#features/billing/server/tables.ts';
import type { BackgroundContext } from '#server/background.ts';
import { loggable } from '#server/http/errors.ts';
import { nextCycle, nextPeriodCents, readSubscription } from '../account.ts';
import { isLeaving } from '../is-leaving.ts';
import { intervals } from '../stripe/intervals.ts';
import { noteProblem } from './stripe-problem.ts';

/** Subscriptions at Stripe that are read at a time. */
const atOnce = 500;
/** After so many failures one after the other it is Stripe that does not answer, not a subscription. */
const failuresInRow = 3;
const firstId = '00000000-0000-0000-0000-000000000000';
const actor = 'AI Hub';

/**
 * Tells Stripe what the next period costs where that is no longer what it was told, stops its charges for whoever is
 * suspended, lets subscriptions of organizations that are going to be deleted end with what is paid for, and ends those
 * that were cancelled here. Compares instead of following changes, so that a call that failed is made again.
 * A Stripe that does not answer holds each call up for most of a minute: after some failures in a row the round ends.
 * @param goOnAfter what the round before answered
 * @returns the organization after which the next round goes on; null = it begins anew
 */
export async function settleStripe(
  { database, services, log }: BackgroundContext,
  goOnAfter: string | null = null,
): Promise<string | null> {
  const { stripe } = services;
  if (!stripe) return null;
  let failures = 0;
  for (let after = goOnAfter ?? firstId; ; ) {
    const from = after;
    const rows = await database.asPlatform('subscriptions at Stripe are compared', (tx) =>
      tx.db
        .select({ organizationId: subscriptions.organizationId })
        .from(subscriptions)
        .where(and(isNotNull(subscriptions.stripeSubscriptionId), gt(subscriptions.organizationId, from)))
        .orderBy(subscriptions.organizationId)
        .limit(atOnce),
    );
    for (const { organizationId } of rows) {
      let failed = false;
      try {
        await settleOne({ database, services }, organizationId);
      } catch (error) {
        failed = true;
        const words = 'Stripe could not be told what a subscription costs';
        log.warn({ err: loggable(error), organizationId }, words);
      }
      await noteProblem({ database, services }, organizationId, failed);
      failures = failed ? failures + 1 : 0;
      if (failures === failuresInRow) return organizationId;
    }
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return null;
    after = last.organizationId;
  }
}

/** Whether nobody is charged ever again: cancelled, or ended by an owner while the operator holds it suspended. */
function isOver({ status, endsAt }: SubscriptionRow, now: Date): boolean {
  return status === 'cancelled' || (status === 'suspended' && endsAt !== null && endsAt <= now);
}

/** One organization's turn. @throws AppError upstream_failed */
export async function settleOne(
  { database, services }: Pick<BackgroundContext, 'database' | 'services'>,
  organizationId: string,
): Promise<void> {
  const now = services.clock.now();
  const own = database.forOrganization(organizationId);
  const { subscription, modules, leaves } = await own.tx(async (tx) => ({
    ...(await readSubscription(tx)),
    leaves: await isLeaving(tx),
  }));
  const id = subscription?.stripeSubscriptionId;
  if (!services.stripe || !subscription || !id) return;
  const remember = (fields: Partial<SubscriptionRow>) =>
    own.tx((tx) =>
      changeSubscription(tx, { now, actor }, (held) =>
        held.subscription.stripeSubscriptionId === id ? { kind: null, fields } : null,
      ),
    );
  if (isOver(subscription, now)) {
    await services.stripe.cancel(id);
    await own.tx((tx) =>
      changeSubscription(tx, { now, actor }, (held) =>
        held.subscription.stripeSubscriptionId === id && isOver(held.subscription, now)
          ? { kind: null, fields: { stripeSubscriptionId: null, stripePrice: null } }
          : null,
      ),
    );
    return;
  }
  const amountCents = nextPeriodCents({ subscription, modules }, now);
  const interval = intervals[nextCycle(subscription)];
  const price = `${amountCents} ${interval}`;
  const ending = leaves || subscription.endsAt !== null;
  const paused = subscription.status === 'suspended';
  if (paused !== subscription.stripePaused) {
    await services.stripe.setPaused(id, paused);
    const { currentPeriodEnd } = subscription;
    // The period that runs at Stripe was not paid for, and might be a year: one that is paid for begins now.
    const anew = !paused && !ending && currentPeriodEnd !== null && currentPeriodEnd <= now;
    if (anew) await services.stripe.beginPeriod(id, { amountCents, interval, after: currentPeriodEnd });
    await remember({ stripePaused: paused });
  }
  if (ending !== subscription.stripeEnding) {
    await services.stripe.setEnding(id, ending);
    await remember({ stripeEnding: ending });
  }
  // Another interval would begin with days that cost nothing, and what is owed would not be asked for again.
  if (subscription.pastDueSince !== null) return;
  if (subscription.stripePrice === price) return;
  await services.stripe.setPrice(id, { amountCents, interval });
  await remember({ stripePrice: price });
}
