import { and, count, desc, eq, gte, max, sql } from 'drizzle-orm';
import { aiRuns } from '#features/ai/server/tables.ts';
import { countersOf, monthIn } from '#features/billing/server/public.ts';
import { subscriptionModules, usageCounters } from '#features/billing/server/tables.ts';
import { findTenant } from '#features/organization/server/public.ts';
import { users } from '#features/organization/server/tables.ts';
import type { platformApi, TenantDetail } from '#features/platform/contract.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import { auditLog } from '#server/db/tables.ts';
import type { Input } from '#shared/endpoint.ts';
import { zonedInstant } from '#shared/zoned-time.ts';

type Read = (typeof platformApi)['endpoints']['tenant'];

/** Entries of the operator's log that one answer holds. */
const auditLimit = 50;

/**
 * How a tenant uses the hub, in counts: people, work of the month, AI, jobs that failed, and what the operator did. Never
 * a name, an address or a text of the tenant's own. @throws AppError not_found, also for the platform's own organization
 */
export async function tenantDetail(context: Context, { params }: Input<Read>): Promise<TenantDetail> {
  const { services, organizationId: platformId } = context;
  const id = params.organizationId;
  const now = services.clock.now();
  const detail = await services.asPlatform(
    'the platform owner reads how a tenant uses the hub',
    async (tx) => {
      const tenant = await findTenant(tx, id);
      const month = monthIn(tenant.timezone, now);
      return {
        month,
        users: await usersOf(tx, id),
        usage: await usageOf(tx, id, month, now),
        ai: await aiOf(tx, id, zonedInstant(`${month}-01`, 0, tenant.timezone)),
        audit: await auditOf(tx, platformId, id),
      };
    },
  );
  return { ...detail, failedJobs: await failedJobsOf(context, id) };
}

async function usersOf(tx: Transaction, organizationId: string): Promise<TenantDetail['users']> {
  const [row] = await tx.db
    .select({
      total: count(),
      active: sql`count(*) filter (where ${users.isActive})`.mapWith(Number),
      owner: sql`count(*) filter (where ${users.role} = 'owner')`.mapWith(Number),
      admin: sql`count(*) filter (where ${users.role} = 'admin')`.mapWith(Number),
      user: sql`count(*) filter (where ${users.role} = 'user')`.mapWith(Number),
      viewer: sql`count(*) filter (where ${users.role} = 'viewer')`.mapWith(Number),
      lastSignInAt: max(users.lastLoginAt),
    })
    .from(users)
    .where(eq(users.organizationId, organizationId));
  return {
    total: row?.total ?? 0,
    active: row?.active ?? 0,
    byRole: {
      owner: row?.owner ?? 0,
      admin: row?.admin ?? 0,
      user: row?.user ?? 0,
      viewer: row?.viewer ?? 0,
    },
    lastSignInAt: row?.lastSignInAt?.toISOString() ?? null,
  };
}

async function usageOf(
  tx: Transaction,
  organizationId: string,
  month: string,
  now: Date,
): Promise<TenantDetail['usage']> {
  const counted = await tx.db
    .select()
    .from(usageCounters)
    .where(and(eq(usageCounters.organizationId, organizationId), eq(usageCounters.month, month)));
  const rows = await tx.db
    .select()
    .from(subscriptionModules)
    .where(eq(subscriptionModules.organizationId, organizationId));
  return countersOf(counted, rows, now);
}

async function aiOf(tx: Transaction, organizationId: string, since: Date): Promise<TenantDetail['ai']> {
  const [row] = await tx.db
    .select({
      calls: count(),
      failed: sql`count(*) filter (where ${aiRuns.outcome} = 'failed')`.mapWith(Number),
      tokensIn: sql`coalesce(sum(${aiRuns.tokensIn}), 0)`.mapWith(Number),
      tokensOut: sql`coalesce(sum(${aiRuns.tokensOut}), 0)`.mapWith(Number),
      costCents: sql`coalesce(sum(${aiRuns.costCents}), 0)`.mapWith(Number),
    })
    .from(aiRuns)
    .where(and(eq(aiRuns.organizationId, organizationId), gte(aiRuns.createdAt, since)));
  return row ?? { calls: 0, failed: 0, tokensIn: 0, tokensOut: 0, costCents: 0 };
}

/** What the operator did to this tenant, from the platform's own log. */
async function auditOf(
  tx: Transaction,
  platformId: string,
  organizationId: string,
): Promise<TenantDetail['audit']> {
  const rows = await tx.db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.organizationId, platformId),
        sql`${auditLog.details} ->> 'organizationId' = ${organizationId}`,
      ),
    )
    .orderBy(desc(auditLog.at), auditLog.id)
    .limit(auditLimit);
  return rows.map(({ id, at, action, outcome, actor, details }) => ({
    id,
    at: at.toISOString(),
    action,
    outcome,
    actor,
    note: noteOf(details),
  }));
}

function noteOf({ reason, note }: Record<string, unknown>): string | null {
  if (typeof reason === 'string' && reason !== '') return reason;
  return typeof note === 'string' && note !== '' ? note : null;
}

/** By job, the latest first. Their errors stay out: they may quote what the tenant's people wrote. */
async function failedJobsOf(context: Context, organizationId: string): Promise<TenantDetail['failedJobs']> {
  const byName = new Map<string, { count: number; lastFailedAt: string }>();
  for (const letter of await context.services.failedJobs(organizationId)) {
    const known = byName.get(letter.job);
    const failedAt = letter.failedAt.toISOString();
    byName.set(letter.job, {
      count: (known?.count ?? 0) + 1,
      lastFailedAt: known && known.lastFailedAt > failedAt ? known.lastFailedAt : failedAt,
    });
  }
  return [...byName].map(([name, about]) => ({ name, ...about }));
}
