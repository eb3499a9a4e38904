import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { recoveryCodes, secondFactors } from './tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());

/** The code of a time step from now. */
function codeOf(key: string, ahead = 0): string {
  const epoch = Math.floor(app.hub.services.clock.now().getTime() / 1000) + ahead * 30;
  return generateSync({ secret: key.replaceAll(' ', ''), epoch });
}

async function setUp(tenant: Tenant, role: 'user' | 'admin' | 'owner' = 'user') {
  const token = tenant.tokens[role];
  const body = { currentPassword: testPassword };
  const started = await app.call('POST', '/api/tenant/auth/totp', token, body);
  expect(started.statusCode).toBe(201);
  const key = String(started.json().setupKey);
  const confirmed = await app.call('POST', '/api/tenant/auth/totp/confirm', token, { code: codeOf(key) });
  expect(confirmed.statusCode).toBe(200);
  const codes: string[] = confirmed.json().recoveryCodes;
  // As if it had been set up some time ago: the code of now is still to be used.
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  await db.update(secondFactors).set({ lastStep: 0 });
  return { key, codes, started };
}

function login(tenant: Tenant, totp?: string, role: 'user' | 'admin' | 'owner' = 'user') {
  return app.call('POST', '/api/tenant/auth/login', null, {
    email: tenant.emails[role],
    password: testPassword,
    ...(totp === undefined ? {} : { totp }),
  });
}

const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];

describe('setting up a second factor', () => {
  it('asks for the password, shows the key as text and picture, and counts only after a right code', async () => {
    const tenant = await app.tenant();
    const wrong = await app.call('POST', '/api/tenant/auth/totp', tenant.tokens.user, {
      currentPassword: 'x',
    });
    expect(outcome(wrong)).toEqual([400, 'invalid']);
    const started = await app.call('POST', '/api/tenant/auth/totp', tenant.tokens.user, {
      currentPassword: testPassword,
    });
    const { setupKey, uri, qr } = started.json();
    expect(setupKey).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(uri).toContain(`secret=${setupKey.replaceAll(' ', '')}`);
    expect(uri).toContain(encodeURIComponent(tenant.emails.user));
    expect(qr).toMatch(/^<svg/);
    expect((await login(tenant)).statusCode).toBe(200);
    const code = codeOf(setupKey) === '000000' ? '111111' : '000000';
    const refused = await app.call('POST', '/api/tenant/auth/totp/confirm', tenant.tokens.user, { code });
    expect(refused.json().issues).toMatchObject([{ path: 'code' }]);
    expect((await login(tenant)).statusCode).toBe(200);
    const right = { code: codeOf(setupKey) };
    const on = await app.call('POST', '/api/tenant/auth/totp/confirm', tenant.tokens.user, right);
    expect(new Set(on.json().recoveryCodes).size).toBe(10);
    expect(outcome(await login(tenant))).toEqual([401, 'totp_required']);
    const again = await app.call('POST', '/api/tenant/auth/totp', tenant.tokens.user, {
      currentPassword: testPassword,
    });
    expect(outcome(again)).toEqual([409, 'conflict']);
  });

  it('stores neither key nor recovery codes in a form that can be read', async () => {
    const tenant = await app.tenant();
    const { key, codes } = await setUp(tenant);
    const { db } = app.hub.database.forOrganization(tenant.organizationId);
    const stored = JSON.stringify([
      await db.select().from(secondFactors),
      await db.select().from(recoveryCodes),
    ]);
    expect(stored).not.toContain(key.replaceAll(' ', ''));
    for (const code of codes) expect(stored).not.toContain(code.replace('-', ''));
    const log = await app.call('GET', '/api/tenant/audit-log?search=second-factor', tenant.tokens.owner);
    expect(log.json()).toMatchObject([{ action: 'second-factor.on' }]);
    for (const secret of [key, ...codes]) expect(log.body).not.toContain(secret);
  });
});

describe('signing in with a second factor', () => {
  it('takes each time code once, also when it comes twenty times at once', async () => {
    const tenant = await app.tenant();
    const { key } = await setUp(tenant);
    const code = codeOf(key);
    const burst = await Promise.all(Array.from({ length: 8 }, () => login(tenant, code)));
    expect(burst.filter((one) => one.statusCode === 200)).toHaveLength(1);
    expect(outcome(await login(tenant, code))).toEqual([401, 'totp_required']);
    const next = codeOf(key, 1);
    expect((await login(tenant, `${next.slice(0, 3)} ${next.slice(3)}`)).statusCode).toBe(200);
    // A code of a step before the latest that was used works no more.
    expect((await login(tenant, code)).statusCode).toBe(401);
  });

  it('takes each recovery code once, and says so in the audit log', async () => {
    const tenant = await app.tenant();
    const { codes } = await setUp(tenant);
    const [first = '', second = ''] = codes;
    expect((await login(tenant, first)).statusCode).toBe(200);
    expect((await login(tenant, first)).statusCode).toBe(401);
    expect((await login(tenant, second.toUpperCase().replace('-', ' '))).statusCode).toBe(200);
    const left = await app.call('GET', '/api/tenant/auth/totp', tenant.tokens.user);
    expect(left.json()).toMatchObject({ isOn: true, isRequired: false, mustSetUp: false, codesLeft: 8 });
    const log = await app.call('GET', '/api/tenant/audit-log?search=recovery-code', tenant.tokens.owner);
    expect(log.json()).toHaveLength(2);
    const renewed = await app.call('POST', '/api/tenant/auth/totp/recovery-codes', tenant.tokens.user, {
      currentPassword: testPassword,
    });
    expect(renewed.json().recoveryCodes).toHaveLength(10);
    expect((await login(tenant, codes[2])).statusCode).toBe(401);
    expect((await login(tenant, renewed.json().recoveryCodes[0])).statusCode).toBe(200);
  });

  it('is no way round the password, and ten wrong codes end the tries', async () => {
    const tenant = await app.tenant();
    const { key, codes } = await setUp(tenant);
    const guess = await app.call('POST', '/api/tenant/auth/login', null, {
      email: tenant.emails.user,
      password: 'not the right one',
      totp: codeOf(key),
    });
    expect(outcome(guess)).toEqual([401, 'invalid_credentials']);
    const tries = await Promise.all(Array.from({ length: 12 }, () => login(tenant, 'zzzzz-zzzzz')));
    expect(tries.map((one) => one.statusCode).toSorted((x, y) => x - y)).toEqual([
      ...Array<number>(10).fill(401),
      429,
      429,
    ]);
    expect((await login(tenant, codes[0])).statusCode).toBe(429);
  });

  it('is off again with the password', async () => {
    const tenant = await app.tenant();
    await setUp(tenant);
    const off = (currentPassword: string) =>
      app.call('POST', '/api/tenant/auth/totp/off', tenant.tokens.user, { currentPassword });
    expect((await off('x')).statusCode).toBe(400);
    expect((await off(testPassword)).statusCode).toBe(204);
    expect((await login(tenant)).statusCode).toBe(200);
  });
});

describe('an organization that requires it of everyone', () => {
  it('leads those without one to set it up, and nowhere else', async () => {
    const tenant = await app.tenant();
    await setUp(tenant, 'admin');
    const rules = { requireTotp: true, currentPassword: testPassword };
    expect((await app.call('PUT', '/api/tenant/sign-in-rules', tenant.tokens.user, rules)).statusCode).toBe(
      403,
    );
    const set = await app.call('PUT', '/api/tenant/sign-in-rules', tenant.tokens.admin, rules);
    expect(set.json()).toEqual({ requireTotp: true, withoutTotp: 3 });
    expect((await app.call('GET', '/api/leads', tenant.tokens.admin)).statusCode).toBe(200);
    const refused = await app.call('GET', '/api/leads', tenant.tokens.user);
    expect(outcome(refused)).toEqual([403, 'totp_setup_required']);
    const me = await app.call('GET', '/api/tenant/auth/me', tenant.tokens.user);
    expect(me.json().user.mustChangeCredentials).toBe(true);
    expect((await login(tenant)).json().mustChangeCredentials).toBe(true);
    await setUp(tenant);
    expect((await app.call('GET', '/api/leads', tenant.tokens.user)).statusCode).toBe(200);
    const off = await app.call('POST', '/api/tenant/auth/totp/off', tenant.tokens.user, {
      currentPassword: testPassword,
    });
    expect(off.statusCode).toBe(409);
  });
});

describe('an admin', () => {
  it('sees and ends the sessions of a member, sends a reset link, and turns off a lost second factor', async () => {
    const tenant = await app.tenant();
    const user = `/api/tenant/users/${tenant.userIds.user}`;
    await setUp(tenant);
    const seen = await app.call('GET', `${user}/sessions`, tenant.tokens.admin);
    expect(seen.json()).toMatchObject([{ userAgent: 'test', current: false }]);
    expect((await app.call('POST', `${user}/reset-link`, tenant.tokens.admin)).statusCode).toBe(202);
    await expect.poll(() => app.sent.some((mail) => mail.to === tenant.emails.user)).toBe(true);
    const mail = app.sent.find((one) => one.to === tenant.emails.user);
    const link = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const state = async () => (await app.call('GET', `${user}/totp`, tenant.tokens.admin)).json();
    expect(await state()).toEqual({ isOn: true });
    expect((await app.call('DELETE', `${user}/totp`, tenant.tokens.admin)).statusCode).toBe(204);
    expect(await state()).toEqual({ isOn: false });
    expect((await app.call('GET', '/api/leads', tenant.tokens.user)).statusCode).toBe(401);
    expect((await login(tenant)).statusCode).toBe(200);
    // Ended with the sessions: a link that somebody else may have read.
    const late = await app.call('POST', '/api/tenant/auth/reset-password', null, {
      token: link,
      password: 'a new long password',
    });
    expect(late.statusCode).toBe(400);
    expect((await app.call('DELETE', `${user}/sessions`, tenant.tokens.admin)).statusCode).toBe(204);
    expect((await app.call('GET', `${user}/sessions`, tenant.tokens.admin)).json()).toEqual([]);
  });

  it('does none of it to an owner, to a foreign user or to their own account', async () => {
    const tenant = await app.tenant();
    const other = await app.tenant();
    const calls = [
      ['GET', 'sessions'],
      ['DELETE', 'sessions'],
      ['POST', 'reset-link'],
      ['DELETE', 'totp'],
    ] as const;
    for (const [method, part] of calls) {
      const at = (id: string) => app.call(method, `/api/tenant/users/${id}/${part}`, tenant.tokens.admin);
      expect((await at(tenant.userIds.owner)).statusCode, part).toBe(403);
      expect((await at(other.userIds.user)).statusCode, part).toBe(404);
      if (method === 'DELETE') expect((await at(tenant.userIds.admin)).statusCode, part).toBe(409);
    }
    expect((await app.call('GET', '/api/leads', tenant.tokens.owner)).statusCode).toBe(200);
    expect((await app.call('GET', '/api/leads', other.tokens.user)).statusCode).toBe(200);
  });
});
