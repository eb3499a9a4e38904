import type { TenantBilling } from '#features/billing/operator-contract.ts';
import type { TenantTx } from '#features/notifications/server/public.ts';
import type { Context } from '#server/context.ts';
import { type Done, onTenant } from './on-tenant.ts';
import { tenantBillingOf } from './tenant-billing.ts';

/** Runs a change of a tenant's subscription as `onTenant` does, and answers what the tenant has then. @throws AppError not_found */
export function asOperator(
  context: Context,
  organizationId: string,
  reason: string,
  work: (tx: TenantTx, now: Date) => Promise<Omit<Done<unknown>, 'answer'>>,
): Promise<TenantBilling> {
  return onTenant(context, organizationId, reason, async (tx, tenant, now) => {
    const done = await work(tx, now);
    return { ...done, answer: await tenantBillingOf(tx, tenant, now) };
  });
}
