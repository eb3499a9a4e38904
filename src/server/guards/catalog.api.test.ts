import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../db/connect.ts';
import { tenantTableNames } from '../db/tenant-table.ts';
import { features } from '../features.ts';
import { openTestDatabase, testDatabaseUrl } from '../testing/test-database.ts';

/** Tables without a tenant, each with its reason. */
const global = new Map([
  ['hub_migrations', 'which migrations have run'],
  ['rate_counters', 'digests of addresses and accounts, over all tenants'],
  [
    'released_slugs',
    'digests of subdomains that tenants had, kept when a tenant is deleted; the platform alone reads them',
  ],
]);

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

async function names(sql: string): Promise<string[]> {
  const { rows } = await open.database.asOwner(sql);
  return rows.map((row) => String(row.name));
}

/** Faults of the tenant tables, by catalog. A planted table shows that each is found. */
const faults = `
  with tables as (
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity,
      (select a.attnum from pg_attribute a where a.attrelid = c.oid and a.attname = case when c.relname = 'organizations' then 'id' else 'organization_id' end) as tenant
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in (${[...global.keys()].map((name) => `'${name}'`).join(', ')})
  )
  select relname || ': no tenant column' as name from tables where tenant is null
  union all select relname || ': tenant may be null' from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum = t.tenant where not a.attnotnull
  union all select relname || ': row level security is not forced' from tables where not (relrowsecurity and relforcerowsecurity)
  union all select relname || ': no policy for app_tenant' from tables t where not exists (
    select from pg_policy p where p.polrelid = t.oid and p.polroles @> array(select oid from pg_roles where rolname = 'app_tenant')
      and pg_get_expr(p.polqual, p.polrelid) like '%NULLIF(current_setting(''app.organization_id''%' and (p.polcmd = 'r' or p.polwithcheck is not null))
  union all select relname || ': key ' || i.indexrelid::regclass || ' does not begin with the tenant' from tables t join pg_index i on i.indrelid = t.oid
    where i.indisunique and relname <> 'organizations' and i.indkey[0] <> t.tenant
  union all select relname || ': foreign key ' || con.conname || ' does not begin with the tenant' from tables t join pg_constraint con on con.conrelid = t.oid
    where con.contype = 'f' and con.conkey[1] <> t.tenant
  union all select relname || ': foreign key ' || con.conname || ' has no index' from tables t join pg_constraint con on con.conrelid = t.oid
    where con.contype = 'f' and not exists (
      select from pg_index i where i.indrelid = t.oid and array(select k from unnest(i.indkey[0:array_length(con.conkey, 1) - 1]) k) @> con.conkey)
`;

describe('the catalog', () => {
  it('walls every tenant table in: tenant column, forced policies, keys and foreign keys that begin with the tenant, indexes', async () => {
    expect(await names(faults)).toEqual([]);
  });

  it('is caught when a table forgets: a planted one', async () => {
    await open.database.asOwner(
      'create table planted (id uuid primary key, organization_id uuid references organizations (id))',
    );
    const found = await names(faults);
    await open.database.asOwner('drop table planted');
    expect(found).toEqual(
      expect.arrayContaining([
        'planted: tenant may be null',
        'planted: row level security is not forced',
        'planted: no policy for app_tenant',
        'planted: key planted_pkey does not begin with the tenant',
      ]),
    );
  });

  it('has exactly the tables that the features declare', async () => {
    const tables = await names(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    expect(tables).toEqual([...tenantTableNames(), ...global.keys()].toSorted());
  });

  it('has no view that runs as its owner, and no definer function but the reviewed ones', async () => {
    expect(
      await names(
        `select relname as name from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace and relname not like 'pg_%'`,
      ),
    ).toEqual([]);
    expect(
      await names(
        `select proname as name from pg_proc p where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
      ),
    ).toEqual(['search_leads', 'search_posts', 'search_prospects']);
    expect(
      await names(
        `select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and not coalesce(proconfig::text like '%search_path%', false)`,
      ),
    ).toEqual([]);
  });

  it('lets the runtime roles do no more than read and write rows', async () => {
    const roles = await open.database.asOwner(
      `select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole from pg_roles where rolname in ('app_tenant', 'app_platform', 'app_search') order by 1`,
    );
    for (const row of roles.rows)
      expect(row).toMatchObject({
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: false,
        rolcreaterole: false,
      });
    expect(roles.rows).toHaveLength(3);
    const members = await names(
      `select m.member::regrole::text as name from pg_auth_members m where m.roleid = 'app_search'::regrole`,
    );
    expect(members.filter((name) => name === 'app_tenant' || name === 'app_platform')).toEqual([]);
    expect(
      await names(
        `select table_name || ':' || privilege_type as name from information_schema.table_privileges where grantee = 'app_tenant' and table_name = 'audit_log' order by 1`,
      ),
    ).toEqual(['audit_log:INSERT', 'audit_log:SELECT']);
  });

  it('shows in exports and in the database browser only columns that exist, and no secret', async () => {
    const columns = new Set(
      await names(
        `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
      ),
    );
    const { getTableName } = await import('drizzle-orm');
    const shown = features.flatMap((feature) =>
      feature.browsable.flatMap((one) => one.columns.map((column) => `${getTableName(one.table)}.${column}`)),
    );
    expect(shown.filter((name) => !columns.has(name))).toEqual([]);
    expect(
      shown.filter((name) =>
        /hash|token|secret|password|sealed|digest|_key\b|lease|bytes|payload/.test(name),
      ),
    ).toEqual([]);
  });

  it('gives each table of the database browser one name, a key that is shown, and the users to admins only', async () => {
    const { getTableColumns, getTableName } = await import('drizzle-orm');
    const { getTableConfig } = await import('drizzle-orm/pg-core');
    const browsable = features.flatMap((feature) => feature.browsable);
    const tables = browsable.map(({ table }) => getTableName(table));
    expect(tables.filter((name) => !tenantTableNames().includes(name))).toEqual([]);
    const shownNames = browsable.map(({ name }) => name);
    expect(new Set(shownNames).size).toBe(browsable.length);
    for (const { table, columns, name } of browsable) {
      expect(new Set(columns).size, name).toBe(columns.length);
      expect(columns, name).not.toContain('organization_id');
      const { primaryKeys } = getTableConfig(table);
      const key = primaryKeys.flatMap((one) => one.columns.map((column) => column.name));
      expect(
        key.filter((column) => column !== 'organization_id' && !columns.includes(column)),
        name,
      ).toEqual([]);
      const binary = Object.values(getTableColumns(table)).filter(
        (column) => column.getSQLType() === 'bytea' && columns.includes(column.name),
      );
      expect(binary, name).toEqual([]);
    }
    expect(browsable.filter(({ access }) => access === 'admin').map(({ name }) => name)).toEqual(['users']);
  });
});

describe('a connection without an organization', () => {
  it('sees nothing, also after a transaction, an error and a role switch', async () => {
    const { database } = open;
    const nobody = database.forOrganization('00000000-0000-7000-8000-000000000000');
    expect(await nobody.db.execute('select * from users')).toEqual([]);
    await expect(nobody.tx((tx) => tx.db.execute('select * from no_such_table'))).rejects.toThrow();
    const state = await database.asOwner(
      `select coalesce(nullif(current_setting('app.organization_id', true), ''), 'none') as name, current_user = session_user as own`,
    );
    expect(state.rows[0]).toMatchObject({ name: 'none', own: true });
  });

  it.skipIf(testDatabaseUrl === null)('sees nothing as the login role of a PostgreSQL either', async () => {
    await open.database.asPlatform('a test makes an organization', (tx) =>
      tx.db.execute(
        `insert into organizations (id, name, slug, timezone, contact_email) values (gen_random_uuid(), 'x', 'x', 'UTC', 'x')`,
      ),
    );
    expect((await open.database.asOwner('select count(*)::int as n from organizations')).rows).toEqual([
      { n: 0 },
    ]);
  });

  it('throws when a query is sent outside the open transaction', async () => {
    const { database } = open;
    const nobody = database.forOrganization('00000000-0000-7000-8000-000000000000');
    const nested = nobody.tx(async () => nobody.db.execute('select 1'));
    await expect(nested.catch((error: Error) => Promise.reject(error.cause ?? error))).rejects.toThrow(
      'outside the open transaction',
    );
  });
});
