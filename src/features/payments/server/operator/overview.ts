import { and, asc, eq, inArray, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type BillingOverview, overviewLimit } from '#features/billing/operator-contract.ts';
import { runningByOrganization } from '#features/billing/server/public.ts';
import { subscriptions } from '#features/billing/server/tables.ts';
import { findPlatform } from '#features/organization/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import { priceOf, trialDays } from '#shared/modules.ts';
import { overdueOf } from '../overdue.ts';
import { requestOut } from '../shapes.ts';
import { billingRequests } from '../tables.ts';

const dayMs = 86_400_000;

const tenant = { id: organizations.id, name: organizations.name, slug: organizations.slug };
const isTenant = eq(organizations.isPlatform, false);

/** Money over all tenants: the past from the history of subscriptions, the rest from what they are now. */
export function billingOverview(context: Context): Promise<BillingOverview> {
  const now = context.services.clock.now();
  return context.services.asPlatform('the platform owner reads the money of all tenants', async (tx) => {
    const trials = await trialsEnding(tx, now);
    const failed = await failedPayments(tx, now);
    const monthly = await monthlyCentsOf(tx, [...trials, ...failed], now);
    const priced = <Row extends Listed>(row: Row) => ({
      ...row,
      monthlyCents: monthly.get(row.organization.id) ?? 0,
    });
    return {
      mrr: await revenueByMonth(tx, now),
      trialsEnding: trials.map(priced),
      unpaidSetupFees: await unpaidSetupFees(tx),
      failedPayments: failed.map(priced),
      openRequests: await openRequests(tx),
    };
  });
}

const months = 12;
const monthRow = z.object({ month: z.string(), cents: z.coerce.number() });

/**
 * What came in a month, as of the end of each of the last twelve: the sum of all changes until then. Only changes of an
 * amount are read, from their index.
 */
async function revenueByMonth(tx: Transaction, now: Date): Promise<BillingOverview['mrr']> {
  const platform = await findPlatform(tx);
  const names = lastMonths(now);
  const rows = await tx.db.execute(sql`
    select greatest(to_char(at at time zone 'UTC', 'YYYY-MM'), ${names[0]}) as month, sum(delta_cents) as cents
    from subscription_changes
    where delta_cents <> 0 and at <= ${now.toISOString()}::timestamptz and organization_id <> ${platform.id}
    group by 1`);
  const changes = new Map(
    z
      .array(monthRow)
      .parse(rows)
      .map(({ month, cents }) => [month, cents]),
  );
  let cents = 0;
  return names.map((month) => {
    cents += changes.get(month) ?? 0;
    return { month, cents };
  });
}

/** '2026-01' to '2026-12': the present month (UTC) and those before it, oldest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: months }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 1 - index)))
      .toISOString()
      .slice(0, 7),
  );
}

interface Listed {
  organization: { id: string };
}

/** What the running modules of listed organizations cost a month, US cents. */
async function monthlyCentsOf(
  tx: Transaction,
  listed: readonly Listed[],
  now: Date,
): Promise<Map<string, number>> {
  const ids = listed.map(({ organization }) => organization.id);
  const running = await runningByOrganization(tx, ids, now);
  return new Map([...running].map(([id, keys]) => [id, priceOf(keys).monthlyCents]));
}

async function trialsEnding(
  { db }: Transaction,
  now: Date,
): Promise<Omit<BillingOverview['trialsEnding'][number], 'monthlyCents'>[]> {
  const until = new Date(now.getTime() + trialDays * dayMs);
  const rows = await db
    .select({ organization: tenant, trialEndsAt: subscriptions.trialEndsAt })
    .from(subscriptions)
    .innerJoin(organizations, and(eq(organizations.id, subscriptions.organizationId), isTenant))
    .where(
      and(
        eq(subscriptions.status, 'trial'),
        lte(subscriptions.trialEndsAt, until),
        sql`${subscriptions.trialEndsAt} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(subscriptions.trialEndsAt))
    .limit(overviewLimit);
  return rows.map(({ organization, trialEndsAt }) => ({
    organization,
    trialEndsAt: (trialEndsAt ?? until).toISOString(),
  }));
}

async function unpaidSetupFees({ db }: Transaction): Promise<BillingOverview['unpaidSetupFees']> {
  const rows = await db
    .select({ organization: tenant, since: subscriptions.createdAt })
    .from(subscriptions)
    .innerJoin(organizations, and(eq(organizations.id, subscriptions.organizationId), isTenant))
    .where(
      and(
        eq(subscriptions.setupFeeRequired, true),
        eq(subscriptions.setupFeePaid, false),
        ne(subscriptions.status, 'cancelled'),
      ),
    )
    .orderBy(asc(subscriptions.createdAt))
    .limit(overviewLimit);
  return rows.map(({ organization, since }) => ({ organization, since: since.toISOString() }));
}

async function failedPayments(
  { db }: Transaction,
  now: Date,
): Promise<Omit<BillingOverview['failedPayments'][number], 'monthlyCents'>[]> {
  const rows = await db
    .select({ organization: tenant, subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(organizations, and(eq(organizations.id, subscriptions.organizationId), isTenant))
    .where(
      or(
        and(inArray(subscriptions.status, ['trial', 'active']), isNotNull(subscriptions.pastDueSince)),
        and(eq(subscriptions.status, 'active'), lte(subscriptions.currentPeriodEnd, now)),
        and(
          eq(subscriptions.status, 'trial'),
          isNotNull(subscriptions.stripeSubscriptionId),
          lte(subscriptions.trialEndsAt, now),
        ),
      ),
    )
    .orderBy(asc(sql`coalesce(${subscriptions.pastDueSince}, ${subscriptions.currentPeriodEnd})`))
    .limit(overviewLimit);
  return rows.flatMap(({ organization, subscription }) => {
    const overdue = overdueOf(subscription, now);
    return overdue ? [{ organization, since: overdue.since.toISOString(), problem: overdue.problem }] : [];
  });
}

async function openRequests({ db }: Transaction): Promise<BillingOverview['openRequests']> {
  const rows = await db
    .select({ organization: tenant, request: billingRequests })
    .from(billingRequests)
    .innerJoin(organizations, and(eq(organizations.id, billingRequests.organizationId), isTenant))
    .where(eq(billingRequests.state, 'open'))
    .orderBy(asc(billingRequests.createdAt), asc(billingRequests.id))
    .limit(overviewLimit);
  return rows.map(({ organization, request }) => ({ organization, request: requestOut(request) }));
}
