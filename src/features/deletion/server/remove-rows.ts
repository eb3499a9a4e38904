import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { tenantTableNames } from '#server/db/tenant-table.ts';
import { childrenFirst } from './children-first.ts';

/** Rows that one statement removes, in a transaction of its own: nobody waits long for it. */
export const pieceRows = 2000;

/** These go last, together: while a row of them is left, the deletion is not complete and is taken up again. */
const kept = new Set(['organizations', 'organization_deletions']);

/**
 * Removes the rows of an organization from every tenant table, piece by piece, until nothing is left. Can be stopped and
 * begun again anywhere.
 * @param goOn asked before each piece
 * @returns false when `goOn` ended it, or where no deletion has begun
 */
export async function removeRows(
  database: Database,
  organizationId: string,
  goOn: () => boolean,
): Promise<boolean> {
  const tables = await tablesInOrder(database);
  // Triggers count what is removed in tables that were emptied before: another round, until one finds nothing.
  for (let removed = -1; removed !== 0; ) {
    removed = 0;
    for (const table of tables) {
      for (let last = pieceRows; last === pieceRows; ) {
        if (!goOn()) return false;
        const piece = await removePiece(database, table, organizationId);
        if (piece === null) return false;
        last = piece;
        removed += piece;
      }
    }
  }
  return true;
}

async function tablesInOrder(database: Database): Promise<string[]> {
  const found = await database.asPlatform('the foreign keys decide what is removed first', (tx) =>
    tx.db.execute(sql`
      select c.relname as child, p.relname as parent from pg_constraint f
      join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
      where f.contype = 'f' and c.relnamespace = 'public'::regnamespace`),
  );
  const references = found.map((row) => ({ child: String(row.child), parent: String(row.parent) }));
  const names = tenantTableNames().filter((name) => !kept.has(name));
  return childrenFirst(names, references);
}

/** Answers how many rows went, or null where no deletion of the organization has begun: nothing goes then. */
async function removePiece(
  database: Database,
  table: string,
  organizationId: string,
): Promise<number | null> {
  const name = sql.identifier(table);
  const rows = await database.asPlatform('a piece of a deleted organization is removed', (tx) =>
    tx.db.execute(sql`
      with begun as (
        select 1 from organization_deletions
        where organization_id = ${organizationId}::uuid and begun_at is not null
      ), gone as (
        delete from ${name} where exists (select from begun) and ctid = any(array(
          select ctid from ${name} where organization_id = ${organizationId}::uuid limit ${pieceRows}))
        returning 1
      ) select (select count(*)::int from gone) as removed, exists (select from begun) as begun`),
  );
  return rows[0]?.begun === true ? Number(rows[0].removed) : null;
}
