import { sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/database.ts';

/** Queries in a transaction that the database itself lets change nothing (PostgreSQL, SET TRANSACTION). */
export function readOnly<T>(context: Context, work: (db: Queries) => Promise<T>): Promise<T> {
  return context.tx(async ({ db }) => {
    await db.execute(sql`set transaction read only`);
    return work(db);
  });
}
