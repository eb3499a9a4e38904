import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { runningByOrganization, tenantGroups } from '#features/billing/server/public.ts';
import { subscriptions } from '#features/billing/server/tables.ts';
import { organizations, users } from '#features/organization/server/tables.ts';
import type { Overview, platformApi, TenantSort } from '#features/platform/contract.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { decimal, modules, priceOf } from '#shared/modules.ts';

type Endpoints = (typeof platformApi)['endpoints'];

/** Tenants of one answer (shapes section 12). */
const pageSize = 500;

/** How each order compares, and which side of the last row the next page lies on. Ids are time-ordered. */
const orders = {
  newest: { by: sql`${organizations.id}::text`, down: true },
  oldest: { by: sql`${organizations.id}::text`, down: false },
  name_asc: { by: sql`lower(${organizations.name})`, down: false },
  name_desc: { by: sql`lower(${organizations.name})`, down: true },
} satisfies Record<TenantSort, { by: SQL; down: boolean }>;

function found(search: string | undefined): SQL | undefined {
  if (search === undefined || search.trim() === '') return undefined;
  const pattern = likePattern(search.trim());
  return sql`(lower(${organizations.name}) like ${pattern} or lower(${organizations.contactEmail}) like ${pattern} or ${organizations.slug} like ${pattern})`;
}

/**
 * Sums over all tenants, and those that the search finds, newest first unless another order is asked for. The platform's
 * own organization does not count. Never any tenant's content.
 */
export function overview(
  context: Context,
  { query }: Input<Endpoints['overview']>,
): Promise<Reply<Overview>> {
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.text, cursorPart.id]));
  const { by, down } = orders[query.sort];
  const matching = and(eq(organizations.isPlatform, false), found(query.search));
  return context.services.asPlatform('the platform owner lists the tenants', async (tx) => {
    const now = context.services.clock.now();
    const rows = await tx.db
      .select({
        organization: organizations,
        subscription: subscriptions,
        key: sql<string>`${by}`,
      })
      .from(organizations)
      .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
      .where(
        and(
          matching,
          after
            ? sql`(${by}, ${organizations.id}) ${down ? sql`<` : sql`>`} (${after[0]}, ${after[1]}::uuid)`
            : undefined,
        ),
      )
      .orderBy(down ? sql`${by} desc, ${organizations.id} desc` : sql`${by}, ${organizations.id}`)
      .limit(pageSize + 1);
    const [matches] = await tx.db.select({ total: count() }).from(organizations).where(matching);
    const ids = rows.slice(0, pageSize).map((row) => row.organization.id);
    const people = await peopleOf(tx, ids);
    const running = await runningByOrganization(tx, ids, now);
    const { body: tenants, headers } = pageReply({
      items: rows,
      limit: pageSize,
      total: matches?.total ?? 0,
      path: '/api/tenant/saas/overview',
      query,
      cursorOf: (last) => encodeCursor([last.key, last.organization.id]),
    });
    const body = {
      overview: await sums(tx, now),
      tenants: tenants.map(({ organization, subscription }) => ({
        organization: {
          id: organization.id,
          name: organization.name,
          contactEmail: organization.contactEmail,
          createdAt: organization.createdAt.toISOString(),
          slug: organization.slug,
        },
        subscription: subscription
          ? {
              status: subscription.status,
              plan: subscription.plan,
              trialEndsAt: subscription.trialEndsAt?.toISOString() ?? null,
            }
          : null,
        modules: (running.get(organization.id) ?? []).map((moduleType) => ({
          moduleType,
          monthlyPrice: decimal(modules[moduleType].priceCents),
        })),
        userCount: people.get(organization.id)?.users ?? 0,
        activeUsers: people.get(organization.id)?.active ?? 0,
      })),
    };
    return new Reply(body, { headers });
  });
}

async function peopleOf(
  tx: Transaction,
  ids: string[],
): Promise<Map<string, { users: number; active: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .select({
      id: users.organizationId,
      users: count(),
      active: sql<number>`count(*) filter (where ${users.isActive})`.mapWith(Number),
    })
    .from(users)
    .where(inArray(users.organizationId, ids))
    .groupBy(users.organizationId);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function sums(tx: Transaction, now: Date): Promise<Overview['overview']> {
  const groups = await tenantGroups(tx, now);
  const tenantsIn = (some: typeof groups) => some.reduce((sum, { tenants }) => sum + tenants, 0);
  const active = groups.filter(({ status }) => status === 'active');
  const cents = active.reduce((sum, one) => sum + priceOf(one.modules).monthlyCents * one.tenants, 0);
  const [people] = await tx.db
    .select({ total: count() })
    .from(users)
    .innerJoin(
      organizations,
      and(eq(organizations.id, users.organizationId), eq(organizations.isPlatform, false)),
    );
  return {
    totalTenants: tenantsIn(groups),
    activeTenants: tenantsIn(active),
    trialTenants: tenantsIn(groups.filter(({ inTrial }) => inTrial)),
    monthlyRevenue: cents / 100,
    totalUsers: people?.total ?? 0,
  };
}

/** Tenants that have each module, and what those of active tenants bring in at list price. */
export function modulesSummary(context: Context): Promise<Output<Endpoints['modulesSummary']>> {
  return context.services.asPlatform('the platform owner counts the modules', async (tx) => {
    const now = context.services.clock.now();
    const summary = {
      social_media: { count: 0, revenue: 0 },
      leads_manager: { count: 0, revenue: 0 },
      outreach: { count: 0, revenue: 0 },
      support_agent: { count: 0, revenue: 0 },
    };
    for (const { status, modules: running, tenants } of await tenantGroups(tx, now))
      for (const moduleType of running) {
        summary[moduleType].count += tenants;
        if (status === 'active')
          summary[moduleType].revenue += (modules[moduleType].priceCents * tenants) / 100;
      }
    return summary;
  });
}
