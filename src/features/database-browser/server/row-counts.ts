import { count } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { ShownTable } from './browsable-tables.ts';
import { readOnly } from './read-only.ts';

/** A count may be this old (contract section 10). */
const lifeMs = 10_000;
/** Counts that one process keeps: tables times organizations. */
const most = 5_000;

interface Kept {
  at: number;
  rows: Promise<number>;
}

/** By organization and table; the oldest come first. */
const kept = new Map<string, Kept>();

/** How many rows of its own the organization has in this table, at most 10 seconds ago. Who asks meanwhile shares one query. */
export function rowCount(context: Context, table: ShownTable): Promise<number> {
  const name = `${context.organizationId} ${table.name}`;
  const now = performance.now();
  const known = kept.get(name);
  if (known && now - known.at < lifeMs) return known.rows;
  const rows = countRows(context, table);
  kept.delete(name);
  kept.set(name, { at: now, rows });
  for (const [oldest] of kept) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
  rows.catch(() => {
    // Whoever waits for it gets the failure; the next one counts again.
    if (kept.get(name)?.rows === rows) kept.delete(name);
  });
  return rows;
}

async function countRows(context: Context, { table }: ShownTable): Promise<number> {
  const [found] = await readOnly(context, (db) => db.select({ rows: count() }).from(table));
  return found?.rows ?? 0;
}
