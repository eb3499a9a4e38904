import { createServer } from 'node:net';
import type { Checks } from '../checks.ts';
import type { Databases, Store } from '../databases.ts';
import { builtServer, freePort, NodeProcess } from '../node-process.ts';

/** A start that cannot work says so at once: so long after what any start takes on this machine. */
const inUseLimitMs = 2000;
const limitMs = 60_000;

/** Starts the built server in every way that cannot work: each must say why in one line and end with an error. */
export async function badStarts(checks: Checks, databases: Databases): Promise<void> {
  checks.section('Starts that cannot work');
  const store = databases.embedded();
  const refused = (name: string, env: Record<string, string>, words: RegExp, limit = limitMs) =>
    refuses(checks, name, env, words, limit);
  const first = await refused(
    'a wrong PORT',
    { ...store.env, PORT: 'eighty' },
    /^PORT is "eighty"\. It may hold a port/,
  );
  await refused(
    'a wrong HUB_ROLE',
    { ...store.env, HUB_ROLE: 'boss' },
    /^HUB_ROLE is "boss"\. It may hold all, web or worker/,
  );
  await refused(
    'a short HUB_SECRET, without showing it',
    { ...store.env, HUB_SECRET: 'short-and-secret' },
    /^HUB_SECRET holds a value that does not fit\. It may hold at least 32 bytes(?!.*short-and)/,
  );
  await refused(
    'a DATABASE_URL that is none',
    { ...store.env, DATABASE_URL: 'mysql://u:hidden@h/d' },
    /^DATABASE_URL holds a value that does not fit\. It may hold an address such as postgresql:(?!.*hidden)/,
  );
  await refused(
    'a data folder that cannot be written',
    { ...store.env, HUB_DATA_DIR: '/dev/null/data' },
    /\/dev\/null\/data/,
  );
  await refused(
    'PostgreSQL that nobody runs',
    { ...store.env, DATABASE_URL: `postgresql://hub:hidden@127.0.0.1:${await freePort()}/hub` },
    /^PostgreSQL at 127\.0\.0\.1:\d+\/hub cannot be reached: .*ECONNREFUSED.*DATABASE_URL(?!.*hidden)/,
  );
  await busyPort(checks, store);
  await folderInUse(checks, store, await lasted(first));
  await newerSchema(checks, store);
  const server = await databases.onPostgres('starts');
  if (!server) return checks.skip('the bad starts on PostgreSQL', 'none is installed here');
  await newerSchema(checks, server);
  const wrong = new URL(server.env.DATABASE_URL ?? '');
  wrong.pathname = '/absent';
  await refused(
    'a database that is not there',
    { ...server.env, DATABASE_URL: wrong.href },
    /^PostgreSQL at 127\.0\.0\.1:\d+\/absent cannot be reached: .*"absent" does not exist/,
  );
}

async function refuses(
  checks: Checks,
  name: string,
  env: Record<string, string>,
  words: RegExp,
  limit: number,
): Promise<NodeProcess> {
  const server = new NodeProcess(builtServer, await freePort(), env);
  const tooLong = setTimeout(() => server.signal('SIGKILL'), limit);
  const { code, at } = await server.exited;
  clearTimeout(tooLong);
  const said = server.stderr.trim();
  const good = code !== 0 && code !== null && words.test(said) && !said.includes('\n');
  checks.check(name, good, `exit ${code} after ${Math.round(at - server.startedAt)} ms: ${said}`);
  return server;
}

/** The very first start on a busy port: the password that it made must not be lost with it. */
async function busyPort(checks: Checks, store: Store): Promise<void> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  try {
    const words = new RegExp(`^The port is in use already \\(.*127\\.0\\.0\\.1:${port}\\)\\. .*set PORT`);
    const server = await refuses(checks, 'a busy port', { ...store.env, PORT: port }, words, limitMs);
    checks.check(
      'the password of the first owner is told all the same',
      /^Platform owner: \S+ {2}password: \S{8,}/m.test(server.stdout),
    );
  } finally {
    holder.close();
  }
}

async function lasted(server: NodeProcess): Promise<number> {
  return (await server.exited).at - server.startedAt;
}

async function folderInUse(checks: Checks, store: Store, startMs: number): Promise<void> {
  const holder = new NodeProcess(builtServer, await freePort(), store.env);
  try {
    await holder.ready();
    const words = new RegExp(
      `^The data folder \\S+ is in use by another AI Hub process \\(pid ${holder.pid}\\)\\. Stop it first, or set HUB_DATA_DIR`,
    );
    const second = await refuses(checks, 'a data folder in use', store.env, words, limitMs);
    const took = await lasted(second);
    checks.check('it says so within 2 s', took - startMs < inUseLimitMs, `${Math.round(took)} ms`);
  } finally {
    await holder.stop();
  }
}

async function newerSchema(checks: Checks, store: Store): Promise<void> {
  const before = new NodeProcess(builtServer, await freePort(), store.env);
  try {
    await before.ready();
  } finally {
    await before.stop();
  }
  await store.look((query) => query(`insert into hub_migrations (tag) values ('9999_from_the_future')`));
  await refuses(
    checks,
    `a schema of a newer version, ${store.name}`,
    store.env,
    /^The database was written by a newer version of AI Hub \(its schema has 9999_from_the_future\)/,
    limitMs,
  );
}
