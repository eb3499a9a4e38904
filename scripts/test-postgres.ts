import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from './postgres.ts';

/**
 * `npm run test:postgres`: the API tests again, on a real PostgreSQL that is started for them on loopback; with words only
 * the files whose paths hold one of them.
 */
const postgres = await startPostgres();
if (!postgres) {
  process.stderr.write('No PostgreSQL was found. Install it, or set PG_BIN to the folder of initdb.\n');
  process.exit(1);
}
const admin = new pg.Client({ connectionString: postgres.adminUrl('postgres') });
await admin.connect();
await admin.query('alter role hub createdb');
await admin.end();
const run = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), 'api', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_ADMIN_URL: postgres.adminUrl('postgres') },
  },
);
await postgres.stop();
process.exit(run.status ?? 1);
