import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './node-process.ts';

const run = promisify(execFile);

export interface TestPostgres {
  /** Connection of a role that owns its database and may create roles, but is no superuser. */
  url: string;
  /** Makes an empty database and gives its connection. */
  createDatabase(name: string): Promise<string>;
  /** Connection of the superuser, whom row level security does not bind, to a database. */
  adminUrl(name: string): string;
  stop(): Promise<void>;
}

function binaries(): string | null {
  const root = '/usr/lib/postgresql';
  const found = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.PG_BIN, ...found.map((version) => join(root, version, 'bin'))];
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root: there it runs as the user `postgres` of the package. */
function asServerUser(command: string, args: string[]): [string, string[]] {
  return process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];
}

/** Starts a real PostgreSQL in a temporary folder on loopback, or null where none is installed. */
export async function startPostgres(): Promise<TestPostgres | null> {
  const bin = binaries();
  if (!bin) return null;
  const folder = mkdtempSync(join(tmpdir(), 'hub-postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  await run(
    ...asServerUser(join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ]),
    { cwd: folder },
  );
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '100',
    shared_buffers: '256MB',
    log_min_messages: 'fatal',
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const [command, args] = asServerUser(join(bin, 'postgres'), ['-D', data, ...flags]);
  const server = spawn(command, args, { cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const admin = `postgresql://postgres@127.0.0.1:${port}`;
  await retry(() => query(`${admin}/postgres`, 'select 1'));
  const password = randomBytes(12).toString('hex');
  await query(`${admin}/postgres`, `create role hub login createrole password '${password}'`);
  const createDatabase = async (name: string) => {
    await query(
      `${admin}/postgres`,
      `create database "${name}" owner hub template template0 encoding 'UTF8' locale 'C.UTF-8'`,
    );
    await query(`${admin}/${name}`, 'alter schema public owner to hub');
    return `postgresql://hub:${password}@127.0.0.1:${port}/${name}`;
  };
  return {
    url: await createDatabase('hub'),
    adminUrl: (name) => `${admin}/${name}`,
    createDatabase,
    stop: async () => {
      server.kill('SIGINT');
      await run(...asServerUser(join(bin, 'pg_ctl'), ['-D', data, 'stop', '-m', 'immediate']), {
        cwd: folder,
      }).catch(() => undefined);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let left = 100; ; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
