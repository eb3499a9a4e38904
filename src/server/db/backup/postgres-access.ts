import { type Client, escapeIdentifier } from 'pg';
import * as z from 'zod';

/**
 * Who may do what in a database, as far as a dump without owners does not say it: roles belong to the server, and a
 * function with the rights of its owner must get that very owner again, or it would see every tenant's rows.
 */
const access = z.object({
  /** Roles that policies, rights and functions name, all without login. */
  roles: z.array(z.string()),
  /** Functions that do not belong to the owner of the database, by signature. */
  functions: z.array(z.object({ signature: z.string(), owner: z.string() })),
  /** Rights that later tables of a schema get by themselves. */
  defaults: z.array(z.object({ schema: z.string(), role: z.string(), privilege: z.string() })),
});
export type Access = z.infer<typeof access>;

export function parseAccess(value: unknown): Access {
  return access.parse(value);
}

export async function readAccess(client: Client): Promise<Access> {
  const roles = await client.query<{ name: string }>(
    `select rolname as name from pg_roles
      where not rolcanlogin and rolname !~ '^pg_' and oid in (
        select unnest(polroles) from pg_policy
        union select (aclexplode(relacl)).grantee from pg_class
        union select (aclexplode(nspacl)).grantee from pg_namespace
        union select proowner from pg_proc where pronamespace = 'public'::regnamespace)
      order by 1`,
  );
  const functions = await client.query<{ signature: string; owner: string }>(
    `select p.oid::regprocedure::text as signature, r.rolname as owner
       from pg_proc p join pg_roles r on r.oid = p.proowner
      where p.pronamespace = 'public'::regnamespace and not r.rolcanlogin
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by 1`,
  );
  const defaults = await client.query<{ schema: string; role: string; privilege: string }>(
    `select n.nspname as schema, r.rolname as role, a.privilege_type as privilege
       from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace
       cross join aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee
      where d.defaclobjtype = 'r' and not r.rolcanlogin
      order by 1, 2, 3`,
  );
  return { roles: roles.rows.map(({ name }) => name), functions: functions.rows, defaults: defaults.rows };
}

/** Makes the roles that the dump's rights and policies name. */
export async function createRoles(client: Client, { roles }: Access): Promise<void> {
  for (const role of roles) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) {
      await client.query(`create role ${escapeIdentifier(role)} nologin nosuperuser nobypassrls`);
    }
  }
}

/** After the dump has been restored: memberships, default rights and owners, all of it or nothing. */
export async function grantAccess(client: Client, { roles, functions, defaults }: Access): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  const owners = new Set(functions.map(({ owner }) => owner));
  await client.query('begin');
  for (const { schema, role, privilege } of defaults) {
    await client.query(
      `alter default privileges in schema ${escapeIdentifier(schema)} grant ${privilege} on tables to ${escapeIdentifier(role)}`,
    );
  }
  if (!rows[0]?.rolsuper) {
    for (const role of roles) await client.query(`grant ${escapeIdentifier(role)} to current_user`);
  }
  for (const owner of owners)
    await client.query(`grant create on schema public to ${escapeIdentifier(owner)}`);
  for (const { signature, owner } of functions) {
    await client.query(`alter function ${signature} owner to ${escapeIdentifier(owner)}`);
  }
  // A role that owns functions has rights that nobody else may have, so nobody stays its member.
  for (const owner of owners) {
    await client.query(`revoke create on schema public from ${escapeIdentifier(owner)}`);
    if (!rows[0]?.rolsuper) await client.query(`revoke ${escapeIdentifier(owner)} from current_user`);
  }
  await client.query('commit');
}
