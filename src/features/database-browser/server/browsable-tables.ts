import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import type { Context, Session } from '#server/context.ts';
import { tenantColumnOf } from '#server/db/tenant-table.ts';
import type { Browsable } from '#server/feature.ts';
import { roleAtLeast } from '#shared/access.ts';
import { notFound } from '#shared/errors.ts';
import type { Column } from '../contract.ts';

export interface ShownColumn extends Column {
  column: PgColumn;
}

/** A table as the database browser shows it. */
export interface ShownTable {
  name: string;
  table: Browsable['table'];
  columns: readonly ShownColumn[];
  /** The primary key without the organization: the order of the rows. */
  key: readonly PgColumn[];
}

const described = new WeakMap<Browsable, ShownTable>();

/** The specification's tables come first, in its order; then the others, in the order of the features. */
const firstTables = ['users', 'leads', 'correspondence', 'social_posts', 'prospects', 'outreach_emails'];

function rankOf({ name }: Browsable): number {
  const rank = firstTables.indexOf(name);
  return rank === -1 ? firstTables.length : rank;
}

/** The tables that this caller may look at. Owners and admins see the users; keys never do. */
export function tablesFor({ session, services }: Pick<Context, 'session' | 'services'>): ShownTable[] {
  return services.browsable
    .filter((one) => maySee(session, one))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(describe);
}

/** @throws AppError not_found for every name that is not in the caller's list, letter for letter */
export function tableNamed(context: Pick<Context, 'session' | 'services'>, name: string): ShownTable {
  const table = tablesFor(context).find((one) => one.name === name);
  if (!table) throw notFound('table');
  return table;
}

function maySee(session: Session, { access }: Browsable): boolean {
  return access === 'all' || (session.kind === 'user' && roleAtLeast(session.role, 'admin'));
}

function describe(one: Browsable): ShownTable {
  const known = described.get(one);
  if (known) return known;
  const { primaryKeys, foreignKeys, name: sqlName } = getTableConfig(one.table);
  const tenant = getTableColumns(one.table)[tenantColumnOf(sqlName) ?? ''];
  const all = Object.values(getTableColumns(one.table));
  const key = [...primaryKeys.flatMap(({ columns }) => columns), ...all.filter(({ primary }) => primary)]
    .filter((column) => column.name !== tenant?.name)
    .map(({ name }) => name);
  const references = new Set(
    foreignKeys.flatMap((foreign) => foreign.reference().columns.map((column) => column.name)),
  );
  const byName = new Map(all.map((column) => [column.name, column]));
  const pick = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const shown: ShownTable = {
    name: one.name,
    table: one.table,
    columns: pick(one.columns).map((column) => ({
      column,
      name: column.name,
      type: typeOf(column),
      primaryKey: key.includes(column.name),
      foreignKey: references.has(column.name),
      nullable: !column.notNull,
    })),
    key: pick(key),
  };
  described.set(one, shown);
  return shown;
}

/** As information_schema says it: without the precision. */
function typeOf(column: PgColumn): string {
  return column.getSQLType().replace(/ ?\(\d+(?:, ?\d+)?\)/, '');
}
