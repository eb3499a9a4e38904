import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { syncTree } from '../embedded/cluster-folder.ts';
import { BackupError, extractBackup, readManifest, writeBackup } from './backup-file.ts';
import { createRoles, grantAccess, parseAccess, readAccess } from './postgres-access.ts';
import { runPostgresTool } from './postgres-tools.ts';

/** The role that sees the rows of all tenants; see db/migrations. */
const ROLE_OF_ALL_ROWS = 'app_platform';
const FILES = 'files';
const DUMPS = 'postgres';
const SCHEMA = 'schema.dump';
const WALLED_ROWS = 'walled-rows.dump';
const OTHER_ROWS = 'other-rows.dump';

export interface PostgresBackupOptions {
  databaseUrl: string;
  /** Uploaded files lie in its folder `files`. */
  dataDir: string;
  file: string;
}

/**
 * Writes a PostgreSQL database and the uploaded files to one file. The hub may run meanwhile: all rows are of one
 * instant, the files a moment later.
 *
 * Row level security binds the owner of the tables too, so `pg_dump` as the owner refuses them. The rows behind it are
 * dumped as the role that may see all of them, the others as the owner, in one snapshot.
 * @throws BackupError
 */
export async function backupPostgres(options: PostgresBackupOptions & { hubVersion: string }): Promise<void> {
  const { databaseUrl, dataDir, file, hubVersion } = options;
  if (existsSync(file)) throw new BackupError(`${file} exists already. Choose another name.`);
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const dumps = mkdtempSync(`${path.resolve(file)}.dumps-`);
  const client = new Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    const snapshot = await text(client, 'select pg_export_snapshot() as value');
    const walled = await walledTables(client);
    const inSnapshot = ['--format=custom', '--compress=0', '--data-only', `--snapshot=${snapshot}`];
    const dump = (name: string, args: string[]) =>
      runPostgresTool('pg_dump', databaseUrl, [`--file=${path.join(dumps, name)}`, ...args]);
    await dump(SCHEMA, ['--format=custom', '--compress=0', '--schema-only']);
    await dump(OTHER_ROWS, [...inSnapshot, ...walled.map((table) => `--exclude-table=${table}`)]);
    if (walled.length > 0) {
      const asPlatform = [`--role=${ROLE_OF_ALL_ROWS}`, '--enable-row-security'];
      await dump(WALLED_ROWS, [...inSnapshot, ...asPlatform, ...walled.map((table) => `--table=${table}`)]);
    }
    const description = {
      format: 'ai-hub-backup' as const,
      version: 1 as const,
      kind: 'postgres' as const,
      createdAt: new Date().toISOString(),
      hub: hubVersion,
      postgres: await text(client, `select current_setting('server_version_num')::int / 10000 as value`),
      access: await readAccess(client),
    };
    await writeBackup(file, description, [
      { name: DUMPS, path: dumps },
      { name: FILES, path: path.join(dataDir, FILES) },
    ]);
  } finally {
    await client.end();
    rmSync(dumps, { recursive: true, force: true });
  }
}

/**
 * Puts a backup into a PostgreSQL database that holds no tables, and the uploaded files into the data folder, whose
 * folder `files` must not exist.
 * @throws BackupError; after "half restored" the database has to be created anew.
 */
export async function restorePostgres(options: PostgresBackupOptions): Promise<void> {
  const { databaseUrl, dataDir, file } = options;
  const description = await readManifest(file);
  if (description.kind !== 'postgres') {
    throw new BackupError(`${file} is a backup of an embedded database. Unset DATABASE_URL to restore it.`);
  }
  const access = parseAccess(description.access);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = path.join(dataDir, FILES);
  const unpacked = path.join(path.resolve(dataDir), 'restore.part');
  const client = new Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    await refuseTables(client);
    rmSync(unpacked, { recursive: true, force: true });
    await extractBackup(file, unpacked);
    const restoresFiles = existsSync(path.join(unpacked, FILES));
    if (restoresFiles && existsSync(files)) {
      throw new BackupError(`The folder ${files} exists already. Move it away first.`);
    }
    await createRoles(client, access);
    try {
      await restoreDumps(databaseUrl, path.join(unpacked, DUMPS));
      await grantAccess(client, access);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BackupError(`The database is half restored, create it anew before the next try. ${reason}`, {
        cause: error,
      });
    }
    if (restoresFiles) {
      syncTree(path.join(unpacked, FILES));
      renameSync(path.join(unpacked, FILES), files);
    }
  } finally {
    await client.end();
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** Rows come between tables and walls: the wall and the triggers belong to the part of the schema after the rows. */
async function restoreDumps(databaseUrl: string, dumps: string): Promise<void> {
  const schema = path.join(dumps, SCHEMA);
  const contents = await runPostgresTool('pg_restore', databaseUrl, ['--list', schema]);
  // These name the owner of the dumped database as a role; grantAccess gives them to the new owner.
  const list = path.join(dumps, 'schema.list');
  writeFileSync(list, contents.replaceAll(/^.* DEFAULT ACL .*$/gm, ''));
  const database = databaseName(databaseUrl);
  const restore = (file: string, args: string[]) =>
    runPostgresTool('pg_restore', databaseUrl, [
      `--dbname=${database}`,
      '--exit-on-error',
      '--no-owner',
      '--single-transaction',
      ...args,
      file,
    ]);
  await restore(schema, ['--section=pre-data', `--use-list=${list}`]);
  for (const rows of [OTHER_ROWS, WALLED_ROWS]) {
    if (existsSync(path.join(dumps, rows))) await restore(path.join(dumps, rows), []);
  }
  await restore(schema, ['--section=post-data', `--use-list=${list}`]);
}

/** Tables with forced row level security. @throws BackupError when a row of one could stay unseen. */
async function walledTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string; whole: boolean }>(
    `select n.nspname as schema, c.relname as name, exists (
        select from pg_policy p
         where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
           and pg_get_expr(p.polqual, p.polrelid) in ('true', '(CURRENT_USER = ''app_platform''::name)')
           and (select oid from pg_roles where rolname = $1) = any (p.polroles)) as whole
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
      order by 1, 2`,
    [ROLE_OF_ALL_ROWS],
  );
  const hidden = rows.find(({ whole }) => !whole);
  if (hidden) {
    throw new BackupError(
      `The table ${hidden.name} has no policy that shows all its rows to ${ROLE_OF_ALL_ROWS}.`,
    );
  }
  return rows.map(({ schema, name }) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`);
}

async function refuseTables(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' limit 1`,
  );
  if (rowCount !== 0) {
    throw new BackupError(
      'The database already holds tables. Restore into a new one: create it and set DATABASE_URL.',
    );
  }
}

async function text(client: Client, query: string): Promise<string> {
  const { rows } = await client.query<{ value: unknown }>(query);
  return String(rows[0]?.value);
}

function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
