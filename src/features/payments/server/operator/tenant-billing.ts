import { and, desc, eq } from 'drizzle-orm';
import type {
  operatorApi,
  SubscriptionHistoryRow,
  TenantBilling,
} from '#features/billing/operator-contract.ts';
import { billingOut, type SubscriptionRow } from '#features/billing/server/public.ts';
import { subscriptionChanges } from '#features/billing/server/tables.ts';
import { findTenant, type TenantRow } from '#features/organization/server/public.ts';
import { rowLimit } from '#features/payments/contract.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Input } from '#shared/endpoint.ts';
import { outlookOf, readSubscription } from '../account.ts';
import { reversalsOf } from '../reversals.ts';
import { invoiceOut, paymentOut, requestOut } from '../shapes.ts';
import { billingRequests, invoices, payments } from '../tables.ts';

type Read = (typeof operatorApi)['endpoints']['tenant'];

/** Everything about a tenant's money, nothing of its content. */
export function readTenantBilling(context: Context, { params }: Input<Read>): Promise<TenantBilling> {
  return context.services.asPlatform('the platform owner reads a tenant’s billing', async (platform) => {
    const tenant = await findTenant(platform, params.organizationId);
    const tx = { ...platform, organizationId: tenant.id };
    return tenantBillingOf(tx, tenant, context.services.clock.now());
  });
}

/** The same from within a transaction of the platform that has the tenant's id. */
export async function tenantBillingOf(tx: Transaction, tenant: TenantRow, now: Date): Promise<TenantBilling> {
  const found = await readSubscription(tx);
  return {
    organization: {
      id: tenant.id,
      name: tenant.name,
      slug: tenant.slug,
      contactEmail: tenant.contactEmail,
      createdAt: tenant.createdAt.toISOString(),
    },
    billing: billingOut(found, now),
    ...outlookOf(found, now),
    stripe: stripeOf(found.subscription),
    ...(await listsOf(tx)),
  };
}

function stripeOf(subscription: SubscriptionRow | null): TenantBilling['stripe'] {
  if (!subscription?.stripeSubscriptionId) return null;
  const { stripePaused, stripeProblemSince } = subscription;
  return { isPaused: stripePaused, problemSince: stripeProblemSince?.toISOString() ?? null };
}

async function listsOf(tx: Transaction) {
  const { db, organizationId } = tx;
  const invoiceRows = await db
    .select()
    .from(invoices)
    .where(eq(invoices.organizationId, organizationId))
    .orderBy(desc(invoices.number))
    .limit(rowLimit);
  const reversals = await reversalsOf(tx, invoiceRows);
  const paymentRows = await db
    .select()
    .from(payments)
    .where(eq(payments.organizationId, organizationId))
    .orderBy(desc(payments.receivedAt), desc(payments.id))
    .limit(rowLimit);
  const requestRows = await db
    .select()
    .from(billingRequests)
    .where(and(eq(billingRequests.organizationId, organizationId), eq(billingRequests.state, 'open')))
    .orderBy(desc(billingRequests.createdAt), desc(billingRequests.id))
    .limit(rowLimit);
  const historyRows = await db
    .select()
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.organizationId, organizationId))
    .orderBy(desc(subscriptionChanges.at), desc(subscriptionChanges.id))
    .limit(rowLimit);
  return {
    invoices: invoiceRows.map((row) => invoiceOut(row, reversals)),
    payments: paymentRows.map(paymentOut),
    openRequests: requestRows.map(requestOut),
    history: historyRows.map(historyOut),
  };
}

function historyOut(row: typeof subscriptionChanges.$inferSelect): SubscriptionHistoryRow {
  return {
    at: row.at.toISOString(),
    kind: row.kind,
    status: row.status,
    plan: row.plan,
    billingCycle: row.billingCycle,
    modules: row.modules,
    monthlyCents: row.monthlyCents,
    actor: row.actor,
    note: row.note,
  };
}
