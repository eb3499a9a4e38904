import { eq } from 'drizzle-orm';
import type { TenantBilling } from '#features/billing/operator-contract.ts';
import { subscriptions } from '#features/billing/server/tables.ts';
import { jobContext } from '#server/organization-context.ts';
import type { Tenant, TestApp } from '#server/testing/test-app.ts';
import { settleStripe } from '../tending/settle-stripe.ts';
import { tend } from '../tending/tend-billing.ts';

type Values = Partial<typeof subscriptions.$inferInsert>;

/** One round of looking after subscriptions. */
export async function tendOnce({ hub }: TestApp): Promise<void> {
  const { database, services, log, open } = hub;
  const organization = (id: string) => jobContext(hub, id);
  const context = { database, services, log, listener: open.listener, organization };
  await tend(context);
  await settleStripe(context);
}

/** A tenant's subscription as if time had passed, or as something else has left it. */
export async function putSubscription({ hub }: TestApp, tenant: Tenant, values: Values): Promise<void> {
  await hub.database.asPlatform('a test moves a period', (tx) =>
    tx.db.update(subscriptions).set(values).where(eq(subscriptions.organizationId, tenant.organizationId)),
  );
}

/** What the operator reads of a tenant's money. */
export async function billingOf(app: TestApp, tenant: Tenant): Promise<TenantBilling> {
  const url = `/api/tenant/saas/tenants/${tenant.organizationId}/billing`;
  return (await app.call('GET', url, app.platformToken)).json();
}

/** What the operator does to a tenant. */
export function actOn(app: TestApp, tenant: Tenant, path: string, body: object) {
  return app.call(
    'POST',
    `/api/tenant/saas/tenants/${tenant.organizationId}/${path}`,
    app.platformToken,
    body,
  );
}
