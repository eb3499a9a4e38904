import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingOverview, TenantBilling } from '#features/billing/operator-contract.ts';
import { subscriptionChanges, subscriptions } from '#features/billing/server/tables.ts';
import { auditLog } from '#server/db/tables.ts';
import { startTestApp, type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const dayMs = 86_400_000;

function inDays(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}

function act(
  tenant: Tenant,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  key?: string,
) {
  const url = `/api/tenant/saas/tenants/${tenant.organizationId}/${path}`;
  return app.call(method, url, app.platformToken, body, key === undefined ? {} : { 'idempotency-key': key });
}

async function stateOf(tenant: Tenant): Promise<TenantBilling> {
  return (await act(tenant, 'GET', 'billing')).json();
}

async function overview(): Promise<BillingOverview> {
  return (await app.call('GET', '/api/tenant/saas/billing', app.platformToken)).json();
}

const payment = { amountCents: 29_900, currency: 'USD', method: 'bank_transfer', note: 'Thanks' };

async function auditOf(organizationId: string, action: string) {
  return app.hub.database.asPlatform('a test reads audit logs', (tx) =>
    tx.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.organizationId, organizationId), eq(auditLog.action, action))),
  );
}

describe('a payment that the operator records', () => {
  it('makes the tenant active until the date, with a paid invoice over exactly that amount', async () => {
    const tenant = await app.tenant({
      modules: ['social_media', 'leads_manager', 'outreach'],
      trialEnded: true,
    });
    const refused = await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'Late' });
    expect(refused.json().code).toBe('trial_ended');
    const until = inDays(30);
    const answer = await act(tenant, 'POST', 'payments', { ...payment, paidUntil: until });
    expect(answer.statusCode).toBe(201);
    const state: TenantBilling = answer.json();
    expect(state.billing.subscription).toMatchObject({ status: 'active', currentPeriodEnd: until });
    expect(state.payments).toMatchObject([{ ...payment, paidUntil: until, recordedBy: 'Platform Owner' }]);
    expect(state.invoices).toMatchObject([
      {
        id: state.payments[0]?.invoiceId,
        state: 'paid',
        purpose: 'subscription',
        currency: 'USD',
        totalCents: 29_900,
        subtotalCents: 29_900,
        taxCents: 0,
        taxLabel: 'No tax charged',
        periodEnd: until,
      },
    ]);
    expect(state.invoices[0]?.lines.at(-1)).toEqual({
      description: 'Pro Package saving, 1 month',
      amountCents: -9_800,
    });
    const allowed = await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'On time' });
    expect(allowed.statusCode).toBe(201);
  });

  it('is one payment under one Idempotency-Key, and another body under it is refused', async () => {
    const tenant = await app.tenant();
    const body = { ...payment, paidUntil: inDays(30) };
    const answers = await Promise.all([1, 2, 3].map(() => act(tenant, 'POST', 'payments', body, 'pay-once')));
    expect(answers.map((one) => one.statusCode).filter((status) => status !== 409)).toContain(201);
    expect((await act(tenant, 'POST', 'payments', body, 'pay-once')).statusCode).toBe(201);
    expect((await stateOf(tenant)).payments).toHaveLength(1);
    const other = await act(tenant, 'POST', 'payments', { ...body, amountCents: 1 }, 'pay-once');
    expect(other.statusCode).toBe(422);
  });

  it.each([
    [
      'a date gone by',
      { paidUntil: inDays(-1) },
      'Choose a date in the future: the subscription is paid until then.',
    ],
    ['a date years ahead', { paidUntil: inDays(2000) }, 'Choose a date within the next three years.'],
    ['nothing', { amountCents: 0 }, 'Enter the amount that was paid.'],
    ['an amount with fractions of a cent', { amountCents: 1.5 }, null],
    ['more than a payment can be', { amountCents: 100_000_001 }, 'That is more than a payment can be.'],
    ['an unknown currency', { currency: 'XXX' }, null],
    ['a card payment that no service confirmed', { method: 'stripe' }, null],
    ['an unknown field', { discount: 1 }, null],
  ])('is refused for %s', async (_name, change, message) => {
    const tenant = await app.tenant();
    const answer = await act(tenant, 'POST', 'payments', { ...payment, paidUntil: inDays(30), ...change });
    expect(answer.statusCode).toBe(400);
    if (message) expect(JSON.stringify(answer.json())).toContain(message);
    expect((await stateOf(tenant)).payments).toEqual([]);
  });

  it('gets invoice numbers without gaps when many are recorded at once and some fail', async () => {
    const tenants = await Promise.all([1, 2, 3, 4].map(() => app.tenant()));
    await Promise.all(
      tenants.flatMap((tenant) => [
        act(tenant, 'POST', 'payments', { ...payment, paidUntil: inDays(30) }),
        act(tenant, 'POST', 'setup-fee', { method: 'cash' }),
        act(tenant, 'POST', 'setup-fee', { method: 'cash' }),
      ]),
    );
    const rows = await app.hub.database.asPlatform('a test reads invoice numbers', (tx) =>
      tx.db.execute('select number from invoices order by number'),
    );
    expect(rows.map((row) => row.number)).toEqual(rows.map((_row, index) => index + 1));
    expect(rows.length).toBeGreaterThanOrEqual(8);
  });
});

describe('the setup fee', () => {
  it('is marked paid once, as 770.00 AUD', async () => {
    const tenant = await app.tenant();
    expect((await overview()).unpaidSetupFees.map((one) => one.organization.id)).toContain(
      tenant.organizationId,
    );
    const state: TenantBilling = (await act(tenant, 'POST', 'setup-fee', { method: 'cheque' })).json();
    expect(state.billing.subscription).toMatchObject({ setupFeePaid: true, status: 'trial' });
    expect(state.invoices).toMatchObject([{ totalCents: 77_000, currency: 'AUD', purpose: 'setup_fee' }]);
    const again = await act(tenant, 'POST', 'setup-fee', { method: 'cheque' });
    expect([again.statusCode, again.json().message]).toEqual([409, 'The setup fee is paid already.']);
    const fees = (await overview()).unpaidSetupFees.map((one) => one.organization.id);
    expect(fees).not.toContain(tenant.organizationId);
  });
});

describe('plan, cycle and modules', () => {
  it('change as the operator says, and the next period is priced by them', async () => {
    const tenant = await app.tenant({ modules: ['social_media'] });
    await act(tenant, 'POST', 'payments', { ...payment, amountCents: 6900, paidUntil: inDays(30) });
    await act(tenant, 'PUT', 'plan', { plan: 'starter' });
    await act(tenant, 'PUT', 'billing-cycle', { billingCycle: 'yearly' });
    expect((await act(tenant, 'POST', 'modules', { moduleType: 'outreach' })).statusCode).toBe(201);
    expect((await act(tenant, 'POST', 'modules', { moduleType: 'outreach' })).statusCode).toBe(200);
    const more = await stateOf(tenant);
    expect(more.billing).toMatchObject({
      subscription: { plan: 'starter', billingCycle: 'monthly' },
      totals: { monthly: '198.00' },
    });
    expect(more).toMatchObject({ nextBillingCycle: 'yearly', nextPeriodCents: 12 * 19_800 });
    await act(tenant, 'DELETE', 'modules/social_media');
    const less = await stateOf(tenant);
    expect(less.endingModules).toMatchObject([{ moduleType: 'social_media' }]);
    expect(less.nextPeriodCents).toBe(12 * 12_900);
    expect((await act(tenant, 'DELETE', 'modules/support_agent')).statusCode).toBe(404);
    expect((await act(tenant, 'DELETE', 'modules/nothing')).statusCode).toBe(404);
    const back = await act(tenant, 'PUT', 'billing-cycle', { billingCycle: 'monthly' });
    expect(back.json().nextBillingCycle).toBeNull();
  });
});

describe('suspending, reactivating and cancelling', () => {
  it('stop and let go at once, with a reason that stays readable', async () => {
    const tenant = await app.tenant({ status: 'active' });
    expect((await act(tenant, 'POST', 'suspend', { reason: '  ' })).statusCode).toBe(400);
    const state: TenantBilling = (
      await act(tenant, 'POST', 'suspend', { reason: 'Two bounced cheques' })
    ).json();
    expect(state).toMatchObject({ stateReason: 'Two bounced cheques' });
    const stopped = await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'x' });
    expect([stopped.statusCode, stopped.json().code]).toEqual([402, 'suspended']);
    expect((await act(tenant, 'POST', 'suspend', { reason: 'again' })).statusCode).toBe(409);
    expect((await act(tenant, 'POST', 'reactivate', {})).statusCode).toBe(200);
    const works = await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'x' });
    expect(works.statusCode).toBe(201);
    expect((await act(tenant, 'POST', 'reactivate', {})).statusCode).toBe(409);
  });

  it('give a trial back its days, and one that is over stays over', async () => {
    const running = await app.tenant();
    const over = await app.tenant({ trialEnded: true });
    for (const tenant of [running, over]) {
      await act(tenant, 'POST', 'suspend', { reason: 'x' });
      const state: TenantBilling = (await act(tenant, 'POST', 'reactivate', {})).json();
      expect(state.billing.subscription?.status).toBe('trial');
    }
    const write = (tenant: Tenant) => app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'x' });
    expect([(await write(running)).statusCode, (await write(over)).statusCode]).toEqual([201, 402]);
  });

  it('cancel only with the own password, and not twice', async () => {
    const tenant = await app.tenant({ status: 'active' });
    const wrong = await act(tenant, 'POST', 'cancel', { reason: 'Left', currentPassword: 'not this one' });
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'The current password is not right.']);
    const body = { reason: 'Left', currentPassword: testPassword };
    expect((await act(tenant, 'POST', 'cancel', body)).json().billing.subscription.status).toBe('cancelled');
    expect((await act(tenant, 'POST', 'cancel', body)).statusCode).toBe(409);
  });
});

describe('what the operator does', () => {
  it('stands in the audit logs of the platform and of the tenant, whose people read no name of the staff', async () => {
    const tenant = await app.tenant();
    await act(tenant, 'POST', 'suspend', { reason: 'Unpaid' });
    const theirs = await auditOf(tenant.organizationId, 'subscription.suspended');
    expect(theirs).toMatchObject([
      { actor: 'Platform operator', actorId: null, address: null, details: { reason: 'Unpaid' } },
    ]);
    const ours = (await auditOf(app.hub.platformId, 'subscription.suspended')).filter(
      (row) => row.subject === tenant.slug,
    );
    expect(ours).toMatchObject([
      { actor: 'Platform Owner', details: { organizationId: tenant.organizationId } },
    ]);
  });

  it('leaves neither change nor entry when it is refused', async () => {
    const tenant = await app.tenant();
    await act(tenant, 'POST', 'reactivate', {});
    expect(await auditOf(tenant.organizationId, 'subscription.reactivated')).toEqual([]);
  });
});

describe('requests of a tenant', () => {
  it('are open once of a kind, reach the operator, and are closed with an answer that the tenant reads', async () => {
    const tenant = await app.tenant();
    const ask = (body: object, token = tenant.tokens.owner) =>
      app.call('POST', '/api/tenant/billing/requests', token, body);
    expect((await ask({ kind: 'setup_fee' }, tenant.tokens.admin)).statusCode).toBe(403);
    expect((await ask({ kind: 'billing_cycle' })).statusCode).toBe(400);
    const made = await ask({ kind: 'billing_cycle', billingCycle: 'yearly' });
    expect(made.statusCode).toBe(201);
    const again = await ask({ kind: 'billing_cycle', billingCycle: 'yearly', note: 'Please.' });
    expect([again.statusCode, again.json().id]).toEqual([200, made.json().id]);
    const open = (await overview()).openRequests.filter(
      (one) => one.organization.id === tenant.organizationId,
    );
    expect(open).toMatchObject([
      { request: { kind: 'billing_cycle', note: 'Please.', createdBy: 'Olive Owner' } },
    ]);
    const closed = await act(tenant, 'POST', `requests/${made.json().id}/close`, {
      answer: 'From next month.',
    });
    expect(closed.json().openRequests).toEqual([]);
    expect((await act(tenant, 'POST', `requests/${made.json().id}/close`, {})).statusCode).toBe(404);
    const read = await app.call('GET', '/api/tenant/billing/requests', tenant.tokens.viewer);
    expect(read.json()).toMatchObject([{ state: 'closed', answer: 'From next month.' }]);
  });
});

describe('the overview of money', () => {
  it('has the revenue of the last twelve months from the history of subscriptions', async () => {
    const before = await overview();
    expect(before.mrr).toHaveLength(12);
    expect(before.mrr.at(-1)?.month).toBe(app.hub.services.clock.now().toISOString().slice(0, 7));
    const tenant = await app.tenant({ modules: ['outreach'] });
    await act(tenant, 'POST', 'payments', { ...payment, paidUntil: inDays(30) });
    const after = await overview();
    expect((after.mrr.at(-1)?.cents ?? 0) - (before.mrr.at(-1)?.cents ?? 0)).toBe(12_900);
    expect(after.mrr.at(-2)).toEqual(before.mrr.at(-2));
    // As if that had happened two months ago, and it had been suspended last month.
    const history = (at: string, change: Partial<typeof subscriptionChanges.$inferInsert>) =>
      app.hub.database.asPlatform('a test moves history', (tx) =>
        tx.db
          .update(subscriptionChanges)
          .set({ at: new Date(at), ...change })
          .where(
            and(
              eq(subscriptionChanges.organizationId, tenant.organizationId),
              eq(subscriptionChanges.kind, 'payment'),
            ),
          ),
      );
    const month = (back: number) => after.mrr.at(-1 - back)?.month ?? '';
    await history(`${month(2)}-10T00:00:00Z`, {});
    await act(tenant, 'POST', 'suspend', { reason: 'x' });
    const moved = await overview();
    for (const [back, cents] of [
      [0, 0],
      [1, 12_900],
      [2, 12_900],
      [3, 0],
    ] as const)
      expect(
        (moved.mrr.at(-1 - back)?.cents ?? 0) - (before.mrr.at(-1 - back)?.cents ?? 0),
        `${back} months ago`,
      ).toBe(cents);
  });

  it('names trials that end soon and periods that ended without a payment', async () => {
    const trial = await app.tenant({ modules: ['outreach'] });
    const late = await app.tenant({ modules: ['outreach'], status: 'active' });
    await app.hub.database.asPlatform('a test lets a period end', (tx) =>
      tx.db
        .update(subscriptions)
        .set({ currentPeriodEnd: new Date(Date.now() - dayMs) })
        .where(eq(subscriptions.organizationId, late.organizationId)),
    );
    const { trialsEnding, failedPayments } = await overview();
    expect(trialsEnding.find((one) => one.organization.id === trial.organizationId)).toMatchObject({
      monthlyCents: 12_900,
    });
    expect(failedPayments.find((one) => one.organization.id === late.organizationId)).toMatchObject({
      problem: 'The paid period has ended and no payment was recorded.',
      monthlyCents: 12_900,
    });
    expect((await stateOf(late)).overdue).not.toBeNull();
    await act(late, 'POST', 'payments', { ...payment, paidUntil: inDays(30) });
    expect((await stateOf(late)).overdue).toBeNull();
  });

  it('is for an owner of the platform alone', async () => {
    const tenant = await app.tenant();
    expect((await app.call('GET', '/api/tenant/saas/billing', tenant.tokens.owner)).statusCode).toBe(403);
  });
});
