import { cycleMonths, monthsFrom } from '#features/billing/months-from.ts';
import type { Transaction } from '#server/db/database.ts';
import { notFound } from '#shared/errors.ts';
import type { ModuleType } from '#shared/modules.ts';
import { type By, changeSubscription, type ModuleChange } from './change-subscription.ts';
import { isRunning, type ModuleRow, renewalMs, type SubscriptionRow } from './shapes.ts';

/**
 * Switches a module on, from the next period on charged for; nothing changes where it goes on anyway. Under the rules of
 * `changeSubscription`.
 * @returns whether it was running before
 */
export async function switchOn(tx: Transaction, by: By, moduleType: ModuleType): Promise<boolean> {
  let wasRunning = false;
  await changeSubscription(tx, by, ({ modules }) => {
    const row = rowOf(modules, moduleType);
    wasRunning = row !== undefined && isRunning(row, by.now);
    if (wasRunning && row?.endsAt === null) return null;
    const activatedAt = wasRunning && row ? row.activatedAt : by.now;
    const change = { moduleType, isActive: true, endsAt: null, activatedAt };
    return { kind: 'module_added', modules: [change], note: moduleType };
  });
  return wasRunning;
}

/**
 * Ends a module with the period that is paid for or being paid, at once where there is none. Under the rules of `changeSubscription`.
 * @returns the day on which it ends
 * @throws AppError not_found where it does not run
 */
export async function switchOff(tx: Transaction, by: By, moduleType: ModuleType): Promise<Date> {
  let endsAt = by.now;
  await changeSubscription(tx, by, ({ subscription, modules }) => {
    const row = rowOf(modules, moduleType);
    if (!row || !isRunning(row, by.now)) throw notFound('module');
    // One that ends already keeps its day: ending it again must not prolong it.
    endsAt = row.endsAt ?? endOfCharged(subscription, by.now);
    const change: ModuleChange = {
      moduleType,
      isActive: endsAt > by.now,
      endsAt,
      activatedAt: row.activatedAt,
    };
    return { kind: 'module_removed', modules: [change], note: moduleType };
  });
  return endsAt;
}

/** When what is paid for ends, or what Stripe is charging just now: in the hour after a period its next one is not paid yet. */
function endOfCharged(subscription: SubscriptionRow, now: Date): Date {
  const { currentPeriodEnd: end, status, stripeSubscriptionId, stripePaused, pastDueSince } = subscription;
  if (end === null) return now;
  if (end > now) return end;
  const renews =
    status === 'active' && stripeSubscriptionId !== null && !stripePaused && pastDueSince === null;
  if (!renews || now.getTime() - end.getTime() > renewalMs) return now;
  return monthsFrom(end, cycleMonths[subscription.nextBillingCycle ?? subscription.billingCycle]);
}

function rowOf(rows: readonly ModuleRow[], moduleType: ModuleType): ModuleRow | undefined {
  return rows.find((row) => row.moduleType === moduleType);
}
