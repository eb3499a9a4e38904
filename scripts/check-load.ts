/**
 * `npm run check:load`: the live view with 1,000 sockets of 20 tenants beside a bare `ws` broadcast in the same run, all
 * clients back after a restart, a loud tenant beside a quiet one, what an idle server costs, and (on PostgreSQL) a minute
 * of scheduled posts from two processes; on PostgreSQL and on the embedded database. `--short` does less of it on PostgreSQL (or, where there is none, embedded), for CI; `posts` does only the posts, `widgets` only the open
 * chats of websites.
 */
import { build } from './build.ts';
import { Checks, Cleanup } from './checks.ts';
import { Databases, type Store } from './databases.ts';
import { makeCrowd } from './load/crowd.ts';
import { idleCost } from './load/idle.ts';
import { noisyNeighbour } from './load/neighbour.ts';
import { publishing } from './load/publishing.ts';
import { realtime } from './load/realtime.ts';
import { reconnect } from './load/reconnect.ts';
import { SocketFleet } from './load/socket-fleet.ts';
import { openWidgets } from './load/widgets.ts';
import { builtServer, freePort, NodeProcess } from './node-process.ts';

const short = process.argv.includes('--short');
const tenants = 20;
const sizes = short
  ? // Too few writes to judge a time by on a machine that others use as well: the short form tells it only.
    {
      users: 1,
      socketsEach: 20,
      writes: 100,
      rounds: 2,
      judged: null,
      again: 200,
      seconds: 3,
      publishers: 10,
      posts: 100,
      postSeconds: 10,
      postsJudged: null,
      widgets: { widgets: 100, perSecond: 10, seconds: 5, messages: 1000, judged: false },
    }
  : {
      users: 3,
      socketsEach: 50,
      writes: 200,
      rounds: 5,
      judged: 0.99 as const,
      again: 500,
      seconds: 6,
      publishers: 50,
      posts: 1000,
      postSeconds: 60,
      postsJudged: true as const,
      widgets: { widgets: 500, perSecond: 20, seconds: 30, messages: 20_000, judged: true },
    };

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

/** A minute of scheduled posts from two processes on one PostgreSQL. */
async function scheduledPosts(store: Store): Promise<void> {
  checks.section(`Scheduled posts, ${store.name}`);
  const processes = new Cleanup();
  try {
    const start = async (role: string) => {
      const one = new NodeProcess(builtServer, await freePort(), {
        ...store.env,
        HUB_ROLE: role,
        HUB_ALLOW_PRIVATE_HOSTS: '1',
      });
      processes.add(() => one.exit ?? one.stop());
      await one.ready();
      return one;
    };
    const hub = await start('all');
    const worker = await start('worker');
    const companies = await makeCrowd(hub.url, sizes.publishers, 1);
    await publishing(checks, { hub, worker, name: store.name }, companies, {
      posts: sizes.posts,
      seconds: sizes.postSeconds,
      judged: sizes.postsJudged,
    });
  } finally {
    await processes.run();
  }
}

/** Many open chats of one website, with an answer to each question. */
async function chats(store: Store): Promise<void> {
  checks.section(`Widgets, ${store.name}`);
  const processes = new Cleanup();
  try {
    const hub = new NodeProcess(builtServer, await freePort(), {
      ...store.env,
      HUB_TRUST_PROXY: '127.0.0.1',
    });
    processes.add(() => hub.exit ?? hub.stop());
    await hub.ready();
    // The embedded database has one connection: half of the questions and messages.
    const { widgets } = sizes;
    const size =
      store.name === 'PostgreSQL'
        ? widgets
        : { ...widgets, perSecond: widgets.perSecond / 2, messages: widgets.messages / 2 };
    await openWidgets(checks, hub, store.name, size);
  } finally {
    await processes.run();
  }
}

const postsOnly = process.argv.includes('posts');
const chatsOnly = process.argv.includes('widgets');
try {
  await build();
  const databases = await Databases.open(cleanup);
  const all = !postsOnly && !chatsOnly;
  const server = all ? await databases.onPostgres('load') : null;
  if (server) await under(server);
  const second = chatsOnly ? null : await databases.onPostgres('posts');
  if (second) await scheduledPosts(second);
  else if (!chatsOnly) checks.skip('the figures on PostgreSQL', 'none is installed here');
  const third = postsOnly ? null : await databases.onPostgres('chats');
  if (third) await chats(third);
  if (all && (!short || !server)) await under(databases.embedded());
  if (!postsOnly && (!short || !third)) await chats(databases.embedded());
} finally {
  await cleanup.run();
}
checks.finish();
