import { eq } from 'drizzle-orm';
import {
  type HeldSubscription,
  isRunning,
  modulesGoingOn,
  modulesOf,
} from '#features/billing/server/public.ts';
import { subscriptions } from '#features/billing/server/tables.ts';
import type { BillingAccount, BillingCycle } from '#features/payments/contract.ts';
import { periodCents } from '#features/payments/invoice-lines.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import { overdueOf } from './overdue.ts';

/** What the next period of a subscription is, and what is the matter with the present one. */
export function outlookOf(
  {
    subscription,
    modules,
  }: { subscription: HeldSubscription['subscription'] | null } & Pick<HeldSubscription, 'modules'>,
  now: Date,
): Omit<BillingAccount, 'paysBy' | 'paysByItself'> {
  const overdue = subscription ? overdueOf(subscription, now) : null;
  return {
    endingModules: modules.flatMap((row) =>
      row.endsAt !== null && isRunning(row, now)
        ? [{ moduleType: row.moduleType, endsAt: row.endsAt.toISOString() }]
        : [],
    ),
    nextBillingCycle: subscription?.nextBillingCycle ?? null,
    nextPeriodCents: subscription ? nextPeriodCents({ subscription, modules }, now) : 0,
    stateReason: subscription?.stateReason ?? null,
    endsAt: subscription?.endsAt?.toISOString() ?? null,
    paymentExpectedUntil:
      subscription?.status === 'trial' ? (subscription.paymentExpectedUntil?.toISOString() ?? null) : null,
    overdue: overdue && { since: overdue.since.toISOString(), problem: overdue.problem },
  };
}

/** What the next period costs, US cents: the modules that go on, in the cycle that begins then unless another is asked about. */
export function nextPeriodCents(
  { subscription, modules }: HeldSubscription,
  now: Date,
  cycle: BillingCycle = nextCycle(subscription),
): number {
  return periodCents(modulesGoingOn(modules, now), cycle);
}

/** The cycle of the next period. */
export function nextCycle({
  billingCycle,
  nextBillingCycle,
}: HeldSubscription['subscription']): BillingCycle {
  return nextBillingCycle ?? billingCycle;
}

/** A subscription with its modules, not locked; null where there is none. */
export async function readSubscription(tx: Transaction) {
  const [subscription] = await tx.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, tx.organizationId));
  return { subscription: subscription ?? null, modules: await modulesOf(tx) };
}

export function readAccount(context: Context): Promise<BillingAccount> {
  return context.tx(async (tx) => {
    const found = await readSubscription(tx);
    return {
      paysBy: context.services.stripe ? 'stripe' : 'operator',
      paysByItself: Boolean(found.subscription?.stripeSubscriptionId),
      ...outlookOf(found, context.services.clock.now()),
    };
  });
}
