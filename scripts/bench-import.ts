import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fewRows, importFigures, manyRows } from './bench/imports.ts';
import { signUp } from './bench/sign-up.ts';
import { startReady } from './node-process.ts';
import { startPostgres } from './postgres.ts';

/** Only the imports of `npm run bench`, on the server from source: `node scripts/bench-import.ts`, with `embedded` on the embedded database. */
const postgres = process.argv.includes('embedded') ? null : await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'hub-import-'));
try {
  const { server } = await startReady('src/server/main.ts', {
    NODE_ENV: 'production',
    ...(postgres ? { DATABASE_URL: await postgres.createDatabase('bench') } : {}),
    HUB_SECRET: 'a secret of the bench, 32 bytes and more',
    HUB_DEMO: '0',
    HUB_LOG_LEVEL: 'error',
    HUB_DATA_DIR: folder,
  });
  const [organization] = await signUp(server.url, 1);
  const figures = await importFigures(server, organization?.token ?? '');
  process.stdout.write(
    `${manyRows} rows: ${figures.seconds.toFixed(2)} s, memory +${figures.memoryMb.toFixed(0)} MB\n` +
      `list p95 ${figures.quietP95.toFixed(1)} ms quiet, ${figures.busyP95.toFixed(1)} ms meanwhile\n` +
      `${fewRows} new rows against ${manyRows}: ${figures.fewSeconds.toFixed(2)} s; ${fewRows} duplicates found: ${figures.duplicateSeconds.toFixed(2)} s\n`,
  );
  await server.stop();
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
