import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureJobSchema } from '../../jobs/job-schema.ts';
import { clientExecutor } from '../../jobs/sql-executor.ts';
import { migrate } from '../migrate.ts';
import { backupPostgres, restorePostgres } from './postgres-backup.ts';
import { connectionEnvironment } from './postgres-tools.ts';

/** A PostgreSQL server's superuser, who makes the roles and databases of these tests; without one they are skipped. */
const SERVER_URL = process.env['TEST_ADMIN_URL'];
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const OWNER = `hub_backup_owner_${process.pid}`;

const source = `hub_backup_source_${process.pid}`;
const target = `hub_backup_target_${process.pid}`;

async function run<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function onServer(text: string, database?: string): Promise<unknown> {
  const url = new URL(SERVER_URL ?? '');
  if (database) url.pathname = `/${database}`;
  return run(url.href, (client) => client.query(text));
}

/** As the hub is run: its role owns the database, is no superuser and is bound by row level security. */
function owned(database: string): string {
  const url = new URL(SERVER_URL ?? '');
  url.username = OWNER;
  url.password = 'secret/with:signs';
  url.pathname = `/${database}`;
  return url.href;
}

async function createDatabase(name: string): Promise<void> {
  await onServer(`create database ${name} owner ${OWNER} template template0`);
  await onServer(`alter schema public owner to ${OWNER}`, name);
}

/** The whole schema as text: tables, walls, rights, owners. */
function schemaOf(database: string): string {
  const text = execFileSync('pg_dump', ['--schema-only'], {
    env: { ...process.env, ...connectionEnvironment(owned(database)) },
    encoding: 'utf8',
  });
  return text.replaceAll(/^(--|\\).*\n/gm, '');
}

function namesSeenBy(role: string, database: string): Promise<string[]> {
  return run(owned(database), async (client) => {
    await client.query(`set role ${role}`);
    const { rows } = await client.query('select name from organizations order by name');
    return rows.map(({ name }) => name);
  });
}

describe.runIf(SERVER_URL)('a backup of a PostgreSQL database', () => {
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'hub-pg-backup-'));
    file = path.join(folder, 'hub.tar.gz');
    await onServer(`create role ${OWNER} login createrole password 'secret/with:signs'`);
    await createDatabase(source);
    await run(owned(source), async (client) => {
      await migrate(client, MIGRATIONS);
      await ensureJobSchema(clientExecutor(client));
      await client.query('set role app_platform');
      for (const name of ['Alpha', 'Beta']) {
        const { rows } = await client.query(
          `select column_name as name, data_type as type from information_schema.columns
            where table_name = 'organizations' and is_nullable = 'NO' and column_default is null`,
        );
        const values = rows.map((column) => (column.type === 'uuid' ? crypto.randomUUID() : name));
        await client.query(
          `insert into organizations (${rows.map((column) => column.name).join()}) values (${values.map((_value, index) => `$${index + 1}`).join()})`,
          values,
        );
      }
    });
    mkdirSync(path.join(folder, 'data', 'files'), { recursive: true });
    writeFileSync(path.join(folder, 'data', 'files', 'one'), 'uploaded');
    await backupPostgres({
      databaseUrl: owned(source),
      dataDir: path.join(folder, 'data'),
      file,
      hubVersion: '1.2.3',
    });
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const name of [source, target]) await onServer(`drop database if exists ${name} with (force)`);
    await onServer(`drop owned by ${OWNER}; drop role ${OWNER}`);
  });

  it('restores into a new database: rows of every tenant, walls, rights, owners and files', async () => {
    await createDatabase(target);
    const dataDir = path.join(folder, 'restored');
    await restorePostgres({ databaseUrl: owned(target), dataDir, file });
    expect(schemaOf(target)).toBe(schemaOf(source));
    expect(await namesSeenBy('app_platform', target)).toEqual(['Alpha', 'Beta']);
    expect(readFileSync(path.join(dataDir, 'files', 'one'), 'utf8')).toBe('uploaded');
    expect(existsSync(path.join(dataDir, 'restore.part'))).toBe(false);
    // The walls stand, and the migrations find nothing to do.
    expect(await namesSeenBy('app_tenant', target)).toEqual([]);
    expect(await run(owned(target), (client) => migrate(client, MIGRATIONS))).toEqual({ applied: [] });
  });

  it('is refused by a database that holds tables', async () => {
    const dataDir = path.join(folder, 'other');
    await expect(restorePostgres({ databaseUrl: owned(source), dataDir, file })).rejects.toThrow(
      'already holds tables',
    );
  });

  it('says which tool is missing', async () => {
    const before = process.env['PATH'];
    process.env['PATH'] = folder;
    const options = { dataDir: folder, file: path.join(folder, 'second.tar.gz'), hubVersion: '1.2.3' };
    const attempt = backupPostgres({ databaseUrl: owned(source), ...options });
    await expect(attempt.finally(() => (process.env['PATH'] = before))).rejects.toThrow(
      'pg_dump was not found on the PATH',
    );
    expect(existsSync(options.file)).toBe(false);
  });
});
