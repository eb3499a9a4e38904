import { and, eq, isNotNull, lte, ne, or } from 'drizzle-orm';
import { changeSubscription, type SubscriptionChange } from '#features/billing/server/public.ts';
import { subscriptionModules, subscriptions } from '#features/billing/server/tables.ts';
import type { BackgroundContext } from '#server/background.ts';
import { loggable } from '#server/http/errors.ts';
import { endedByOwner } from '../stripe/change-from.ts';
import { isUncharged, type ModuleRow, tellUncharged } from './uncharged-modules.ts';

/** Subscriptions that one round looks at. */
const atOnce = 500;
const actor = 'AI Hub';

/**
 * What ends with a period: a subscription that its owner ended, modules that were removed, and the cycle before the one
 * that was chosen. Both count from
 * their instant by themselves; this writes it into the history.
 */
export async function endPeriods({
  database,
  services,
  log,
}: Pick<BackgroundContext, 'database' | 'services' | 'log'>): Promise<void> {
  const now = services.clock.now();
  const due = await database.asPlatform('periods that have ended are looked for', (tx) =>
    tx.db
      .selectDistinct({ organizationId: subscriptions.organizationId })
      .from(subscriptions)
      .leftJoin(
        subscriptionModules,
        and(
          eq(subscriptionModules.organizationId, subscriptions.organizationId),
          eq(subscriptionModules.isActive, true),
        ),
      )
      .where(
        or(
          lte(subscriptionModules.endsAt, now),
          and(lte(subscriptions.endsAt, now), ne(subscriptions.status, 'suspended')),
          and(isNotNull(subscriptions.nextBillingCycle), lte(subscriptions.currentPeriodEnd, now)),
        ),
      )
      .orderBy(subscriptions.organizationId)
      .limit(atOnce),
  );
  for (const { organizationId } of due) {
    try {
      await endOne({ database, now }, organizationId);
    } catch (error) {
      log.warn({ err: loggable(error), organizationId }, 'a period could not be ended');
    }
  }
}

/** What an owner's wish comes to in the end, or what was ended at the payment service. */
function endNow(stateReason: string): SubscriptionChange {
  return {
    kind: 'cancelled',
    fields: { status: 'cancelled', stateReason, endsAt: null },
    note: stateReason,
  };
}

/** One organization's turn. What was added and removed within the period is told to the operator. */
async function endOne(
  { database, now }: Pick<BackgroundContext, 'database'> & { now: Date },
  organizationId: string,
): Promise<void> {
  let uncharged: ModuleRow[] = [];
  await database.forOrganization(organizationId).tx((tx) =>
    changeSubscription(tx, { now, actor }, ({ subscription, modules }) => {
      const { status, stateReason, billingCycle, currentPeriodEnd, nextBillingCycle, endsAt } = subscription;
      // What is suspended stays so: once it is reactivated, it has ended.
      if (endsAt !== null && endsAt <= now && status !== 'suspended')
        return endNow(stateReason ?? endedByOwner);
      const ended = modules.filter((row) => row.isActive && row.endsAt !== null && row.endsAt <= now);
      const over = nextBillingCycle !== null && currentPeriodEnd !== null && currentPeriodEnd <= now;
      if (ended.length === 0 && !over) return null;
      uncharged = status === 'active' ? ended.filter((row) => isUncharged(row, billingCycle)) : [];
      return {
        kind: 'period_ended',
        modules: ended.map(({ moduleType, activatedAt, endsAt }) => ({
          moduleType,
          activatedAt,
          endsAt,
          isActive: false,
        })),
        ...(over ? { fields: { billingCycle: nextBillingCycle, nextBillingCycle: null } } : {}),
      };
    }),
  );
  if (uncharged.length > 0)
    await database.asPlatform('the operator is told of modules that no period was charged for', (platform) =>
      tellUncharged(platform, now, { organizationId, uncharged }),
    );
}
