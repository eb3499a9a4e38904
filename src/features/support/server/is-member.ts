import { and, eq } from 'drizzle-orm';
import { users } from '#features/organization/server/tables.ts';
import type { Tx } from '#server/context.ts';

/** Whether somebody of the organization signs in with this address: nobody else is written to about its visitors. */
export async function isMember({ db }: Pick<Tx, 'db'>, address: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, address.toLowerCase()), eq(users.isActive, true)));
  return found.length > 0;
}
