import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { ensureJobSchema } from '../jobs/job-schema.ts';
import { clientExecutor } from '../jobs/sql-executor.ts';

/** The database was written by a newer version of the hub. */
export class NewerSchema extends Error {}

const journal = z.object({
  entries: z.array(z.object({ idx: z.number(), when: z.number(), tag: z.string() })),
});

/** Advisory lock that keeps two starting processes from migrating at once. */
const lockKey = 7_232_018;

/**
 * Brings the schema up to date: every missing migration in order, each in a transaction of its own together with its
 * row in `hub_migrations`, so that a kill at any point leaves the old schema or the new one. Safe to run in several
 * processes at once. `folder` holds drizzle-kit's SQL files and its journal.
 * @throws NewerSchema when the database knows a migration that this version does not.
 */
export async function migrate(
  client: pg.Client | pg.PoolClient,
  folder: string,
): Promise<{ applied: string[] }> {
  const { entries } = journal.parse(
    JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8')),
  );
  await client.query('select pg_advisory_lock($1)', [lockKey]);
  try {
    await client.query(
      'create table if not exists hub_migrations (tag text primary key, applied_at timestamptz(3) not null default now())',
    );
    const rows = (await client.query<{ tag: string }>('select tag from hub_migrations')).rows;
    const done = new Set(rows.map((row) => row.tag));
    const known = new Set(entries.map((entry) => entry.tag));
    const unknown = [...done].filter((tag) => !known.has(tag)).toSorted();
    if (unknown.length > 0) {
      throw new NewerSchema(
        `The database was written by a newer version of AI Hub (its schema has ${unknown.at(-1)}). Start that version, or restore a backup made with this one.`,
      );
    }
    const applied: string[] = [];
    for (const { tag } of entries) {
      if (done.has(tag)) continue;
      await apply(client, tag, await readFile(join(folder, `${tag}.sql`), 'utf8'));
      applied.push(tag);
    }
    await ensureJobSchema(clientExecutor(client));
    return { applied };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]);
  }
}

async function apply(client: pg.Client | pg.PoolClient, tag: string, sql: string): Promise<void> {
  await client.query('begin');
  try {
    for (const part of sql.split('--> statement-breakpoint')) await client.query(part);
    await client.query('insert into hub_migrations (tag) values ($1)', [tag]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Tags of the migrations in the folder, for the check that none was forgotten in the journal. */
export async function migrationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
    .toSorted();
}
