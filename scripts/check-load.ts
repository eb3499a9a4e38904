/**
 * `npm run check:load`: the live view with 1,000 sockets of 20 tenants beside a bare `ws` broadcast in the same run, all
 * clients back after a restart, a loud tenant beside a quiet one, and what an idle server costs; on PostgreSQL and on
 * the embedded database. `--short` does less of it on PostgreSQL (or, where there is none, embedded), for CI.
 */
import { build } from './build.ts';
import { Checks, Cleanup } from './checks.ts';
import { Databases, type Store } from './databases.ts';
import { makeCrowd } from './load/crowd.ts';
import { idleCost } from './load/idle.ts';
import { noisyNeighbour } from './load/neighbour.ts';
import { realtime } from './load/realtime.ts';
import { reconnect } from './load/reconnect.ts';
import { SocketFleet } from './load/socket-fleet.ts';
import { builtServer, freePort, NodeProcess } from './node-process.ts';

const short = process.argv.includes('--short');
const tenants = 20;
const sizes = short
  ? // Too few writes to judge a time by on a machine that others use as well: the short form tells it only.
    { users: 1, socketsEach: 20, writes: 100, rounds: 2, judged: null, again: 200, seconds: 3 }
  : { users: 3, socketsEach: 50, writes: 200, rounds: 5, judged: 0.99 as const, again: 500, seconds: 6 };

const cleanup = new Cleanup();
const checks = new Checks();

async function under(store: Store): Promise<void> {
  const processes = new Cleanup();
  try {
    await loaded(store, processes);
  } finally {
    await processes.run();
  }
}

async function loaded(store: Store, processes: Cleanup): Promise<void> {
  const { name } = store;
  checks.section(`Load, ${name}`);
  const port = await freePort();
  const start = async () => {
    const hub = new NodeProcess(builtServer, port, store.env);
    processes.add(() => hub.exit ?? hub.stop());
    await hub.ready();
    return hub;
  };
  const hub = await start();
  await idleCost(checks, hub, name, sizes.seconds);
  const bare = new NodeProcess('scripts/load/bare-broadcast.ts', await freePort());
  processes.add(() => bare.exit ?? bare.stop());
  await bare.ready('/');
  // Two, as the machine has two cores: one would be the limit, more only push each other aside.
  const fleet = new SocketFleet(2);
  processes.add(() => fleet.stop());
  const companies = await makeCrowd(hub.url, tenants, sizes.users);
  // The goal is for PostgreSQL; the embedded database commits through one connection, its figure is for comparison.
  const judged = name === 'PostgreSQL' ? sizes.judged : null;
  await realtime(checks, fleet, { hub, bare, name }, companies, { ...sizes, judged });
  const again = await reconnect(checks, fleet, { old: hub, start, name }, companies, sizes.again);
  fleet.closeSockets();
  const [loud, quiet] = companies;
  if (loud && quiet) await noisyNeighbour(checks, again.url, name, { loud, quiet }, sizes.seconds);
}

try {
  await build();
  const databases = await Databases.open(cleanup);
  const server = await databases.onPostgres('load');
  if (server) await under(server);
  else checks.skip('the figures on PostgreSQL', 'none is installed here');
  if (!short || !server) await under(databases.embedded());
} finally {
  await cleanup.run();
}
checks.finish();
