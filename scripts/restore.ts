/** `npm run restore -- file [--force]`: puts a backup into an empty data folder or an empty database. */
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../src/server/config.ts';
import { BackupError } from '../src/server/db/backup/backup-file.ts';
import { restoreEmbedded } from '../src/server/db/backup/embedded-backup.ts';
import { restorePostgres } from '../src/server/db/backup/postgres-backup.ts';
import { EmbeddedDatabaseError } from '../src/server/db/embedded/embedded-errors.ts';

async function restore(config: Config, file: string, force: boolean): Promise<void> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== null) {
    await restorePostgres({ databaseUrl, dataDir, file });
    return;
  }
  const { movedTo } = await restoreEmbedded({ dataDir, file, force });
  if (movedTo !== undefined) console.log(`What the data folder held before lies in ${movedTo}.`);
}

try {
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new BackupError('Name the backup to restore: npm run restore -- file [--force]');
  }
  await restore(readConfig(process.env), file, values.force);
  console.log(`${file} is restored. Start the hub with npm start.`);
} catch (error) {
  const expected = [BackupError, EmbeddedDatabaseError, ConfigError].some((kind) => error instanceof kind);
  if (!expected || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
