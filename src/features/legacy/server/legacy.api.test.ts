import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

const code = 'billboard-harbour-7';
const lines: string[] = [];
let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  app = await startTestApp({ env: { LEGACY_ACCESS_CODE: code }, log });
  tenant = await app.tenant();
});
afterAll(() => app.close());

let client = 0;
/** Each test comes from an address of its own: tries are counted by address. */
function enter(given: unknown, remoteAddress = `192.0.2.${++client}`) {
  const payload = JSON.stringify({ code: given });
  const headers = { 'content-type': 'application/json' };
  return app.app.fastify.inject({
    method: 'POST',
    url: '/api/legacy/session',
    headers,
    payload,
    remoteAddress,
  });
}

async function cookie(): Promise<string> {
  const answer = await enter(code);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

function as(value: string, headers: Record<string, string> = {}) {
  return (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
    app.call(method, url, null, body, { cookie: value, ...headers });
}

describe('the access code', () => {
  it('opens the area for eight hours with a cookie that no script reads and no other site sends', async () => {
    const answer = await enter(code);
    const text = String(answer.headers['set-cookie']);
    expect(text).toMatch(/^hub_legacy=hubi_[\w-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/);
    const value = text.split(';')[0] ?? '';
    expect((await as(value)('GET', '/api/legacy/session')).statusCode).toBe(204);
    expect((await app.call('GET', '/api/legacy/session', null)).statusCode).toBe(401);
    const forged = `${value.slice(0, -3)}xyz`;
    expect((await as(forged)('GET', '/api/legacy/session')).statusCode).toBe(401);
  });

  it('is refused after a second in the specification’s words, ten times, then 429; the right one clears the count (S21)', async () => {
    const began = performance.now();
    const tries = await Promise.all(Array.from({ length: 12 }, () => enter('wrong', '198.51.100.9')));
    expect(performance.now() - began).toBeGreaterThan(990);
    expect(tries.map((one) => one.statusCode).toSorted((x, y) => x - y)).toEqual([
      ...Array<number>(10).fill(401),
      429,
      429,
    ]);
    const first = tries.find((one) => one.statusCode === 401);
    expect(first?.json()).toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid access credentials. Please contact your administrator.',
    });
    expect((await enter(code, '198.51.100.9')).statusCode).toBe(429);
    expect((await enter('wrong', '198.51.100.10')).statusCode).toBe(401);
    expect((await enter(code, '198.51.100.10')).statusCode).toBe(204);
  });

  it.each([[''], [null], [['x']], ['x'.repeat(201)], ['a\u0000b']])('%j is not a code', async (given) => {
    expect((await enter(given)).statusCode).toBe(400);
  });

  it('and what was typed stand in no log; each try stands in the platform’s audit log (S21)', async () => {
    const typed = 'typed-by-a-stranger-42';
    await enter(typed, '203.0.113.77');
    const value = await cookie();
    const log = await app.call('GET', '/api/tenant/audit-log?limit=200', app.platformToken);
    const tries = log.json().filter((one: { action: string }) => one.action === 'legacy.sign-in');
    expect(tries.map((one: { outcome: string }) => one.outcome)).toEqual(
      expect.arrayContaining(['ok', 'failed']),
    );
    expect(tries.some((one: { address: string }) => one.address === '203.0.113.77')).toBe(true);
    for (const secret of [typed, code, value.split('=')[1] ?? '']) {
      expect(log.body).not.toContain(secret);
      expect(lines.join('')).not.toContain(secret);
    }
  });
});

describe('the cookie', () => {
  it('serves the platform organization’s data with the rights of a user', async () => {
    const call = as(await cookie());
    const made = await call('POST', '/api/leads', { name: 'Billboard buyer', contact_email: 'buyer@x.test' });
    expect(made.statusCode).toBe(201);
    const list = await app.call('GET', '/api/leads', app.platformToken);
    expect(list.json().map((lead: { name: string }) => lead.name)).toContain('Billboard buyer');
    const lead = `/api/leads/${made.json().thread_id}`;
    expect((await call('PATCH', lead, { stage: 'qualified' })).json().stage).toBe('qualified');
    expect((await call('DELETE', lead)).statusCode).toBe(403);
    const reads = ['leads', 'threads', 'dashboard-stats', 'social-posts', 'prospects', 'database/schema'];
    for (const path of reads) expect((await call('GET', `/api/${path}`)).statusCode, path).toBe(200);
    expect((await call('GET', `/api/correspondence/${made.json().thread_id}`)).statusCode).toBe(200);
    expect((await call('GET', '/api/database/table/users')).statusCode).toBe(404);
    const post = { platform: 'linkedin', content: 'Out on Anzac Parade' };
    expect((await call('POST', '/api/social-posts', post)).statusCode).toBe(201);
    expect((await call('POST', '/api/prospects', { businessName: 'Harbour Lane' })).statusCode).toBe(201);
  });

  it('reaches no other organization and nothing beside the area (S21)', async () => {
    const call = as(await cookie());
    const theirs = await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'Somebody else’s' });
    expect((await call('GET', `/api/leads/${theirs.json().thread_id}`)).statusCode).toBe(404);
    expect((await call('GET', '/api/leads')).body).not.toContain('Somebody else’s');
    const closed: [Parameters<typeof call>[0], string][] = [
      ['GET', '/api/tenant/users'],
      ['GET', '/api/tenant/auth/me'],
      ['GET', '/api/tenant/members'],
      ['GET', '/api/tenant/audit-log'],
      ['GET', '/api/tenant/saas/overview'],
      ['POST', '/api/admin/setup-company'],
      ['GET', '/api/tenant/subscription'],
      ['GET', '/api/tenant/integrations/email'],
      ['GET', '/api/v2/leads'],
    ];
    for (const [method, path] of closed)
      expect([401, 403], path).toContain(
        (await call(method, path, method === 'POST' ? {} : undefined)).statusCode,
      );
  });

  it('is switched off by a bearer header, even a bad one', async () => {
    const value = await cookie();
    expect(
      (await as(value, { authorization: 'Bearer nothing-of-ours' })('GET', '/api/leads')).statusCode,
    ).toBe(401);
    expect((await as(value, { authorization: 'Basic eDp5' })('GET', '/api/leads')).statusCode).toBe(401);
    const own = await app.call('GET', '/api/leads', tenant.tokens.viewer, undefined, { cookie: value });
    expect(own.body).not.toContain('Billboard buyer');
  });

  it('writes nothing for a page of another site', async () => {
    const value = await cookie();
    const lead = { name: 'Forged' };
    const headers = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const from of headers) {
      const answer = await as(value, from)('POST', '/api/leads', lead);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'origin_refused']);
    }
    const own = await as(value, { origin: 'http://localhost:80', host: 'localhost' })(
      'POST',
      '/api/leads',
      lead,
    );
    expect(own.statusCode).toBe(201);
  });

  it('works no more after leaving', async () => {
    const call = as(await cookie());
    const left = await call('DELETE', '/api/legacy/session');
    expect(left.statusCode).toBe(204);
    expect(left.headers['set-cookie']).toMatch(/^hub_legacy=; Path=\/; Max-Age=0/);
    expect((await call('GET', '/api/leads')).statusCode).toBe(401);
  });
});

describe('without a code', () => {
  it('the area is off, and an old cookie opens nothing', async () => {
    const off = await startTestApp();
    const answer = await off.call('POST', '/api/legacy/session', null, { code });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not_configured']);
    const check = await off.call('GET', '/api/legacy/session', null, undefined, { cookie: await cookie() });
    expect(check.statusCode).toBe(401);
    expect((await off.call('GET', '/api/config', null)).json().legacyEnabled).toBe(false);
    await off.close();
  });

  it('is said by /api/config, which never holds the code', async () => {
    const config = await app.call('GET', '/api/config', null);
    expect(config.json().legacyEnabled).toBe(true);
    expect(config.body).not.toContain(code);
  });
});
