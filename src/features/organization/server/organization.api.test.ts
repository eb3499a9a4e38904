import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const person = (role: unknown, email = `p${Math.random()}@place.example`) => ({
  email,
  firstName: 'Pat',
  lastName: 'Person',
  password: 'a long new password',
  role,
});

describe('the organization', () => {
  it('is changed by an admin, and only in its own fields (S3)', async () => {
    const { tokens, organizationId } = await app.tenant();
    const change = {
      name: 'New Name',
      industry: 'manufacturing',
      size: 'large',
      country: 'SG',
      timezone: 'Asia/Singapore',
    };
    const answer = await app.call('PUT', '/api/tenant/organizations/current', tokens.admin, change);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ ...change, id: organizationId }),
    ]);
    for (const extra of [
      { id: organizationId },
      { slug: 'saas_platform_org' },
      { plan: 'enterprise' },
      { status: 'active' },
      { trialEndsAt: '2099-01-01' },
      { isPlatform: true },
      { organizationId },
    ]) {
      expect(
        (
          await app.call('PUT', '/api/tenant/organizations/current', tokens.admin, {
            ...change,
            name: 'Other',
            ...extra,
          })
        ).statusCode,
      ).toBe(400);
    }
    expect((await app.call('GET', '/api/tenant/organizations/current', tokens.viewer)).json().name).toBe(
      'New Name',
    );
    const empty = await app.call('PUT', '/api/tenant/organizations/current', tokens.admin, { name: '  ' });
    expect(empty.json().issues[0].message).toBe('Company name is required');
  });
});

describe('users', () => {
  it('takes only the four roles, and owners only from owners (S4)', async () => {
    const { tokens } = await app.tenant();
    for (const role of [' owner', 'Owner', ['owner'], 'superadmin', undefined]) {
      expect(
        (await app.call('POST', '/api/tenant/users', tokens.admin, person(role))).statusCode,
        String(role),
      ).toBe(400);
    }
    expect((await app.call('POST', '/api/tenant/users', tokens.admin, person('owner'))).statusCode).toBe(403);
    const made = await app.call('POST', '/api/tenant/users', tokens.owner, person('owner'));
    expect([made.statusCode, made.json()]).toEqual([
      201,
      expect.objectContaining({ role: 'owner', isActive: true, lastLoginAt: null }),
    ]);
  });

  it('have one email each per organization', async () => {
    const { tokens } = await app.tenant();
    expect(
      (await app.call('POST', '/api/tenant/users', tokens.admin, person('user', 'Same@place.example')))
        .statusCode,
    ).toBe(201);
    const again = await app.call(
      'POST',
      '/api/tenant/users',
      tokens.admin,
      person('user', 'same@place.example'),
    );
    expect([again.statusCode, again.json().code]).toEqual([409, 'email_taken']);
  });

  it('are listed by last name in pages', async () => {
    const { tokens } = await app.tenant();
    const first = await app.call('GET', '/api/tenant/users?limit=3', tokens.admin);
    expect(first.headers['x-total-count']).toBe('4');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await app.call('GET', next, tokens.admin);
    expect([first.json().length, second.json().length, second.headers.link]).toEqual([3, 1, undefined]);
    for (const bad of ['0', '-1', 'abc', '1.5'])
      expect((await app.call('GET', `/api/tenant/users?limit=${bad}`, tokens.admin)).statusCode, bad).toBe(
        400,
      );
    expect((await app.call('GET', '/api/tenant/users?limit=100000', tokens.admin)).statusCode).toBe(200);
    expect((await app.call('GET', '/api/tenant/users?cursor=nonsense', tokens.admin)).statusCode).toBe(400);
  });

  it('never lose the last owner, also not when two deactivate each other at once (S18)', async () => {
    const { tokens, userIds } = await app.tenant();
    const self = await app.call('PUT', `/api/tenant/users/${userIds.owner}`, tokens.owner, {
      isActive: false,
    });
    expect([self.statusCode, self.json().code]).toEqual([409, 'last_owner']);
    expect(
      (await app.call('PUT', `/api/tenant/users/${userIds.owner}`, tokens.admin, { isActive: false }))
        .statusCode,
    ).toBe(403);
    for (let round = 0; round < 15; round += 1) {
      const tenant = await app.tenant();
      const second = await app.call(
        'POST',
        '/api/tenant/users',
        tenant.tokens.owner,
        person('owner', `second@${tenant.slug}.example`),
      );
      const token = (
        await app.call('POST', '/api/tenant/auth/login', null, {
          email: second.json().email,
          password: 'a long new password',
        })
      ).json().token;
      const [x, y] = await Promise.all([
        app.call('PUT', `/api/tenant/users/${second.json().id}`, tenant.tokens.owner, { isActive: false }),
        app.call('PUT', `/api/tenant/users/${tenant.userIds.owner}`, token, { isActive: false }),
      ]);
      const statuses = [x.statusCode, y.statusCode].toSorted((m, n) => m - n);
      expect(statuses[0]).toBe(200);
      expect([401, 409]).toContain(statuses[1]);
    }
  });

  it('who are demoted lose their rights at the next call', async () => {
    const { tokens, userIds } = await app.tenant();
    expect((await app.call('GET', '/api/tenant/users', tokens.admin)).statusCode).toBe(200);
    await app.call('PUT', `/api/tenant/users/${userIds.admin}`, tokens.owner, { role: 'viewer' });
    expect((await app.call('GET', '/api/tenant/users', tokens.admin)).statusCode).toBe(403);
  });
});

describe('API keys', () => {
  it('are shown once, work by scope, and stop at once when removed', async () => {
    const { tokens } = await app.tenant();
    const made = await app.call('POST', '/api/tenant/api-keys', tokens.admin, {
      name: 'Website',
      scopes: ['ingest'],
    });
    expect(made.statusCode).toBe(201);
    const { key, id } = made.json();
    expect((await app.call('GET', '/api/tenant/api-keys', tokens.admin)).body).not.toContain(key);
    const mail = {
      id: 'k1',
      snippet: 'Hi',
      payload: { mimeType: 'text/plain', headers: [{ name: 'From', value: 'a@b.example' }] },
    };
    expect((await app.call('POST', '/api/v2/ingest/messages', key, mail)).statusCode).toBe(200);
    expect((await app.call('GET', '/api/v2/leads', key)).statusCode).toBe(403);
    expect((await app.call('DELETE', `/api/tenant/api-keys/${id}`, tokens.admin)).statusCode).toBe(204);
    expect((await app.call('POST', '/api/v2/ingest/messages', key, mail)).statusCode).toBe(401);
  });
});

describe('billing', () => {
  it('adds a module once, ends it at the period’s end, and prices by what runs', async () => {
    const { tokens } = await app.tenant({ modules: ['leads_manager'] });
    const add = (moduleType: string) =>
      app.call('POST', '/api/tenant/subscription/modules', tokens.admin, { moduleType });
    expect((await add('outreach')).statusCode).toBe(201);
    expect((await add('outreach')).statusCode).toBe(200);
    expect((await add('social_media')).json().totals).toMatchObject({
      listMonthly: '397.00',
      monthly: '299.00',
      saving: '98.00',
    });
    expect((await add('support_agent')).json().totals).toMatchObject({
      listMonthly: '697.00',
      monthly: '599.00',
    });
    expect((await add('nothing')).statusCode).toBe(400);
    expect(
      (await app.call('DELETE', '/api/tenant/subscription/modules/outreach', tokens.admin)).statusCode,
    ).toBe(403);
    const ended = await app.call('DELETE', '/api/tenant/subscription/modules/outreach', tokens.owner);
    expect(ended.json().totals).toMatchObject({ monthly: '599.00' });
    const account = await app.call('GET', '/api/tenant/billing', tokens.owner);
    expect(account.json()).toMatchObject({
      nextPeriodCents: 56_800,
      endingModules: [{ moduleType: 'outreach' }],
    });
    expect(
      ended.json().modules.find((one: { moduleType: string }) => one.moduleType === 'outreach').isActive,
    ).toBe(true);
    expect((await add('outreach')).json().totals).toMatchObject({ monthly: '599.00' });
  });

  it('shows every counter of the active modules, and refuses what is no month', async () => {
    const { tokens } = await app.tenant({ modules: ['leads_manager'] });
    const usage = await app.call('GET', '/api/tenant/usage/2026-11', tokens.viewer);
    expect(usage.json().map((one: { metricType: string }) => one.metricType)).toEqual([
      'leads_received',
      'emails_received',
      'ai_summaries',
      'meetings_booked',
    ]);
    for (const month of ['2026-13', '2026-1', 'now'])
      expect((await app.call('GET', `/api/tenant/usage/${month}`, tokens.viewer)).statusCode).toBe(400);
  });
});

describe('the platform', () => {
  it('reads in the outbox what an installation without a mail server keeps, and nobody else does', async () => {
    const tenant = await app.tenant();
    await app.call('POST', '/api/tenant/auth/forgot-password', null, { email: tenant.emails.user });
    const answer = await app.call('GET', '/api/tenant/saas/outbox', app.platformToken);
    expect(answer.json()[0]).toMatchObject({
      recipient: tenant.emails.user,
      state: 'kept',
      body: expect.stringContaining('/reset-password?token=hubr_'),
    });
    expect((await app.call('GET', '/api/tenant/saas/outbox', tenant.tokens.owner)).statusCode).toBe(403);
    const token = /token=(\S+)/.exec(answer.json()[0].body)?.[1];
    expect(
      (
        await app.call('POST', '/api/tenant/auth/reset-password', null, {
          token,
          password: 'chosen by a link',
        })
      ).statusCode,
    ).toBe(204);
  });

  it('reads nothing of a mail that a mail server took, or refused', async () => {
    const own = await startTestApp({ withMailer: true });
    try {
      for (const fails of [false, true]) {
        own.mail.fails = fails;
        const { emails } = await own.tenant();
        await own.call('POST', '/api/tenant/auth/forgot-password', null, { email: emails.owner });
        const newest = async () => {
          await own.hub.services.gate.sweep({ all: true });
          return (await own.call('GET', '/api/tenant/saas/outbox', own.platformToken)).json()[0];
        };
        const ended = { recipient: emails.owner, state: fails ? 'failed' : 'sent', body: '' };
        await expect.poll(newest).toMatchObject(ended);
      }
      expect(own.sent[0]?.text).toContain('/reset-password?token=hubr_');
    } finally {
      await own.close();
    }
  });

  it('counts tenants, trials, revenue and users, without its own organization', async () => {
    const before = (await app.call('GET', '/api/tenant/saas/overview', app.platformToken)).json().overview;
    await app.tenant({ status: 'active' });
    await app.tenant({ modules: ['leads_manager'] });
    await app.tenant({ trialEnded: true });
    const after = (await app.call('GET', '/api/tenant/saas/overview', app.platformToken)).json().overview;
    expect({
      tenants: after.totalTenants - before.totalTenants,
      active: after.activeTenants - before.activeTenants,
      trial: after.trialTenants - before.trialTenants,
      revenue: after.monthlyRevenue - before.monthlyRevenue,
      users: after.totalUsers - before.totalUsers,
    }).toEqual({ tenants: 3, active: 1, trial: 1, revenue: 599, users: 12 });
    const summary = (await app.call('GET', '/api/tenant/saas/modules-summary', app.platformToken)).json();
    expect(Object.keys(summary).toSorted()).toEqual([
      'leads_manager',
      'outreach',
      'social_media',
      'support_agent',
    ]);
  });
});
