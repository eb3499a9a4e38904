import { sql } from 'drizzle-orm';
import type { UsageMetric } from '#features/billing/contract.ts';
import type { Tx } from '#server/context.ts';
import { zonedDate } from '#shared/zoned-time.ts';
import { usageCounters } from './tables.ts';

/** The month of an instant in a zone, such as 2026-11. */
export function monthIn(timezone: string, at: Date): string {
  return zonedDate(at, timezone).slice(0, 7);
}

/** Counts work in the transaction that does it (contract section 5). */
export async function countUsage(
  tx: Tx,
  timezone: string,
  at: Date,
  counts: Partial<Record<UsageMetric, number>>,
): Promise<void> {
  const month = monthIn(timezone, at);
  const values = Object.entries(counts)
    .filter(([, value]) => value > 0)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([metric, value]) => ({ month, metric, value }));
  if (values.length === 0) return;
  await tx.db
    .insert(usageCounters)
    .values(values)
    .onConflictDoUpdate({
      target: [usageCounters.organizationId, usageCounters.month, usageCounters.metric],
      set: { value: sql`${usageCounters.value} + excluded.value` },
    });
}

export {
  changeSubscription,
  cycleChange,
  type HeldSubscription,
  modulesOf,
  type SubscriptionChange,
  startSubscription,
} from './change-subscription.ts';
export { switchOff, switchOn } from './module-changes.ts';
export { billingRows, runningByOrganization, tenantGroups } from './read.ts';
export {
  billingOut,
  countersOf,
  isRunning,
  modulesGoingOn,
  renewalMs,
  runningModules,
  type SubscriptionRow,
  standingOf,
  trialEndOf,
} from './shapes.ts';
