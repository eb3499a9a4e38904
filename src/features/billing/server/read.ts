import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type BillingState, type billingApi, subscriptionStatus } from '#features/billing/contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import type { Queries, Transaction } from '#server/db/database.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { type ModuleType, moduleTypes } from '#shared/modules.ts';
import { billingOut, countersOf, isRunning, type ModuleRow, type SubscriptionRow } from './shapes.ts';
import { subscriptionModules, subscriptions, usageCounters } from './tables.ts';

/** The subscription as it is stored, undefined where there is none, and its modules. */
export async function billingRows(
  db: Queries,
): Promise<{ subscription: SubscriptionRow | undefined; modules: ModuleRow[] }> {
  const [subscription] = await db.select().from(subscriptions);
  const modules = await db.select().from(subscriptionModules).orderBy(subscriptionModules.moduleType);
  return { subscription, modules };
}

/** Subscription, modules and totals as of now. */
export async function billingState(db: Queries, now: Date): Promise<BillingState> {
  return billingOut(await billingRows(db), now);
}

/** Running modules of some organizations, in the platform's transaction. */
export async function runningByOrganization(
  { db }: Pick<Transaction, 'db'>,
  organizationIds: readonly string[],
  now: Date,
): Promise<Map<string, ModuleType[]>> {
  const running = new Map<string, ModuleType[]>();
  if (organizationIds.length === 0) return running;
  const rows = await db
    .select()
    .from(subscriptionModules)
    .where(inArray(subscriptionModules.organizationId, [...organizationIds]))
    .orderBy(subscriptionModules.moduleType);
  for (const { organizationId, moduleType } of rows.filter((row) => isRunning(row, now)))
    running.set(organizationId, [...(running.get(organizationId) ?? []), moduleType]);
  return running;
}

/** Tenants of one status that have the same modules running. */
export interface TenantGroup {
  /** Null: without a subscription. */
  status: SubscriptionRow['status'] | null;
  /** In a trial that has not ended. */
  inTrial: boolean;
  modules: ModuleType[];
  tenants: number;
}

const groupRow = z.object({
  status: subscriptionStatus.nullable(),
  in_trial: z.boolean(),
  modules: z.string(),
  tenants: z.coerce.number(),
});

/**
 * All tenants, counted by status and running modules, in the platform's transaction: what sums over all of them are made
 * of. There are at most some dozen groups, however many tenants.
 */
export async function tenantGroups({ db }: Pick<Transaction, 'db'>, now: Date): Promise<TenantGroup[]> {
  const at = now.toISOString();
  const rows = await db.execute(sql`
    with running as (
      select organization_id, string_agg(module_type, ',' order by module_type) as modules
      from subscription_modules
      where is_active and (ends_at is null or ends_at > ${at}::timestamptz)
      group by organization_id
    )
    select s.status, coalesce(s.status = 'trial' and s.trial_ends_at > ${at}::timestamptz, false) as in_trial,
      coalesce(r.modules, '') as modules, count(*) as tenants
    from organizations o
    left join subscriptions s on s.organization_id = o.id
    left join running r on r.organization_id = o.id
    where not o.is_platform
    group by 1, 2, 3`);
  return z
    .array(groupRow)
    .parse(rows)
    .map((row) => ({
      status: row.status,
      inTrial: row.in_trial,
      modules: moduleTypes.filter((key) => row.modules.split(',').includes(key)),
      tenants: row.tenants,
    }));
}

export function readBilling({ db, services }: OrganizationContext): Promise<BillingState> {
  return billingState(db, services.clock.now());
}

type Usage = (typeof billingApi)['endpoints']['usage'];

/** Every counter of the active modules, zeros included. */
export async function usage(context: Context, { params }: Input<Usage>): Promise<Output<Usage>> {
  const now = context.services.clock.now();
  const rows = await context.db.select().from(usageCounters).where(eq(usageCounters.month, params.month));
  const modules = await context.db.select().from(subscriptionModules);
  return countersOf(rows, modules, now);
}
