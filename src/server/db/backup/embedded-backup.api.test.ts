import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse } from '../embedded/data-lock.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { backupEmbedded, restoreEmbedded } from './embedded-backup.ts';

const LONG_NAME = `${'long-'.repeat(40)}Grüße.pdf`;

let folder: string;
let dataDir: string;
let backup: string;
let target: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hub-backup-'));
  dataDir = path.join(folder, 'data');
  backup = path.join(folder, 'hub.tar.gz');
  await inDatabase(dataDir, async (pool) => {
    await pool.query('create table lead (id int primary key, name text)');
    await pool.query(`insert into lead select n, 'lead ' || n from generate_series(1, 1000) as n`);
  });
  mkdirSync(path.join(dataDir, 'files', 'alpha'), { recursive: true });
  writeFileSync(path.join(dataDir, 'files', 'alpha', LONG_NAME), 'a'.repeat(200_000));
  writeFileSync(path.join(dataDir, 'secret'), 'the key', { mode: 0o600 });
  await backupEmbedded({ dataDir, file: backup, hubVersion: '1.2.3' });
});

beforeEach(() => {
  target = mkdtempSync(path.join(folder, 'target-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function inDatabase<T>(where: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await openEmbedded({ dataDir: where });
  const pool = new Pool(database.clientConfig);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.close();
  }
}

function leads(where: string): Promise<unknown> {
  return inDatabase(where, async (pool) => {
    const { rows } = await pool.query(
      'select count(*)::int as count, md5(string_agg(name, id::text order by id)) as sum from lead',
    );
    return rows[0];
  });
}

describe('a backup of the embedded database', () => {
  it('restores into an empty folder: rows, uploaded files and the key', async () => {
    expect(await restoreEmbedded({ dataDir: target, file: backup, force: false })).toEqual({
      movedTo: undefined,
    });
    expect(await leads(target)).toEqual(await leads(dataDir));
    expect(readFileSync(path.join(target, 'files', 'alpha', LONG_NAME), 'utf8')).toBe('a'.repeat(200_000));
    expect(readFileSync(path.join(target, 'secret'), 'utf8')).toBe('the key');
    expect(readdirSync(target).toSorted()).toEqual(['database', 'files', 'lock', 'secret']);
  });

  it('is one file that only its owner reads and any tar program opens', () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const names = execFileSync('tar', ['-tzf', backup], { encoding: 'utf8' });
    expect(names).toContain('manifest.json');
    expect(names).toContain('database/PG_VERSION');
    expect(names).not.toContain('lock');
  });

  it('is refused while the hub runs, and so is a restore', async () => {
    await inDatabase(dataDir, async () => {
      const file = path.join(target, 'second.tar.gz');
      await expect(backupEmbedded({ dataDir, file, hubVersion: '1.2.3' })).rejects.toThrow(DataFolderInUse);
      await expect(restoreEmbedded({ dataDir, file: backup, force: true })).rejects.toThrow(DataFolderInUse);
      expect(existsSync(file)).toBe(false);
    });
  });

  it('never overwrites a file, and needs a database', async () => {
    await expect(backupEmbedded({ dataDir, file: backup, hubVersion: '1.2.3' })).rejects.toThrow(
      'exists already',
    );
    const file = path.join(target, 'none.tar.gz');
    await expect(backupEmbedded({ dataDir: target, file, hubVersion: '1.2.3' })).rejects.toThrow(
      'holds no database',
    );
  });

  it('says in one line that a file cannot be read or written', async () => {
    const missing = path.join(target, 'missing.tar.gz');
    await expect(restoreEmbedded({ dataDir: target, file: missing, force: false })).rejects.toThrow(
      /missing\.tar\.gz cannot be read as a backup: ENOENT/,
    );
    const file = path.join(backup, 'inside-a-file.tar.gz');
    await expect(backupEmbedded({ dataDir, file, hubVersion: '1.2.3' })).rejects.toThrow(
      /cannot be written: E/,
    );
  });

  it('replaces nothing without --force, and with it moves what was there aside', async () => {
    writeFileSync(path.join(target, 'secret'), 'another key');
    await expect(restoreEmbedded({ dataDir: target, file: backup, force: false })).rejects.toThrow(
      'not empty',
    );
    expect(readFileSync(path.join(target, 'secret'), 'utf8')).toBe('another key');
    const { movedTo } = await restoreEmbedded({ dataDir: target, file: backup, force: true });
    expect(readFileSync(path.join(movedTo ?? '', 'secret'), 'utf8')).toBe('another key');
    expect(readFileSync(path.join(target, 'secret'), 'utf8')).toBe('the key');
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5_000)],
    ['changed in one byte', (bytes: Buffer) => bytes.fill(bytes.readUInt8(400_000) ^ 1, 400_000, 400_001)],
    ['no backup at all', () => Buffer.from('hello')],
  ])('that is %s is refused, and what was there stays', async (_what, damage) => {
    writeFileSync(path.join(target, 'secret'), 'another key');
    const damaged = path.join(target, 'damaged.tar.gz');
    writeFileSync(damaged, damage(readFileSync(backup)));
    await expect(restoreEmbedded({ dataDir: target, file: damaged, force: true })).rejects.toThrow(
      /damaged\.tar\.gz/,
    );
    expect(readFileSync(path.join(target, 'secret'), 'utf8')).toBe('another key');
    expect(existsSync(path.join(target, 'restore.part'))).toBe(false);
  });
});
