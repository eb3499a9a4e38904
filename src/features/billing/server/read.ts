import { eq } from 'drizzle-orm';
import type { BillingState, billingApi } from '#features/billing/contract.ts';
import { usageMetrics } from '#features/billing/contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import type { Queries } from '#server/db/database.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { moduleTypes } from '#shared/modules.ts';
import { isRunning, moduleOut, subscriptionOut, totalsOf } from './shapes.ts';
import { subscriptionModules, subscriptions, usageCounters } from './tables.ts';

/** Subscription, modules and totals as of now. */
export async function billingState(db: Queries, now: Date): Promise<BillingState> {
  const [subscription] = await db.select().from(subscriptions);
  const rows = await db.select().from(subscriptionModules).orderBy(subscriptionModules.moduleType);
  return {
    subscription: subscription ? subscriptionOut(subscription) : null,
    modules: rows.map((row) => moduleOut(row, now)),
    totals: totalsOf(rows, now),
  };
}

export function readBilling({ db, services }: OrganizationContext): Promise<BillingState> {
  return billingState(db, services.clock.now());
}

type Usage = (typeof billingApi)['endpoints']['usage'];

/** Every counter of the active modules, zeros included. */
export async function usage(context: Context, { params }: Input<Usage>): Promise<Output<Usage>> {
  const now = context.services.clock.now();
  const rows = await context.db.select().from(usageCounters).where(eq(usageCounters.month, params.month));
  const values = new Map(rows.map((row) => [row.metric, row.value]));
  const modules = await context.db.select().from(subscriptionModules);
  const active = new Set(modules.filter((row) => isRunning(row, now)).map((row) => row.moduleType));
  return moduleTypes
    .filter((moduleType) => active.has(moduleType))
    .flatMap((moduleType) =>
      usageMetrics[moduleType].map((metricType) => ({
        moduleType,
        metricType,
        value: values.get(metricType) ?? 0,
      })),
    );
}
