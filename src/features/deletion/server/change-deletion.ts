import { and, eq, isNull } from 'drizzle-orm';
import { type DeletionState, graceDays } from '#features/deletion/contract.ts';
import type { TenantTx } from '#features/notifications/server/public.ts';
import { organizationDeletions } from '#features/organization/server/tables.ts';
import type { Queries } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors.ts';
import { tellDeletion } from './tell-deletion.ts';

const dayMs = 86_400_000;

export type DeletionRow = typeof organizationDeletions.$inferSelect;

export function stateOf(row: DeletionRow | undefined): DeletionState {
  if (!row) return { deletion: null };
  const { requestedAt, requestedBy, byOperator, reason, dueAt } = row;
  return {
    deletion: {
      requestedAt: requestedAt.toISOString(),
      requestedBy,
      byOperator,
      reason,
      dueAt: dueAt.toISOString(),
    },
  };
}

export async function findDeletion(db: Queries, organizationId: string): Promise<DeletionRow | undefined> {
  const [row] = await db
    .select()
    .from(organizationDeletions)
    .where(eq(organizationDeletions.organizationId, organizationId));
  return row;
}

/** Sets the day and tells the owners. @throws AppError conflict where it is set already */
export async function setDay(
  tx: TenantTx,
  services: Services,
  by: { requestedBy: string; reason: string | null },
): Promise<{ row: DeletionRow; mails: string[] }> {
  const requestedAt = services.clock.now();
  const byOperator = by.reason !== null;
  const [row] = await tx.db
    .insert(organizationDeletions)
    .values({
      ...by,
      organizationId: tx.organizationId,
      byOperator,
      requestedAt,
      dueAt: new Date(requestedAt.getTime() + graceDays * dayMs),
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw new AppError('conflict', 'The deletion of this organization was asked for already.');
  const step = byOperator ? 'asked_by_operator' : 'asked';
  return { row, mails: await tellDeletion(tx, services, { ...row, step }) };
}

/**
 * Takes the day away and tells the owners. @throws AppError conflict where none is set or the deletion has begun,
 * forbidden for an owner where the platform's owner asked for it
 */
export async function takeDayAway(
  tx: TenantTx,
  services: Services,
  who: 'owner' | 'operator',
): Promise<{ row: DeletionRow; mails: string[] }> {
  const own = eq(organizationDeletions.organizationId, tx.organizationId);
  const [row] = await tx.db.select().from(organizationDeletions).where(own).for('update');
  if (!row) throw new AppError('conflict', 'This organization is not going to be deleted.');
  if (row.begunAt)
    throw new AppError(
      'conflict',
      'The deletion of this organization has begun and cannot be undone any more.',
    );
  if (row.byOperator && who === 'owner')
    throw new AppError(
      'forbidden',
      'The operator of this platform asked for the deletion, and only the operator can undo it.',
    );
  await tx.db.delete(organizationDeletions).where(and(own, isNull(organizationDeletions.begunAt)));
  return { row, mails: await tellDeletion(tx, services, { ...row, step: 'undone' }) };
}
