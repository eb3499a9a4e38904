import type { Context } from '#server/context.ts';
import type { Table } from '../contract.ts';
import { tablesFor } from './browsable-tables.ts';
import { rowCount } from './row-counts.ts';

/** The tables that the caller may look at, each with its columns and its number of rows of the caller's organization. */
export async function readSchema(context: Context): Promise<Table[]> {
  const tables: Table[] = [];
  // One count after the other: a browser that is opened does not take every connection of the pool.
  for (const table of tablesFor(context)) {
    tables.push({
      name: table.name,
      rowCount: await rowCount(context, table),
      columns: table.columns.map(({ name, type, primaryKey, foreignKey, nullable }) => ({
        name,
        type,
        primaryKey,
        foreignKey,
        nullable,
      })),
    });
  }
  return tables;
}
