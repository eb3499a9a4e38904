import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Checks, seededRandom, until } from '../checks.ts';
import type { Store } from '../databases.ts';
import { HubClient, type Tenant } from '../hub-client.ts';
import { builtServer, freePort, NodeProcess } from '../node-process.ts';
import { Inbox } from './inbox.ts';
import { asGmail, type Delivery, MailPlan } from './mail-plan.ts';

/** A stop ends within this long, whatever clients do. */
const stopLimitMs = 10_000;
/** Less than what is left of the five seconds that requests in flight get. */
const atOnceMs = 3_000;
const senders = 6;
const socketCount = 15;
/** A request that began this long before the signal has surely reached the server. */
const arrivedMs = 100;

/** The built server asked to stop: under load, with clients that will not end, twice, and while it is starting. */
export async function gracefulStops(checks: Checks, store: Store): Promise<void> {
  checks.section(`The server asked to stop, ${store.name}`);
  const port = await freePort();
  const start = async () => {
    const server = new NodeProcess(builtServer, port, store.env);
    await server.ready();
    return server;
  };
  const first = await start();
  const tenant = await new HubClient(first.url).signUp('stops');
  const inbox = await underLoad(checks, first, tenant);
  const second = await start();
  checks.none(
    'every acknowledged message is there once after the stop',
    await inbox.faults(new HubClient(second.url, tenant.token)),
    `${inbox.acknowledged.size} messages`,
  );
  await endlessClients(checks, second, tenant);
  await twice(checks, await start(), tenant);
  for (const delay of [150, 400, 800]) await whileStarting(checks, port, store, delay);
  const last = await start();
  const code = (await last.stop()).code;
  checks.check('it starts and stops as usual afterwards', code === 0, `exit ${code}`);
}

interface Sent {
  at: number;
  endedAt: number;
  /** `cut`: the answer had begun and broke off. `none`: no answer came. */
  end: 'answered' | 'cut' | 'none';
  status: number;
}

async function underLoad(checks: Checks, server: NodeProcess, tenant: Tenant): Promise<Inbox> {
  const client = new HubClient(server.url, tenant.token);
  const inbox = new Inbox();
  const plan = new MailPlan(seededRandom(1), tenant.email);
  const closes = await openSockets(server.url, tenant.token);
  const idle = connect(server.port, '127.0.0.1', () =>
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
  );
  idle.on('error', () => undefined);
  // As browsers open one in advance.
  const unused = await hanging(server.port, '');
  const sent: Sent[] = [];
  let signalAt = Number.POSITIVE_INFINITY;
  const sender = async () => {
    while (performance.now() < signalAt + 2000) {
      const [delivery] = plan.deliveries(1);
      if (!delivery || (await send(server.url, tenant, delivery, inbox, sent)) !== 'answered') return;
    }
  };
  const load = Array.from({ length: senders }, sender);
  await sleep(600);
  // One that surely lasts longer than the signal takes to arrive.
  const large: Delivery = { form: 'gmail', mails: plan.deliveries(80).flatMap(({ mails }) => mails) };
  load.push(send(server.url, tenant, large, inbox, sent).then(() => undefined));
  await sleep(arrivedMs * 2);
  signalAt = performance.now();
  server.signal('SIGTERM');
  const refused = until(() => closes.length === socketCount, stopLimitMs);
  const { code, at } = await server.exited;
  await Promise.all(load);
  const early = sent.filter((one) => one.at < signalAt - arrivedMs);
  const wrong = early.filter((one) => one.end !== 'answered' || one.status !== 200);
  const inFlight = early.filter((one) => one.endedAt > signalAt).length;
  checks.check(
    'every request in flight finishes',
    wrong.length === 0 && inFlight > 0,
    `${early.length} sent before the signal, ${inFlight} of them in flight then ${wrong.length > 0 ? JSON.stringify(wrong.slice(0, 3)) : ''}`,
  );
  const cut = sent.filter((one) => one.end === 'cut' || (one.end === 'answered' && one.status !== 200));
  checks.none(
    'no answer is cut or an error',
    cut.map((one) => JSON.stringify(one)),
    `${sent.filter((one) => one.end === 'answered').length} answers`,
  );
  checks.check(
    'every socket is closed with 1001',
    (await refused) && closes.every((one) => one === 1001),
    `${closes.length} sockets, ${[...new Set(closes)].join(', ')}`,
  );
  const took = Math.round(at - signalAt);
  checks.check('exit 0 within 10 s', code === 0 && took < stopLimitMs, `exit ${code} after ${took} ms`);
  await client.call('GET', '/healthz').then(
    () => checks.check('nothing answers any more', false),
    () => undefined,
  );
  idle.destroy();
  unused.destroy();
  return inbox;
}

async function send(
  url: string,
  tenant: Tenant,
  { mails }: Delivery,
  inbox: Inbox,
  sent: Sent[],
): Promise<Sent['end']> {
  const one: Sent = { at: performance.now(), endedAt: 0, end: 'none', status: 0 };
  sent.push(one);
  for (const { key, conversation } of mails) inbox.sent.set(key, conversation);
  try {
    const response = await fetch(`${url}/api/v2/ingest/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(mails.map(asGmail)),
    });
    one.end = 'cut';
    one.status = response.status;
    await response.json();
    one.end = 'answered';
    if (response.ok) for (const { key } of mails) inbox.acknowledged.add(key);
  } catch {
    // `end` says how far it came.
  }
  one.endedAt = performance.now();
  return one.end;
}

/** Opens sockets; the list that it gives back fills with their close codes. */
async function openSockets(url: string, token: string): Promise<number[]> {
  const closes: number[] = [];
  for (let index = 0; index < socketCount; index += 1) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/updates`, ['hub', `bearer.${token}`]);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.on('close', (code) => closes.push(code));
  }
  return closes;
}

/** A connection that sends these bytes and then hangs, as a laptop that fell asleep. */
async function hanging(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write(bytes, resolve));
  await sleep(100);
  return socket;
}

function upload(tenant: Tenant): string {
  return `POST /api/v2/ingest/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: application/mbox\r\nContent-Length: 1000000\r\n\r\nFrom x`;
}

async function endlessClients(checks: Checks, server: NodeProcess, tenant: Tenant): Promise<void> {
  const deaf = await hanging(
    server.port,
    `GET /ws/updates HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: hub, bearer.${tenant.token}\r\n\r\n`,
  );
  const unfinished = await hanging(server.port, upload(tenant));
  const began = performance.now();
  const { code, at } = await server.stop();
  deaf.destroy();
  unfinished.destroy();
  checks.check(
    'a socket that never answers and an upload that never ends do not hold it up',
    code === 0 && at - began < stopLimitMs,
    `exit ${code} after ${Math.round(at - began)} ms ${server.stderr.trim()}`,
  );
}

async function twice(checks: Checks, server: NodeProcess, tenant: Tenant): Promise<void> {
  const unfinished = await hanging(server.port, upload(tenant));
  server.signal('SIGTERM');
  await sleep(500);
  const waited = server.exit === null;
  const began = performance.now();
  const { code, at } = await server.stop();
  unfinished.destroy();
  checks.check(
    'a second SIGTERM ends it at once',
    waited && code === 1 && at - began < atOnceMs,
    `${waited ? 'waiting, then' : 'not waiting,'} exit ${code} after ${Math.round(at - began)} ms`,
  );
}

async function whileStarting(checks: Checks, port: number, store: Store, delay: number): Promise<void> {
  const server = new NodeProcess(builtServer, port, store.env);
  await sleep(delay);
  const began = performance.now();
  const { code, signal, at } = await server.stop();
  const good = (code === 0 || signal === 'SIGTERM') && at - began < stopLimitMs && server.stderr === '';
  checks.check(
    `SIGTERM ${delay} ms after the start ends it`,
    good,
    `${signal ?? `exit ${code}`} after ${Math.round(at - began)} ms ${server.stderr.trim()}`,
  );
}
