import { and, type Column, eq, getTableColumns, getTableName, is, type SQL } from 'drizzle-orm';
import { PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { Param } from 'drizzle-orm/sql';
import { tenantColumnOf } from './tenant-table.ts';

type Select = Parameters<PgDialect['buildSelectQuery']>[0];
type Update = Parameters<PgDialect['buildUpdateQuery']>[0];
type Delete = Parameters<PgDialect['buildDeleteQuery']>[0];
type Insert = Parameters<PgDialect['buildInsertQuery']>[0];

/** Under this symbol Drizzle keeps the name that a table has in the database, also on an alias of it. */
const baseName = Symbol.for('drizzle:BaseName');

function tenantKey(table: PgTable): string | undefined {
  const name: unknown = Reflect.get(table, baseName);
  return tenantColumnOf(typeof name === 'string' ? name : getTableName(table));
}

function where(...filters: (SQL | undefined)[]): { where?: SQL } {
  const all = and(...filters);
  return all ? { where: all } : {};
}

/**
 * The second wall beside row level security: every query that is built for an organization carries the filter on the
 * tenant column of every table in it, and every inserted row carries the organization.
 */
export class TenantDialect extends PgDialect {
  readonly #organizationId: string;

  constructor(organizationId: string) {
    super();
    this.#organizationId = organizationId;
  }

  override buildSelectQuery(config: Select): SQL {
    return super.buildSelectQuery({
      ...config,
      ...where(this.#filter(config.table), config.where),
      ...this.#joins(config.joins),
    });
  }

  override buildUpdateQuery(config: Update): SQL {
    const filters = [this.#filter(config.table), this.#filter(config.from), config.where];
    return super.buildUpdateQuery({
      ...config,
      where: and(...filters),
      joins: this.#joins(config.joins).joins ?? [],
    });
  }

  override buildDeleteQuery(config: Delete): SQL {
    return super.buildDeleteQuery({ ...config, where: and(this.#filter(config.table), config.where) });
  }

  override buildInsertQuery(config: Insert): SQL {
    const key = tenantKey(config.table);
    const column = key === undefined ? undefined : getTableColumns(config.table)[key];
    if (key !== undefined && column && Array.isArray(config.values)) {
      for (const row of config.values) row[key] = new Param(this.#organizationId, column);
    }
    return super.buildInsertQuery(config);
  }

  #filter(source: unknown): SQL | undefined {
    if (!is(source, PgTable)) return undefined;
    const column = this.#column(source);
    return column && eq(column, this.#organizationId);
  }

  #column(table: PgTable): Column | undefined {
    const key = tenantKey(table);
    return key === undefined ? undefined : getTableColumns(table)[key];
  }

  #joins(joins: Select['joins']): { joins?: NonNullable<Select['joins']> } {
    if (!joins) return {};
    return {
      joins: joins.map((join) => {
        const filter = this.#filter(join.table);
        return filter ? { ...join, on: and(filter, join.on) } : join;
      }),
    };
  }
}
