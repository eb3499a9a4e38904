import { type BuildExtraConfigColumns, type HasDefault, type NotNull, sql } from 'drizzle-orm';
import {
  type PgColumnBuilderBase,
  type PgTable,
  type PgTableExtraConfigValue,
  type PgUUIDBuilderInitial,
  pgPolicy,
  pgRole,
  pgTable,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

export const appTenant = pgRole('app_tenant').existing();
export const appPlatform = pgRole('app_platform').existing();

/** The organization of the running transaction; NULL outside one, so that nothing matches. */
export const currentOrganization = sql`(select nullif(current_setting('app.organization_id', true), '')::uuid)`;

/**
 * The platform's rows are all rows, but only for who has really switched to its role: the login role is a member of it,
 * and a policy reaches members as well.
 */
export const asPlatformRole = sql`current_user = 'app_platform'`;

/** The same as a column default, where PostgreSQL takes no subquery. */
const organizationDefault = sql`nullif(current_setting('app.organization_id', true), '')::uuid`;

/** SQL name of a tenant table → property of its tenant column. tenant-dialect.ts filters by it. */
const tenantColumns = new Map<string, string>();

/** The property that holds a table's tenant, or undefined for a table on the short list without one. */
export function tenantColumnOf(tableName: string): string | undefined {
  return tenantColumns.get(tableName);
}

export function tenantTableNames(): string[] {
  return [...tenantColumns.keys()];
}

/** An instant with milliseconds, as on the wire: what is stored compares equal to what was sent. */
export function instantColumn(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}

function policies() {
  return [
    pgPolicy('tenant', {
      for: 'all',
      to: appTenant,
      using: sql`organization_id = ${currentOrganization}`,
      withCheck: sql`organization_id = ${currentOrganization}`,
    }),
    pgPolicy('platform', { for: 'all', to: appPlatform, using: asPlatformRole, withCheck: asPlatformRole }),
  ];
}

type OrganizationId = HasDefault<NotNull<PgUUIDBuilderInitial<'organization_id'>>>;

/**
 * Declares a table that belongs to organizations: adds `organization_id` (from the transaction when left out), row
 * level security and its policies. Keys must begin with the organization; the guards read the catalog for that.
 */
export function tenantTable<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  extra: (
    self: BuildExtraConfigColumns<Name, Columns & { organizationId: OrganizationId }, 'pg'>,
  ) => PgTableExtraConfigValue[],
) {
  tenantColumns.set(name, 'organizationId');
  const organizationId: OrganizationId = uuid('organization_id').notNull().default(organizationDefault);
  return pgTable(name, { ...columns, organizationId }, (self) => [...policies(), ...extra(self)]).enableRLS();
}

/** Marks the one table whose tenant is its own id (organizations). */
export function tenantByOwnId<T extends PgTable>(name: string, table: T): T {
  tenantColumns.set(name, 'id');
  return table;
}
