import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

const code = 'billboard-harbour-7';
let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startTestApp({ env: { LEGACY_ACCESS_CODE: code } });
  port = await app.listen();
});
afterAll(() => app.close());

async function cookie(): Promise<string> {
  const entered = await app.call('POST', '/api/legacy/session', null, { code });
  return String(entered.headers['set-cookie']).split(';')[0] ?? '';
}

/** The open socket, or the status of the refusal. */
function open(headers: Record<string, string>, protocols = ['hub']): Promise<WebSocket | number> {
  // The public address is another one: the page comes from there, and says so as host too.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/updates`, protocols, { headers });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });
}

const page = { origin: 'http://hub.example', host: 'hub.example' };

describe('the socket of the internal area', () => {
  it('gets the messages of the platform’s organization and closes with the session', async () => {
    const value = await cookie();
    const socket = await open({ ...page, cookie: value });
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(Buffer.isBuffer(data) ? data.toString('utf8') : ''));
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    const made = await app.call('POST', '/api/leads', null, { name: 'Live' }, { cookie: value });
    expect(made.statusCode).toBe(201);
    const tenant = await app.tenant();
    await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'Somebody else’s' });
    await expect.poll(() => heard.some((text) => text.includes('"new_lead"'))).toBe(true);
    await app.call('DELETE', '/api/legacy/session', null, undefined, { cookie: value });
    expect(await closed).toBe(4001);
    expect(heard.join('')).not.toContain('Somebody else’s');
  });

  it('opens for no other site, no old cookie and no cookie beside a token', async () => {
    const value = await cookie();
    expect(await open({ origin: 'https://evil.example', host: 'hub.example', cookie: value })).toBe(403);
    expect(await open({ origin: 'http://acme.hub.example', host: 'hub.example', cookie: value })).toBe(401);
    expect(await open({ ...page, cookie: `${value}x` })).toBe(401);
    expect(await open({ ...page, cookie: value }, ['hub', 'bearer.nothing-of-ours'])).toBe(401);
    expect(await open({ ...page, cookie: value, authorization: 'Bearer x' })).toBe(401);
    expect(await open(page)).toBe(401);
  });
});
