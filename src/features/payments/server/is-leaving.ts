import { eq } from 'drizzle-orm';
import { organizationDeletions } from '#features/organization/server/tables.ts';
import type { Transaction } from '#server/db/database.ts';

/** Whether the organization is going to be deleted: nothing more is charged then. */
export async function isLeaving({ db, organizationId }: Transaction): Promise<boolean> {
  const [row] = await db
    .select({ dueAt: organizationDeletions.dueAt })
    .from(organizationDeletions)
    .where(eq(organizationDeletions.organizationId, organizationId));
  return row !== undefined;
}
