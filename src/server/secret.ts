import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

const fileName = 'secret';

/** HUB_SECRET, or the one generated into the data folder at the first start (embedded database only). */
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
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(config.dataDir, { recursive: true });
  const made = randomBytes(32).toString('base64url');
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}
