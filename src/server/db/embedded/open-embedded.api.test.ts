import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool, type PoolClient } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cpuMsSince } from '../../testing/fastest.ts';
import { clusterFolder, EMBEDDED_POSTGRES_MAJOR } from './cluster-folder.ts';
import { DataFolderInUse } from './data-lock.ts';
import {
  type EmbeddedDatabase,
  type EmbeddedLocation,
  type EmbeddedOptions,
  openEmbedded,
} from './open-embedded.ts';

let folder: string;
/** A fresh cluster, so that not every test waits for initdb. */
let fresh: Uint8Array;
/** Processor milliseconds that making it took. */
let freshMs: number;
let template: string;
const opened: { database: EmbeddedDatabase; pool: Pool }[] = [];

beforeAll(async () => {
  const before = process.cpuUsage();
  const database = await openEmbedded({ memory: true });
  freshMs = cpuMsSince(before);
  fresh = await database.dump();
  await database.close();
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hub-embedded-'));
  template = path.join(folder, 'template.tar.gz');
  writeFileSync(template, fresh);
});

afterEach(async () => {
  for (const { database, pool } of opened.splice(0)) {
    await pool.end();
    await database.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function open(location: EmbeddedLocation, options?: EmbeddedOptions) {
  const database = await openEmbedded(location, options);
  const pool = new Pool(database.clientConfig);
  pool.on('error', () => {}); // An idle client reports the restarts that these tests ask for.
  opened.push({ database, pool });
  return { database, pool };
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

describe('the embedded database on disk', () => {
  it('keeps what was committed, makes the disk sync at every commit, and opens again', async () => {
    const first = await open({ dataDir: folder });
    await first.pool.query('create table lead (id int primary key, name text not null)');
    const before = await first.database.fsyncs();
    for (let id = 0; id < 20; id += 1) await first.pool.query('insert into lead values ($1, $2)', [id, 'x']);
    // The promise of durability rests on PGlite's internals: this is what notices when they change.
    expect((await first.database.fsyncs()) - before).toBeGreaterThanOrEqual(20);
    const { rows: settings } = await first.pool.query(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') order by name`,
    );
    expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'synchronous_commit=on',
      'wal_sync_method=fsync',
    ]);
    await first.pool.end();
    await first.database.close();
    opened.length = 0;

    const second = await open({ dataDir: folder });
    const { rows } = await second.pool.query('select count(*)::int as count from lead');
    expect(rows).toEqual([{ count: 20 }]);
  });

  it('is made from a template where there is one, and only when it is new', async () => {
    const first = await open({ dataDir: folder, template });
    await first.pool.query('create table lead (id int)');
    await first.pool.end();
    await first.database.close();
    opened.length = 0;
    const second = await open({ dataDir: folder, template });
    expect((await second.pool.query('select count(*)::int as count from lead')).rows).toEqual([{ count: 0 }]);
    expect(existsSync(`${clusterFolder(folder)}.initializing`)).toBe(false);
  });

  it('is refused to a second opener, and the refusal leaves the first one working', async () => {
    const { pool } = await open({ dataDir: folder, template });
    await expect(openEmbedded({ dataDir: folder })).rejects.toThrow(DataFolderInUse);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('starts over when the first start was cut off before the files were on disk', async () => {
    const cluster = clusterFolder(folder);
    mkdirSync(cluster);
    writeFileSync(path.join(cluster, 'PG_VERSION'), `${EMBEDDED_POSTGRES_MAJOR}\n`);
    writeFileSync(`${cluster}.initializing`, '');
    const { pool } = await open({ dataDir: folder, template });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it.each([
    ['another major version', 'PG_VERSION', '19\n', /belongs to PostgreSQL 19; this version of AI Hub opens/],
    ['something else', 'photo.jpg', '', /is not empty and holds no database/],
  ])(
    'says in one line that the folder holds %s, and frees it again',
    async (_what, file, content, message) => {
      const cluster = clusterFolder(folder);
      mkdirSync(cluster);
      writeFileSync(path.join(cluster, file), content);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await expect(openEmbedded({ dataDir: folder })).rejects.toThrow(message);
      }
      expect(readFileSync(path.join(cluster, file), 'utf8')).toBe(content);
    },
  );
});

describe('the embedded database', () => {
  it('is the PostgreSQL version that the folder check expects, with the extensions of the hub', async () => {
    const { pool } = await open({ memory: true, snapshot: fresh });
    const { rows } = await pool.query(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('shared_buffers') as buffers`,
    );
    expect(rows).toEqual([{ major: Number(EMBEDDED_POSTGRES_MAJOR), buffers: '16MB' }]);
    for (const extension of ['pg_trgm', 'btree_gin', 'btree_gist']) {
      await pool.query(`create extension ${extension}`);
    }
    expect((await pool.query(`select similarity('lead', 'leads') > 0.4 as similar`)).rows).toEqual([
      { similar: true },
    ]);
  });

  it('carries large values and long results in both directions', async () => {
    const { pool } = await open({ memory: true, snapshot: fresh });
    const text = 'ü'.repeat(3_000_000);
    const { rows } = await pool.query('select $1::text as text', [text]);
    expect(rows[0]?.text).toBe(text);
    const many = await pool.query('select n, repeat($1, 100) as text from generate_series(1, 50000) as n', [
      'x',
    ]);
    expect(many.rows).toHaveLength(50_000);
    expect(many.rows.at(-1)).toEqual({ n: 50_000, text: 'x'.repeat(100) });
  });

  it('leaves nothing of a transaction that rolls back, nor of one whose client is thrown away', async () => {
    const { pool } = await open({ memory: true, snapshot: fresh });
    await pool.query('create table lead (name text)');
    await withClient(pool, async (client) => {
      await client.query('begin');
      await client.query(`insert into lead values ('rolled back')`);
      await client.query('rollback');
    });
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`insert into lead values ('thrown away')`);
    await client.query(`set search_path to nowhere`);
    client.release(true);
    expect((await pool.query('select name from lead')).rows).toEqual([]);
  });

  it('goes on after an error, also inside a transaction', async () => {
    const { pool } = await open({ memory: true, snapshot: fresh });
    await expect(pool.query('select 1/0')).rejects.toMatchObject({ code: '22012' });
    await expect(pool.query('select $1::int', ['no number'])).rejects.toMatchObject({ code: '22P02' });
    await withClient(pool, async (client) => {
      await client.query('begin');
      await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' });
      await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
      await client.query('rollback');
    });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('delivers notifications of the same connection: after the commit, never after a rollback', async () => {
    const { pool } = await open({ memory: true, snapshot: fresh });
    const heard: string[] = [];
    pool.on('connect', (client) => {
      client.on('notification', ({ channel, payload }) => heard.push(`${channel}:${payload}`));
    });
    await pool.query('listen hub');
    await pool.query(`notify hub, 'alone'`);
    await withClient(pool, async (client) => {
      await client.query('begin');
      await client.query('select pg_notify($1, $2)', ['hub', 'committed']);
      expect(heard).toEqual(['hub:alone']);
      await client.query('commit');
      await client.query('begin');
      await client.query(`select pg_notify('hub', 'rolled back')`);
      await client.query('rollback');
    });
    await expect.poll(() => heard).toEqual(['hub:alone', 'hub:committed']);
  });

  it('refuses a second connection with a reason instead of mixing two sessions', async () => {
    const { database, pool } = await open({ memory: true, snapshot: fresh }, { sessionWaitMs: 300 });
    await withClient(pool, async (client) => {
      await client.query('begin');
      const other = new Pool(database.clientConfig);
      await expect(other.query('select 1')).rejects.toMatchObject({ code: '53300' });
      await other.end();
      await client.query('commit');
    });
  });

  /**
   * Not a wish but a fact to know: one connection means that a query on the pool from inside an open transaction waits
   * for that transaction. Whoever opens one passes its client on; `connectionTimeoutMillis` turns the wait into an error.
   */
  it('makes a nested checkout wait for the transaction that it is nested in', async () => {
    const { database } = await open({ memory: true, snapshot: fresh });
    const pool = new Pool({ ...database.clientConfig, connectionTimeoutMillis: 2_000 });
    await opened[0]?.pool.end();
    await withClient(pool, async (client) => {
      await client.query('begin');
      await expect(pool.query('select 1')).rejects.toThrow('timeout');
      await client.query('commit');
    });
    await pool.end();
    opened.length = 0;
    await database.close();
  });

  it('gives a snapshot that another database opens, also one taken inside a transaction', async () => {
    const { database, pool } = await open({ memory: true, snapshot: fresh });
    await pool.query('create table lead (name text)');
    await pool.query(`insert into lead values ('kept')`);
    const snapshot = await withClient(pool, async (client) => {
      await client.query('begin');
      await client.query(`insert into lead values ('not committed')`);
      const dump = await database.dump();
      await client.query('commit');
      return dump;
    });
    const before = process.cpuUsage();
    const copy = await open({ memory: true, snapshot });
    // A fresh start with initdb takes several times as long; the tests of the hub live on this difference.
    expect(cpuMsSince(before)).toBeLessThan(freshMs);
    expect((await copy.pool.query('select name from lead')).rows).toEqual([{ name: 'kept' }]);
    expect((await pool.query('select name from lead')).rows).toHaveLength(2);
  });
});

describe('the watchdog', () => {
  const ENDLESS = 'select count(*) from generate_series(1, 1000000000000)';

  it('stops a query that runs too long, keeps what was committed, and the pool recovers', async () => {
    const { pool } = await open({ dataDir: folder, template }, { queryLimitMs: 3_000 });
    await pool.query('create table lead (name text)');
    await pool.query(`insert into lead values ('committed')`);
    // The event loop stays free meanwhile: this is what the worker thread is for.
    let ticks = 0;
    const ticker = setInterval(() => {
      ticks += 1;
    }, 20);
    await expect(pool.query(ENDLESS)).rejects.toMatchObject({ code: '57014', name: 'QueryTooLong' });
    clearInterval(ticker);
    expect(ticks).toBeGreaterThan(10);
    expect((await pool.query('select name from lead')).rows).toEqual([{ name: 'committed' }]);
  });

  it('leaves alone what is allowed to take long', async () => {
    const { database, pool } = await open({ memory: true, snapshot: fresh }, { queryLimitMs: 200 });
    const { rows } = await database.withoutLimit(() => pool.query('select pg_sleep(0.6), 1 as one'));
    expect(rows[0]?.one).toBe(1);
  });

  it('reports a database in memory as lost for good, since nothing could be opened again', async () => {
    const { database, pool } = await open({ memory: true, snapshot: fresh }, { queryLimitMs: 300 });
    const fatal = vi.fn<(error: Error) => void>();
    database.onFatal(fatal);
    await expect(pool.query(ENDLESS)).rejects.toMatchObject({ code: '57014' });
    expect(fatal).toHaveBeenCalledOnce();
    await expect(pool.query('select 1')).rejects.toThrow('in memory is lost');
  });

  it('is not needed for a restart on demand: clients lose the connection and get a new one', async () => {
    const { database, pool } = await open({ dataDir: folder, template });
    await pool.query('create table lead (name text)');
    for (let round = 0; round < 3; round += 1) {
      const running = pool.query(ENDLESS);
      const rejected = expect(running).rejects.toMatchObject({ code: '57P01' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      await database.restart();
      await rejected;
      await pool.query('insert into lead values ($1)', [round]);
    }
    expect((await pool.query('select count(*)::int as count from lead')).rows).toEqual([{ count: 3 }]);
  });
});
