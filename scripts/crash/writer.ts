/** A process that writes to an embedded database until it is killed. Run as a program, it is that process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import { openEmbedded } from '../../src/server/db/embedded/open-embedded.ts';
import { keepWriting } from './ledger.ts';

/** `control`: PGlite as it comes, without the hub's durability, to see that a check finds the damage. */
export type WriterMode = 'durable' | 'control';

/** Starts the process. `acknowledged` is the file in which it notes what the database has acknowledged. */
export function startWriter(mode: WriterMode, dataDir: string, acknowledged: string): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(import.meta.url), mode, dataDir, acknowledged], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Resolves when the database is open and the writing begins. */
export async function firstLine(writer: ChildProcess): Promise<void> {
  if (!writer.stdout) throw new Error('The writer has no output.');
  await once(writer.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
}

async function write(mode: string, dataDir: string, acknowledged: string): Promise<never> {
  if (mode === 'control') {
    mkdirSync(dataDir, { recursive: true });
    const database = await PGlite.create({ dataDir: path.join(dataDir, 'database') });
    console.log('writing');
    return keepWriting(async (text) => database.query<Record<string, unknown>>(text), acknowledged);
  }
  const pool = new Pool((await openEmbedded({ dataDir })).clientConfig);
  await pool.query('select 1');
  console.log('writing');
  return keepWriting((text) => pool.query(text), acknowledged);
}

if (import.meta.main) {
  const [mode = '', dataDir = '', acknowledged = ''] = process.argv.slice(2);
  await write(mode, dataDir, acknowledged);
}
