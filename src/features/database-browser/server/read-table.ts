import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import type { databaseApi, Row, TablePage } from '../contract.ts';
import { type ShownTable, tableNamed } from './browsable-tables.ts';
import { cellOf, readOf } from './cell.ts';
import { readOnly } from './read-only.ts';
import { rowCount } from './row-counts.ts';

/**
 * A page of one table in the order of its primary key (shapes section 11). A page behind the last one is empty.
 * @throws AppError not_found for a name that the caller's list of tables does not hold
 */
export async function readTable(
  context: Context,
  { params, query }: Input<(typeof databaseApi)['endpoints']['table']>,
): Promise<TablePage> {
  const table = tableNamed(context, params.tableName);
  const { page, limit } = query;
  const counted = await rowCount(context, table);
  const before = (page - 1) * limit;
  const data = before > 0 && before >= counted ? [] : await readRows(context, table, limit, before);
  const total = totalOf(counted, data.length, limit, before);
  return { data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}

/** A count may be older than the rows: what the page itself shows of the total is believed first. */
function totalOf(counted: number, found: number, limit: number, before: number): number {
  const seen = before + found;
  const isLast = found < limit && (found > 0 || before === 0);
  return isLast ? seen : Math.max(counted, found > 0 ? seen : 0);
}

/**
 * What stands before the page is passed over in the index of the primary key alone; whole rows are read for the page
 * only. Otherwise a late page would read every row before it, with its long texts.
 */
async function readRows(
  context: Context,
  { table, columns, key }: ShownTable,
  limit: number,
  before: number,
): Promise<Row[]> {
  const rows = await readOnly(context, (db) => {
    const keys = db
      .select(Object.fromEntries(key.map((column) => [column.name, column])))
      .from(table)
      .orderBy(...key.map((column) => asc(column)))
      .limit(limit)
      .offset(before)
      .as('page_keys');
    const same = key.map((column) =>
      eq(column, sql`${sql.identifier('page_keys')}.${sql.identifier(column.name)}`),
    );
    return db
      .select(Object.fromEntries(columns.map(({ name, column }) => [name, readOf(column)])))
      .from(table)
      .innerJoin(keys, and(...same))
      .orderBy(...key.map((column) => asc(column)));
  });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])),
  );
}
