import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawData, WebSocket } from 'ws';
import { ownTime } from '../testing/own-time.ts';
import { startTestApp, type Tenant, type TestApp, testPassword } from '../testing/test-app.ts';
import { allowedOrigin } from './realtime.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startTestApp({ env: { HUB_PUBLIC_URL: 'https://app.example.com', PORT: '4999' } });
  port = await app.listen();
});
afterAll(() => app.close());

/** The text of a frame, which `ws` gives as bytes. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}

interface Opened {
  socket: WebSocket;
  messages: { type: string; data: Record<string, unknown> }[];
  closed: Promise<number>;
}

function open(
  token: string | null,
  options: { origin?: string; protocols?: string[] } = {},
): Promise<Opened> {
  const protocols = options.protocols ?? ['hub', `bearer.${token}`];
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/ws/updates`,
    protocols,
    options.origin === undefined ? {} : { origin: options.origin },
  );
  const messages: Opened['messages'] = [];
  socket.on('message', (data) => messages.push(JSON.parse(textOf(data))));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, messages, closed }));
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.on('error', reject);
  });
}

const refusal = (attempt: Promise<Opened>) =>
  attempt.then(
    ({ socket }) => {
      socket.terminate();
      return 'opened';
    },
    (error: Error) => error.message,
  );

const mail = (id: string) => ({
  id,
  snippet: 'Hello',
  payload: {
    mimeType: 'text/plain',
    headers: [
      { name: 'From', value: `Jo <jo${id}@client.example>` },
      { name: 'Subject', value: id },
    ],
  },
});
const ingest = (tenant: Tenant, id: string) =>
  app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, mail(id));

describe('the handshake', () => {
  it('selects the subprotocol hub for a valid token, with no Origin or an allowed one', async () => {
    const { tokens } = await app.tenant();
    for (const origin of [
      undefined,
      'https://app.example.com',
      'https://acme.app.example.com',
      'http://localhost:4999',
    ]) {
      const { socket } = await open(tokens.viewer, origin === undefined ? {} : { origin });
      expect(socket.protocol).toBe('hub');
      socket.terminate();
    }
  });

  it.each([
    'https://evil.example',
    'null',
    'https://app.example.com.evil.example',
    'https://evil.example?app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://a.b.app.example.com',
    'http://localhost:5000',
    'https://evilapp.example.com',
  ])('refuses the origin %s (S8)', async (origin) => {
    const { tokens } = await app.tenant();
    expect(await refusal(open(tokens.viewer, { origin }))).toBe('403');
  });

  it('refuses no token, garbage, a revoked token and a token in the address (S9)', async () => {
    const { tokens } = await app.tenant();
    await app.call('POST', '/api/tenant/auth/logout', tokens.user);
    expect(await refusal(open(null, { protocols: ['hub'] }))).toBe('401');
    expect(await refusal(open('garbage-of-some-length'))).toBe('401');
    expect(await refusal(open(tokens.user))).toBe('401');
    expect(await rawStatus(`/ws/updates?token=${tokens.viewer}`)).toBe(401);
    expect(await rawStatus('//evil.example/ws/updates')).toBe(404);
  });
});

/** Status of a handshake with this request target, byte for byte. */
function rawStatus(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol': 'hub',
    };
    request({ host: '127.0.0.1', port, path, headers }, (response) => resolve(response.statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

describe('events', () => {
  it('reach every socket of their organization after the commit, and no other’s', async () => {
    const [mine, other] = [await app.tenant(), await app.tenant()];
    const [one, two, foreign] = [
      await open(mine.tokens.viewer),
      await open(mine.tokens.owner),
      await open(other.tokens.owner),
    ];
    await ingest(mine, 'first');
    await expect.poll(() => [one.messages.length, two.messages.length]).toEqual([1, 1]);
    expect(one.messages[0]).toEqual({
      type: 'new_lead',
      data: { thread_id: expect.any(String), name: 'Jo', company: null },
    });
    const leadId = String(one.messages[0]?.data.thread_id);
    await app.call('PATCH', `/api/leads/${leadId}`, mine.tokens.user, { stage: 'won' });
    await expect.poll(() => two.messages.at(-1)?.type).toBe('lead_updated');
    await app.call('PATCH', '/api/leads/absent', mine.tokens.user, { stage: 'won' });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(two.messages).toHaveLength(2);
    expect(foreign.messages).toEqual([]);
    for (const { socket } of [one, two, foreign]) socket.terminate();
  });
});

describe('a socket', () => {
  it('is closed within a second when its session ends: deactivation, logout, password change (S5)', async () => {
    const tenant = await app.tenant();
    const sockets = {
      user: await open(tenant.tokens.user),
      admin: await open(tenant.tokens.admin),
      viewer: await open(tenant.tokens.viewer),
    };
    const deactivated = await ownTime(async () => {
      await app.call('PUT', `/api/tenant/users/${tenant.userIds.user}`, tenant.tokens.owner, {
        isActive: false,
      });
      expect(await sockets.user.closed).toBe(4001);
    });
    const signedOut = await ownTime(async () => {
      await app.call('POST', '/api/tenant/auth/logout', tenant.tokens.admin);
      expect(await sockets.admin.closed).toBe(4001);
    });
    for (const { ms } of [deactivated, signedOut]) expect(ms).toBeLessThan(1000);
    expect(sockets.user.messages.map((one) => one.type)).toEqual(['session_ended']);
    expect(await refusal(open(tenant.tokens.user))).toBe('401');
    expect(sockets.viewer.socket.readyState).toBe(WebSocket.OPEN);
    sockets.viewer.socket.terminate();
  });

  it('of who must set up a second factor is closed, and opens again only with one', async () => {
    const tenant = await app.tenant();
    const socket = await open(tenant.tokens.user);
    const changed = await app.call('PUT', '/api/tenant/sign-in-rules', tenant.tokens.owner, {
      requireTotp: true,
      currentPassword: testPassword,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await socket.closed).toBe(4002);
    expect(await refusal(open(tenant.tokens.user))).toMatch(/^40[13]$/);
  });

  it('is closed for a binary frame, a frame of 70 KiB and 200 messages in a minute; foreign names do nothing (S9)', async () => {
    const { tokens, organizationId } = await app.tenant();
    const binary = await open(tokens.viewer);
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect(await binary.closed).toBe(1003);
    const large = await open(tokens.viewer);
    large.socket.send('x'.repeat(70 * 1024));
    expect(await large.closed).toBe(1009);
    const chatty = await open(tokens.viewer);
    for (let index = 0; index < 200; index += 1)
      chatty.socket.send(JSON.stringify({ organizationId, type: 'subscribe' }));
    expect(await chatty.closed).toBe(1008);
    expect(chatty.messages).toEqual([]);
  });

  it('the oldest gives way when a user opens more than 20', async () => {
    const { tokens } = await app.tenant();
    const sockets: Opened[] = [];
    for (let index = 0; index < 21; index += 1) sockets.push(await open(tokens.viewer));
    expect(await sockets[0]?.closed).toBe(4008);
    expect(sockets[1]?.socket.readyState).toBe(WebSocket.OPEN);
    for (const { socket } of sockets) socket.terminate();
  });
});

describe('allowedOrigin', () => {
  it('takes loopback outside production only', () => {
    const config = { publicUrl: 'https://app.example.com', port: 3000 };
    expect(allowedOrigin('http://localhost:3000', { ...config, production: false })).toBe(true);
    expect(allowedOrigin('http://localhost:3000', { ...config, production: true })).toBe(false);
  });
});

const newConnection = { on: () => null, once: () => null, query: () => Promise.resolve() };

describe('a connection', () => {
  it('ends when messages may have been missed: its client asks anew', async () => {
    const { tokens } = await app.tenant();
    const { closed } = await open(tokens.user);
    // In memory a lost connection is the end of the database: there a new one is all that can be had.
    if (app.hub.open.embedded) await app.hub.open.listener.attach(newConnection);
    else
      await app.hub.database.asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
      );
    await expect
      .poll(() => app.call('GET', '/api/leads', tokens.user).then((one) => one.statusCode))
      .toBe(200);
    expect(await closed).toBe(1012);
    const again = await open(tokens.user);
    await app.call('POST', '/api/leads', tokens.user, { name: 'After' });
    await expect.poll(() => again.messages.map(({ type }) => type)).toContain('new_lead');
    again.socket.terminate();
  });

  it('that never answers a close wins no room for more', async () => {
    const { tokens } = await app.tenant();
    const all: Opened[] = [];
    for (let count = 0; count < 20; count += 1) all.push(await open(tokens.user));
    all[0]?.socket.pause();
    all.push(await open(tokens.user), await open(tokens.user));
    expect(await all[1]?.closed).toBe(4008);
    for (const { socket } of all) socket.terminate();
  });
});
