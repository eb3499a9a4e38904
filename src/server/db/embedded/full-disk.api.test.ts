import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEmbedded } from './open-embedded.ts';

const folder = path.join(tmpdir(), `hub-full-disk-${process.pid}`);
const ballast = path.join(folder, 'ballast');
const mounted = mount();

/** A small file system of its own; needs root, else the test is skipped. */
function mount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    rmSync(folder, { recursive: true });
    return false;
  }
}

function fill(): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
}

describe.runIf(mounted)('on a full disk the embedded database', () => {
  let database: Awaited<ReturnType<typeof openEmbedded>>;
  let pool: Pool;

  beforeAll(async () => {
    database = await openEmbedded({ dataDir: path.join(folder, 'data') });
    pool = new Pool(database.clientConfig);
    pool.on('error', () => {}); // The connections that the engine takes with it.
    await pool.query('create table lead (id int primary key, name text)');
    await pool.query(`insert into lead select n, 'committed' from generate_series(1, 100) as n`);
  });

  afterAll(async () => {
    await pool.end();
    await database.close();
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function count(): Promise<unknown> {
    return (await pool.query('select count(*)::int as count from lead')).rows[0]?.count;
  }

  it('refuses writes with a reason, goes on reading, and takes writes again when there is space', async () => {
    fill();
    const grow = `insert into lead select n, 'more' from generate_series(1000, 200000) as n`;
    await expect(pool.query(grow)).rejects.toMatchObject({ code: '53100' });
    expect(await count()).toBe(100);
    rmSync(ballast);
    await pool.query(`insert into lead values (101, 'after')`);
    expect(await count()).toBe(101);
  });

  it('survives that the write-ahead log cannot grow: the engine dies, and opens again when there is space', async () => {
    fill();
    await pool.query('select pg_switch_wal()');
    // The engine's own error or the lost connection, whichever comes first; then "not available".
    const update = pool.query(`update lead set name = 'lost' where id = 1`);
    await expect(update).rejects.toMatchObject({ code: expect.stringMatching(/^(53100|57P01)$/) });
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: expect.stringMatching(/^57P0[13]$/) });
    rmSync(ballast);
    await vi.waitFor(async () => expect(await count()).toBe(101), { timeout: 15_000, interval: 200 });
    await pool.query(`update lead set name = 'kept' where id = 1`);
    expect((await pool.query('select name from lead where id in (1, 2) order by id')).rows).toEqual([
      { name: 'kept' },
      { name: 'committed' },
    ]);
  });
});
