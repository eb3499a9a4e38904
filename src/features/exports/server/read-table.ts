import { and, asc, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import type { OrganizationContext } from '#server/context.ts';
import { tenantColumnOf } from '#server/db/tenant-table.ts';
import type { Exportable } from '#server/feature.ts';

type Row = Record<string, unknown>;

const atOnce = 500;
/** Rows that hold a mail or a file: each may have 35 MB. */
const heavyAtOnce = 4;

/** Names and columns of what leaves: neither the secret ones nor the organization's, which is the same in every row. */
function shownColumns({ table, without }: Exportable): [string, PgColumn][] {
  const all: [string, PgColumn][] = Object.values(getTableColumns(table)).map((column) => [
    column.name,
    column,
  ]);
  return all.filter(([name]) => name !== 'organization_id' && !without.includes(name));
}

function holdsBytes(column: PgColumn): boolean {
  return column.getSQLType() === 'bytea';
}

/** Names of what a CSV file shows: bytes are in the JSON file alone. */
export function csvNames(exportable: Exportable): string[] {
  return shownColumns(exportable)
    .filter(([, column]) => !holdsBytes(column))
    .map(([name]) => name);
}

/** Columns of the primary key besides the organization; they order the rows. */
function keyColumns({ table }: Exportable): PgColumn[] {
  const config = getTableConfig(table);
  const composite = config.primaryKeys.flatMap((key) => key.columns);
  const key = composite.length > 0 ? composite : config.columns.filter((column) => column.primary);
  return key.filter((column) => column.name !== 'organization_id');
}

/** All rows of a table of one organization, some hundred at a time, each page by the key after the last. */
export async function* rowsOf({ db }: OrganizationContext, exportable: Exportable): AsyncGenerator<Row[]> {
  if (tenantColumnOf(getTableName(exportable.table)) === undefined)
    throw new Error(`${getTableName(exportable.table)} belongs to no organization.`);
  const shown = shownColumns(exportable);
  const key = keyColumns(exportable);
  const selected = {
    ...Object.fromEntries(shown.map(([name, column]) => [`c_${name}`, column])),
    ...Object.fromEntries(key.map((column, index) => [`k_${index}`, column])),
  };
  const pageSize = shown.some(([, column]) => holdsBytes(column)) ? heavyAtOnce : atOnce;
  let after: unknown[] | null = null;
  for (;;) {
    const rows: Row[] = await db
      .select(selected)
      .from(exportable.table)
      .where(and(after === null ? undefined : beyond(key, after)))
      .orderBy(...key.map((column) => asc(column)))
      .limit(pageSize);
    if (rows.length === 0) return;
    yield rows.map((row) => Object.fromEntries(shown.map(([name]) => [name, row[`c_${name}`]])));
    const last = rows.at(-1);
    if (rows.length < pageSize || last === undefined || key.length === 0) return;
    after = key.map((_column, index) => last[`k_${index}`]);
  }
}

function beyond(key: PgColumn[], after: unknown[]): SQL {
  const left = sql.join(
    key.map((column) => sql`${column}`),
    sql`, `,
  );
  const right = sql.join(
    key.map((column, index) => sql`${sql.param(after[index], column)}`),
    sql`, `,
  );
  return sql`(${left}) > (${right})`;
}
