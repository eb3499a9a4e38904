import { withOwnPassword } from '#features/auth/server/public.ts';
import type { DeletionState, deletionApi } from '#features/deletion/contract.ts';
import { deliverMails } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { findDeletion, setDay, stateOf, takeDayAway } from './change-deletion.ts';
import { tellOperatorOfDeletion } from './tell-deletion.ts';

type Request = (typeof deletionApi)['endpoints']['request'];

export async function readDeletion({ db, organizationId }: Context): Promise<DeletionState> {
  return stateOf(await findDeletion(db, organizationId));
}

/**
 * Sets the day on which the organization is deleted.
 * @throws AppError invalid for a wrong password or name, conflict where it is set already, forbidden for the platform's own
 */
export async function requestDeletion(context: Context, { body }: Input<Request>): Promise<DeletionState> {
  const { services, session, organizationId } = context;
  await withOwnPassword(context, body.currentPassword);
  const { row, mails } = await context.tx(async (tx) => {
    const [organization] = await tx.db.select().from(organizations);
    if (!organization) throw notFound('organization');
    if (organization.isPlatform)
      throw new AppError('forbidden', 'The organization of the platform itself cannot be deleted.');
    if (organization.name.trim() !== body.name.trim()) {
      const message = 'This is not the name of the organization.';
      throw new AppError('invalid', message, { issues: [{ path: 'name', message }] });
    }
    const set = await setDay(tx, services, { requestedBy: session.actor, reason: null });
    await tx.audit({ action: 'organization.deletion-requested', details: { dueAt: set.row.dueAt } });
    return set;
  });
  deliverMails(services, organizationId, mails);
  await tellOperatorOfDeletion(services, row, 'asked');
  return stateOf(row);
}

export async function undoDeletion(context: Context): Promise<DeletionState> {
  const { row, mails } = await context.tx(async (tx) => {
    const taken = await takeDayAway(tx, context.services, 'owner');
    await tx.audit({ action: 'organization.deletion-undone' });
    return taken;
  });
  deliverMails(context.services, context.organizationId, mails);
  await tellOperatorOfDeletion(context.services, row, 'undone');
  return { deletion: null };
}
