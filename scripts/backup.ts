/** `npm run backup -- [file]`: writes everything that the hub keeps to one file. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type Config, ConfigError, readConfig } from '../src/server/config.ts';
import { BackupError } from '../src/server/db/backup/backup-file.ts';
import { backupEmbedded } from '../src/server/db/backup/embedded-backup.ts';
import { backupPostgres } from '../src/server/db/backup/postgres-backup.ts';
import { EmbeddedDatabaseError } from '../src/server/db/embedded/embedded-errors.ts';

function defaultName(now: Date): string {
  return `ai-hub-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.tar.gz`;
}

function hubVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

async function backup(config: Config, file: string): Promise<void> {
  const options = { dataDir: config.dataDir, file, hubVersion: hubVersion() };
  if (config.databaseUrl === null) {
    await backupEmbedded(options);
    return;
  }
  await backupPostgres({ ...options, databaseUrl: config.databaseUrl });
  console.log('Keep HUB_SECRET with it: without that key stored credentials cannot be read.');
}

const [file = defaultName(new Date())] = process.argv.slice(2);
try {
  await backup(readConfig(process.env), file);
  console.log(`Backup written to ${file}. It holds every tenant's data: keep it safe.`);
} catch (error) {
  const expected = [BackupError, EmbeddedDatabaseError, ConfigError].some((kind) => error instanceof kind);
  if (!expected || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
