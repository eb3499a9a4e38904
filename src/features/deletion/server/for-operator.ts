import { withOwnPassword } from '#features/auth/server/public.ts';
import type { DeletionState, deletionApi } from '#features/deletion/contract.ts';
import { findTenant } from '#features/organization/server/public.ts';
import { onTenant, operatorName } from '#features/payments/server/public.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { findDeletion, setDay, stateOf, takeDayAway } from './change-deletion.ts';

type Endpoints = (typeof deletionApi)['endpoints'];

/** @throws AppError not_found, also for the platform's own organization */
export function readTenantDeletion(
  { services }: Context,
  { params }: Input<Endpoints['readTenant']>,
): Promise<DeletionState> {
  return services.asPlatform('the platform owner reads whether a tenant is deleted', async (tx) => {
    const tenant = await findTenant(tx, params.organizationId);
    return stateOf(await findDeletion(tx.db, tenant.id));
  });
}

/** @throws AppError invalid for a wrong password, conflict where it is set already, not_found */
export async function requestTenantDeletion(
  context: Context,
  { params, body }: Input<Endpoints['requestTenant']>,
): Promise<DeletionState> {
  await withOwnPassword(context, body.currentPassword);
  const { reason } = body;
  return onTenant(context, params.organizationId, 'the deletion of a tenant is asked for', async (tx) => {
    const { row, mails } = await setDay(tx, context.services, { requestedBy: operatorName, reason });
    const details = { reason, dueAt: row.dueAt };
    return { action: 'organization.deletion-requested', details, mails, answer: stateOf(row) };
  });
}

/** Also what an owner of the tenant asked for. @throws AppError conflict, not_found */
export function undoTenantDeletion(
  context: Context,
  { params }: Input<Endpoints['undoTenant']>,
): Promise<DeletionState> {
  return onTenant(context, params.organizationId, 'the deletion of a tenant is undone', async (tx) => ({
    action: 'organization.deletion-undone',
    mails: (await takeDayAway(tx, context.services, 'operator')).mails,
    answer: { deletion: null },
  }));
}
