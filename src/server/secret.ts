import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from './config.ts';
import { syncPath } from './db/embedded/cluster-folder.ts';
import { makeFolder } from './db/embedded/make-folder.ts';

const fileName = 'secret';
const leastBytes = 32;

/**
 * HUB_SECRET, or the one generated into the data folder at the first start (embedded database only). The caller holds
 * the data folder's lock. @throws ConfigError
 */
export function secretOf(config: {
  secret: string | null;
  dataDir: string;
  databaseUrl: string | null;
}): string {
  if (config.secret !== null) return config.secret;
  if (config.databaseUrl !== null)
    throw new ConfigError(
      'HUB_SECRET is not set. With DATABASE_URL it must hold at least 32 bytes of random text.',
    );
  const file = join(config.dataDir, fileName);
  if (existsSync(file)) return readSecret(file);
  makeFolder(resolve(config.dataDir));
  const made = randomBytes(leastBytes).toString('base64url');
  // Whole and on disk before it has its name: a start that is killed here must not leave an empty key behind.
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, `${made}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  syncPath(config.dataDir);
  return made;
}

function readSecret(file: string): string {
  const kept = readFileSync(file, 'utf8').trim();
  if (Buffer.byteLength(kept) >= leastBytes) return kept;
  throw new ConfigError(
    `${file} does not hold the key that stored credentials are sealed with. Restore it from a backup, or delete the file to have a new key made; stored credentials must then be entered again.`,
  );
}
