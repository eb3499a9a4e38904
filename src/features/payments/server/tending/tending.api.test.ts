import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TenantBilling } from '#features/billing/operator-contract.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { putSubscription, tendOnce } from '../testing/tenant-money.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());

const dayMs = 86_400_000;

function inDays(days: number): Date {
  return new Date(Date.now() + days * dayMs);
}

async function bell(tenant: Tenant, role: 'owner' | 'admin' = 'owner'): Promise<string[]> {
  const answer = await app.call('GET', '/api/notifications', tenant.tokens[role]);
  return answer.json().map((one: { title: string }) => one.title);
}

function mailsTo(tenant: Tenant): string[] {
  return app.sent.filter((mail) => mail.to === tenant.emails.owner).map((mail) => mail.text);
}

describe('the end of a trial', () => {
  it('is told to owners by bell and mail a week before, a day before and on the day, each once', async () => {
    const tenant = await app.tenant({ modules: ['outreach'] });
    await tendOnce(app);
    expect(await bell(tenant)).toEqual([]);
    for (const [days, title] of [
      [6.5, 'Your free trial ends soon'],
      [0.5, 'Your free trial ends tomorrow'],
      [-0.1, 'Your free trial has ended'],
    ] as const) {
      await putSubscription(app, tenant, { trialEndsAt: inDays(days), currentPeriodEnd: inDays(days) });
      await tendOnce(app);
      expect((await bell(tenant))[0]).toBe(title);
    }
    expect(await bell(tenant)).toHaveLength(3);
    expect(await bell(tenant, 'admin')).toEqual([]);
    await expect.poll(() => mailsTo(tenant).length).toBe(3);
    expect(mailsTo(tenant).join('\n')).toContain('The next period costs USD 129.00.');
    expect(mailsTo(tenant).join('\n')).toContain('http://hub.example/tenant/billing');
  });

  it('is told once by many processes at once', async () => {
    const tenant = await app.tenant();
    await putSubscription(app, tenant, { trialEndsAt: inDays(0.5), currentPeriodEnd: inDays(0.5) });
    await Promise.all([1, 2, 3, 4, 5].map(() => tendOnce(app)));
    await tendOnce(app);
    expect(await bell(tenant)).toEqual(['Your free trial ends tomorrow']);
    await expect.poll(() => mailsTo(tenant).length).toBe(1);
  });

  it('is not told to who pays, and a new period has notices of its own', async () => {
    const tenant = await app.tenant();
    await putSubscription(app, tenant, { status: 'active', currentPeriodEnd: inDays(6) });
    await tendOnce(app);
    expect(await bell(tenant)).toEqual(['Your paid period ends soon']);
    await putSubscription(app, tenant, { currentPeriodEnd: inDays(36) });
    await tendOnce(app);
    await putSubscription(app, tenant, { currentPeriodEnd: inDays(-0.1) });
    await tendOnce(app);
    expect(await bell(tenant)).toEqual(['Your paid period has ended', 'Your paid period ends soon']);
    const other = await app.tenant({ status: 'suspended' });
    await putSubscription(app, other, { currentPeriodEnd: inDays(0.5) });
    await tendOnce(app);
    expect(await bell(other)).toEqual([]);
  });
});

describe('the end of a period', () => {
  it('ends removed modules and begins the chosen cycle, and both stand in the history', async () => {
    const tenant = await app.tenant({ modules: ['outreach', 'social_media'] });
    await putSubscription(app, tenant, { status: 'active', currentPeriodEnd: inDays(0.00001) });
    const at = `/api/tenant/saas/tenants/${tenant.organizationId}`;
    await putSubscription(app, tenant, { currentPeriodEnd: inDays(2) });
    await app.call('DELETE', '/api/tenant/subscription/modules/outreach', tenant.tokens.owner);
    await app.call('PUT', `${at}/billing-cycle`, app.platformToken, { billingCycle: 'yearly' });
    await tendOnce(app);
    const read = async (): Promise<TenantBilling> =>
      (await app.call('GET', `${at}/billing`, app.platformToken)).json();
    expect((await read()).endingModules).toHaveLength(1);
    await putSubscription(app, tenant, { currentPeriodEnd: inDays(-1) });
    await app.hub.database.asPlatform('a test lets a module end', (tx) =>
      tx.db.execute(
        `update subscription_modules set ends_at = now() - interval '1 day' where organization_id = '${tenant.organizationId}' and ends_at is not null`,
      ),
    );
    await tendOnce(app);
    const after = await read();
    expect(after.billing.subscription?.billingCycle).toBe('yearly');
    expect(after.history[0]).toMatchObject({
      kind: 'period_ended',
      modules: ['social_media'],
      monthlyCents: 6900,
      billingCycle: 'yearly',
    });
    const rows = after.history.length;
    await tendOnce(app);
    expect((await read()).history).toHaveLength(rows);
  });
});

describe('a period that cannot be ended', () => {
  it('does not stop those of other organizations, and is ended in the next round', async () => {
    const [broken, other] = [await app.tenant(), await app.tenant()];
    const due = { status: 'active', nextBillingCycle: 'yearly', currentPeriodEnd: inDays(-0.1) } as const;
    for (const tenant of [broken, other]) await putSubscription(app, tenant, due);
    const cycleOf = async (tenant: Tenant): Promise<string | undefined> => {
      const url = `/api/tenant/saas/tenants/${tenant.organizationId}/billing`;
      const state: TenantBilling = (await app.call('GET', url, app.platformToken)).json();
      return state.billing.subscription?.billingCycle;
    };
    const { database } = app.hub;
    const forOrganization = database.forOrganization.bind(database);
    const spy = vi.spyOn(database, 'forOrganization').mockImplementation((id) => {
      if (id === broken.organizationId) throw new Error('It is broken.');
      return forOrganization(id);
    });
    await tendOnce(app).finally(() => spy.mockRestore());
    expect([await cycleOf(broken), await cycleOf(other)]).toEqual(['monthly', 'yearly']);
    await tendOnce(app);
    expect(await cycleOf(broken)).toBe('yearly');
  });
});

describe('a trial that has ended', () => {
  it('lets nothing be written or sent, but read, export, pay and add modules', async () => {
    const tenant = await app.tenant({ trialEnded: true, modules: ['outreach', 'leads_manager'] });
    const { owner } = tenant.tokens;
    for (const [method, path, body] of [
      ['POST', '/api/leads', { name: 'x' }],
      ['POST', '/api/prospects', { businessName: 'x' }],
      ['PUT', '/api/tenant/organizations/current', { name: 'Other' }],
    ] as const)
      expect((await app.call(method, path, owner, body)).json().code, path).toBe('trial_ended');
    expect((await app.call('GET', '/api/leads', owner)).statusCode).toBe(200);
    expect((await app.call('GET', '/api/tenant/invoices', owner)).statusCode).toBe(200);
    const asked = await app.call('POST', '/api/tenant/billing/requests', owner, { kind: 'setup_fee' });
    expect(asked.statusCode).toBe(201);
    const added = await app.call('POST', '/api/tenant/subscription/modules', owner, {
      moduleType: 'social_media',
    });
    expect(added.statusCode).toBe(201);
  });
});
