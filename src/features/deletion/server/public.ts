import { and, eq, isNotNull } from 'drizzle-orm';
import { organizationDeletions, organizations } from '#features/organization/server/tables.ts';
import type { Database } from '#server/db/database.ts';

/** Whether an organization does not exist, or is being deleted: nothing is done for it any more. */
export async function isGone(database: Database, organizationId: string): Promise<boolean> {
  const [row] = await database
    .forOrganization(organizationId)
    .db.select({ begunAt: organizationDeletions.begunAt })
    .from(organizations)
    .leftJoin(
      organizationDeletions,
      and(
        eq(organizationDeletions.organizationId, organizations.id),
        isNotNull(organizationDeletions.begunAt),
      ),
    );
  return row === undefined || row.begunAt !== null;
}
