import { and, eq } from 'drizzle-orm';
import { users } from '#features/organization/server/tables.ts';
import type { Tx } from '#server/context.ts';
import { notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';

/** The id of a colleague who can be given work. @throws AppError not_found for anyone else, also for other tenants' users. */
export async function activeUser(tx: Tx, id: string): Promise<string> {
  const [found] = isRowId(id)
    ? await tx.db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), eq(users.isActive, true)))
    : [];
  if (!found) throw notFound('colleague');
  return found.id;
}
