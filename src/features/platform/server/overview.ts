import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isRunning } from '#features/billing/server/public.ts';
import { subscriptionModules, subscriptions } from '#features/billing/server/tables.ts';
import { organizations, users } from '#features/organization/server/tables.ts';
import type { Overview, platformApi } from '#features/platform/contract.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor } from '#server/page.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { decimal, type ModuleType, modules, moduleTypes, priceOf } from '#shared/modules.ts';

type Endpoints = (typeof platformApi)['endpoints'];

/** Tenants of one answer (shapes section 12). */
const pageSize = 500;

/** Sums and tenants, newest first. The platform's own organization does not count. Never any tenant's content. */
export function overview(
  context: Context,
  { query }: Input<Endpoints['overview']>,
): Promise<Reply<Overview>> {
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.id]));
  return context.services.asPlatform('the platform owner lists the tenants', async (tx) => {
    const now = context.services.clock.now();
    const rows = await tx.db
      .select()
      .from(organizations)
      .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
      .where(
        and(
          eq(organizations.isPlatform, false),
          after ? sql`${organizations.id} < ${after[0]}::uuid` : undefined,
        ),
      )
      .orderBy(sql`${organizations.id} desc`)
      .limit(pageSize + 1);
    const page = rows.slice(0, pageSize);
    const ids = page.map((row) => row.organizations.id);
    const people = await peopleOf(tx, ids);
    const running = await modulesOf(tx, now);
    const tenants = page.map(({ organizations: organization, subscriptions: subscription }) => ({
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
    }));
    const body = { overview: await sums(tx, running, now), tenants };
    const last = page.at(-1);
    const more = rows.length > pageSize && last;
    return new Reply(
      body,
      more
        ? {
            headers: {
              link: `</api/tenant/saas/overview?cursor=${encodeCursor([last.organizations.id])}>; rel="next"`,
            },
          }
        : {},
    );
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

/** Running modules of every organization: the sums need all of them, the page a part. */
async function modulesOf(tx: Transaction, now: Date): Promise<Map<string, ModuleType[]>> {
  const rows = await tx.db.select().from(subscriptionModules).orderBy(subscriptionModules.moduleType);
  const byOrganization = new Map<string, ModuleType[]>();
  for (const row of rows.filter((one) => isRunning(one, now))) {
    byOrganization.set(row.organizationId, [
      ...(byOrganization.get(row.organizationId) ?? []),
      row.moduleType,
    ]);
  }
  return byOrganization;
}

async function statesOf(
  tx: Transaction,
): Promise<{ id: string; status: string | null; trialEndsAt: Date | null }[]> {
  return tx.db
    .select({ id: organizations.id, status: subscriptions.status, trialEndsAt: subscriptions.trialEndsAt })
    .from(organizations)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(eq(organizations.isPlatform, false));
}

async function sums(
  tx: Transaction,
  running: Map<string, ModuleType[]>,
  now: Date,
): Promise<Overview['overview']> {
  const states = await statesOf(tx);
  const active = states.filter((one) => one.status === 'active');
  const cents = active.reduce((sum, one) => sum + priceOf(running.get(one.id) ?? []).monthlyCents, 0);
  const [people] = await tx.db
    .select({ total: count() })
    .from(users)
    .innerJoin(
      organizations,
      and(eq(organizations.id, users.organizationId), eq(organizations.isPlatform, false)),
    );
  return {
    totalTenants: states.length,
    activeTenants: active.length,
    trialTenants: states.filter(
      (one) => one.status === 'trial' && one.trialEndsAt !== null && one.trialEndsAt > now,
    ).length,
    monthlyRevenue: cents / 100,
    totalUsers: people?.total ?? 0,
  };
}

/** Tenants that have each module, and what those of active tenants bring in at list price. */
export function modulesSummary(context: Context): Promise<Output<Endpoints['modulesSummary']>> {
  return context.services.asPlatform('the platform owner counts the modules', async (tx) => {
    const now = context.services.clock.now();
    const states = new Map((await statesOf(tx)).map((one) => [one.id, one.status]));
    const summary = {
      social_media: { count: 0, revenue: 0 },
      leads_manager: { count: 0, revenue: 0 },
      outreach: { count: 0, revenue: 0 },
      support_agent: { count: 0, revenue: 0 },
    };
    for (const [id, running] of await modulesOf(tx, now)) {
      if (!states.has(id)) continue;
      for (const moduleType of moduleTypes.filter((one) => running.includes(one))) {
        summary[moduleType].count += 1;
        if (states.get(id) === 'active') summary[moduleType].revenue += modules[moduleType].priceCents / 100;
      }
    }
    return summary;
  });
}
