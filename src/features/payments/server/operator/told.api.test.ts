import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notification } from '#features/notifications/contract.ts';
import type { BillingRequest } from '#features/payments/contract.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { startTestApp, type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const requests = '/api/tenant/billing/requests';

function act(tenant: Tenant, method: 'POST' | 'PUT', path: string, body: object) {
  const url = `/api/tenant/saas/tenants/${tenant.organizationId}/${path}`;
  return app.call(method, url, app.platformToken, body);
}

function ask(tenant: Tenant, body: object) {
  return app.call('POST', requests, tenant.tokens.owner, body);
}

async function requestsOf(tenant: Tenant): Promise<BillingRequest[]> {
  return (await app.call('GET', requests, tenant.tokens.viewer)).json();
}

async function bellOf(token: string): Promise<Notification[]> {
  return (await app.call('GET', '/api/notifications', token)).json();
}

async function mailsOf(tenant: Tenant): Promise<{ recipient: string; subject: string }[]> {
  return app.hub.database
    .forOrganization(tenant.organizationId)
    .db.select({ recipient: outgoingMail.recipient, subject: outgoingMail.subject })
    .from(outgoingMail);
}

describe('a request that is fulfilled', () => {
  it('is closed with what was done: the fee paid, the cycle set, a payment recorded', async () => {
    const tenant = await app.tenant();
    await ask(tenant, { kind: 'setup_fee' });
    await ask(tenant, { kind: 'payment_method' });
    await ask(tenant, { kind: 'billing_cycle', billingCycle: 'yearly' });
    await act(tenant, 'PUT', 'billing-cycle', { billingCycle: 'monthly' });
    expect((await requestsOf(tenant)).every((one) => one.state === 'open')).toBe(true);
    await act(tenant, 'POST', 'setup-fee', { method: 'cash' });
    await act(tenant, 'PUT', 'billing-cycle', { billingCycle: 'yearly' });
    await act(tenant, 'POST', 'payments', {
      amountCents: 29_900,
      currency: 'USD',
      method: 'cash',
      paidUntil: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    });
    const answers = new Map((await requestsOf(tenant)).map((one) => [one.kind, [one.state, one.answer]]));
    expect(answers).toEqual(
      new Map([
        ['billing_cycle', ['closed', 'The billing cycle is yearly from the next period on.']],
        ['payment_method', ['closed', 'A payment was recorded.']],
        ['setup_fee', ['closed', 'The setup fee was recorded as paid.']],
      ]),
    );
  });
});

describe('an open request', () => {
  it('is withdrawn by an owner, once, and by nobody else', async () => {
    const tenant = await app.tenant();
    const other = await app.tenant();
    const at = `${requests}/${(await ask(tenant, { kind: 'setup_fee' })).json().id}`;
    expect((await app.call('DELETE', at, tenant.tokens.admin)).statusCode).toBe(403);
    expect((await app.call('DELETE', at, other.tokens.owner)).statusCode).toBe(404);
    expect((await app.call('DELETE', at, tenant.tokens.owner)).json()).toMatchObject({
      state: 'closed',
      answer: 'Withdrawn by Olive Owner.',
    });
    expect((await app.call('DELETE', at, tenant.tokens.owner)).statusCode).toBe(404);
    expect((await ask(tenant, { kind: 'setup_fee' })).statusCode).toBe(201);
  });

  it('is told once to the platform’s owners behind the bell', async () => {
    const tenant = await app.tenant();
    const mine = async () =>
      (await bellOf(app.platformToken)).filter(({ title }) => title === `Request of Tenant ${tenant.slug}`);
    await ask(tenant, { kind: 'billing_cycle', billingCycle: 'yearly', note: 'From June.' });
    await ask(tenant, { kind: 'billing_cycle', billingCycle: 'yearly', note: 'From July.' });
    expect(await mine()).toMatchObject([
      {
        kind: 'billing',
        text: 'Wants another billing cycle: yearly. From June. Answer it under Billing of the dashboard.',
      },
    ]);
  });
});

describe('a subscription that the operator stops or lets go on', () => {
  it('is told to the owners behind the bell and by mail, with the reason', async () => {
    const tenant = await app.tenant({ status: 'active' });
    await act(tenant, 'POST', 'suspend', { reason: 'Two invoices are unpaid.' });
    await act(tenant, 'POST', 'reactivate', { note: 'Only for the log' });
    await act(tenant, 'POST', 'cancel', { reason: 'As agreed.', currentPassword: testPassword });
    const told = await bellOf(tenant.tokens.owner);
    expect(told.map(({ title }) => title)).toEqual([
      'Your subscription is cancelled',
      'Your subscription is reactivated',
      'Your subscription is suspended',
    ]);
    expect(told[2]?.text).toMatch(/Reason given: Two invoices are unpaid\.$/);
    expect(told[1]?.text).not.toContain('Only for the log');
    expect(told[0]?.text).toMatch(/Reason given: As agreed\.$/);
    expect(await bellOf(tenant.tokens.admin)).toEqual([]);
    const subjects = (await mailsOf(tenant)).map(({ recipient, subject }) => `${recipient} ${subject}`);
    const to = (title: string) => `owner@${tenant.slug}.example ${title}: Tenant ${tenant.slug}`;
    expect(subjects.toSorted()).toEqual(told.map(({ title }) => to(title)).toSorted());
  });
});
