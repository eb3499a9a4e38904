import { changeSubscription } from '#features/billing/server/public.ts';
import type { BackgroundContext } from '#server/background.ts';
import { readSubscription } from '../account.ts';
import { tellOperator } from '../tell-operator.ts';

/** A failure that is over within so many minutes is nobody's work. */
const minutesUntilTold = 15;
const actor = 'AI Hub';

/**
 * Remembers since when Stripe could not be told what to charge a tenant, where the operator reads it, and tells the
 * operator behind the bell when that lasts. Forgets it when Stripe was told.
 */
export async function noteProblem(
  { database, services }: Pick<BackgroundContext, 'database' | 'services'>,
  organizationId: string,
  failed: boolean,
): Promise<void> {
  const now = services.clock.now();
  const own = database.forOrganization(organizationId);
  const { subscription } = await own.tx(readSubscription);
  if (!subscription || (!failed && subscription.stripeProblemSince === null)) return;
  const since = failed ? (subscription.stripeProblemSince ?? now) : null;
  if (since?.getTime() !== subscription.stripeProblemSince?.getTime())
    await own.tx((tx) =>
      changeSubscription(tx, { now, actor }, () => ({ kind: null, fields: { stripeProblemSince: since } })),
    );
  if (since === null || now.getTime() - since.getTime() < minutesUntilTold * 60_000) return;
  const stopped = subscription.status === 'suspended' || subscription.status === 'cancelled';
  const risk = stopped
    ? `may be charged although it is ${subscription.status}`
    : 'may be charged another amount than agreed';
  await database.asPlatform('the operator is told that Stripe could not be told', (platform) =>
    tellOperator(platform, now, {
      tenantId: organizationId,
      key: `stripe-problem:${organizationId}:${since.toISOString()}`,
      words: (name) => ({
        title: `Stripe could not be told about ${name}`,
        text: `For ${minutesUntilTold} minutes Stripe has not taken what the hub tells it about ${name}, which ${risk}. It is tried again every minute. Look at Stripe whether its API works and the subscription is there: ${subscription.stripeSubscriptionId ?? ''}`,
      }),
    }),
  );
}
