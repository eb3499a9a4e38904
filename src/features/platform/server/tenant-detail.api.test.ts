import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiRuns } from '#features/ai/server/tables.ts';
import { makeWorld, type World } from '#server/guards/world.ts';
import { newId } from '#server/ids.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
  world = await makeWorld(app);
});
afterAll(() => app.close());

const base = () => `/api/tenant/saas/tenants/${world.tenant.organizationId}`;

describe('a tenant’s detail for the operator', () => {
  it('holds none of the tenant’s content, whatever the tenant has', async () => {
    for (const path of [base(), '/api/tenant/saas/modules-summary', '/api/tenant/saas/failed-jobs']) {
      const answer = await app.call('GET', path, app.platformToken);
      expect(answer.statusCode, path).toBe(200);
      // What the operator wrote beside a change of its own is the operator's.
      const { audit: _, ...rest } = answer.json();
      const body = JSON.stringify(rest);
      expect(body, path).not.toContain(world.canary);
      for (const email of Object.values(world.tenant.emails)) expect(body, path).not.toContain(email);
      expect(body, path).not.toContain('Olive');
    }
  });

  it('counts people by role, the work of the month and the calls of AI', async () => {
    const before = (await app.call('GET', base(), app.platformToken)).json();
    await app.hub.database.forOrganization(world.tenant.organizationId).db.insert(aiRuns).values({
      id: newId(),
      job: 'lead_summary',
      targetId: world.leadId,
      engine: 'openai:x',
      promptVersion: '1',
      inputHash: 'x',
      tokensIn: 1200,
      tokensOut: 300,
      costCents: 4.25,
      outcome: 'failed',
      createdAt: app.hub.services.clock.now(),
    });
    const after = (await app.call('GET', base(), app.platformToken)).json();
    // Four people and the spare one of the samples.
    expect(after.users).toMatchObject({
      total: 5,
      active: 5,
      byRole: { owner: 1, admin: 1, user: 2, viewer: 1 },
    });
    expect(after.users.lastSignInAt).not.toBeNull();
    expect(after.ai.calls - before.ai.calls).toBe(1);
    expect(after.ai.failed - before.ai.failed).toBe(1);
    expect(after.ai.tokensIn - before.ai.tokensIn).toBe(1200);
    expect(after.ai.costCents - before.ai.costCents).toBeCloseTo(4.25);
    const own = await app.call('GET', `/api/tenant/usage/${after.month}`, world.tenant.tokens.owner);
    expect(after.usage).toEqual(own.json());
    expect(
      after.usage.find((one: { metricType: string }) => one.metricType === 'emails_received').value,
    ).toBe(1);
  });

  it('lists what the operator did, with the reason, and nothing that the tenant’s own people did', async () => {
    const reason = 'No payment since August.';
    expect((await app.call('POST', `${base()}/suspend`, app.platformToken, { reason })).statusCode).toBe(200);
    const detail = (await app.call('GET', base(), app.platformToken)).json();
    const actions = detail.audit.map((one: { action: string }) => one.action);
    expect(actions.filter((one: string) => !/^(subscription|module|billing)/.test(one))).toEqual([]);
    expect(detail.audit[0]).toMatchObject({
      action: 'subscription.suspended',
      outcome: 'ok',
      actor: 'Platform Owner',
      note: reason,
    });
    await app.call('POST', `${base()}/reactivate`, app.platformToken, {});
  });
});

describe('the platform’s audit log', () => {
  it('is found by text, outcome and time', async () => {
    const log = async (query: string) => {
      const answer = await app.call('GET', `/api/tenant/audit-log?${query}`, app.platformToken);
      expect(answer.statusCode, query).toBe(200);
      const rows: { action: string }[] = answer.json();
      return { actions: rows.map((row) => row.action), total: Number(answer.headers['x-total-count']) };
    };
    const found = await log('search=SUSPENDED');
    expect(found).toEqual({ actions: ['subscription.suspended'], total: 1 });
    expect((await log(`search=${world.tenant.slug}`)).total).toBeGreaterThanOrEqual(2);
    expect((await log('search=%25')).total).toBe(0);
    expect((await log('outcome=denied&search=subscription')).total).toBe(0);
    expect((await log('to=2020-01-01T00:00:00Z')).total).toBe(0);
    expect((await log('from=2020-01-01T00:00:00Z&search=subscription')).total).toBeGreaterThanOrEqual(2);
    const wrong = await app.call('GET', '/api/tenant/audit-log?outcome=maybe', app.platformToken);
    expect(wrong.statusCode).toBe(400);
  });
});
