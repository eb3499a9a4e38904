import { openEmbedded } from '#server/db/embedded/open-embedded.ts';
import { builtServer, startReady } from '../node-process.ts';
import { load } from './measure.ts';
import { operations } from './operations.ts';
import { seed } from './seed.ts';
import { signUp } from './sign-up.ts';

/** Requests a second and p99 of every operation with the embedded database in `dataDir`, which must not exist yet. */
export async function embeddedRates(dataDir: string, seconds: number) {
  const env = { NODE_ENV: 'production', HUB_DEMO: '0', HUB_LOG_LEVEL: 'error', HUB_DATA_DIR: dataDir };
  const { server: first } = await startReady(builtServer, env);
  const organizations = await signUp(first.url, 2);
  await first.stop();
  const database = await openEmbedded({ dataDir }, { queryLimitMs: 600_000 });
  const seeded = await seed(
    database.clientConfig,
    organizations.map((one) => one.id),
    false,
  );
  await database.close();
  const { server: hub } = await startReady(builtServer, env);
  const rows = [];
  for (const [name, { requests }] of Object.entries(operations(seeded.large.ids))) {
    const measured = await load({ url: hub.url, token: organizations[0]?.token ?? '', requests, seconds });
    rows.push({ name, ...measured });
  }
  await hub.stop();
  return rows;
}
