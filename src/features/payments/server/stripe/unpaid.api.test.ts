import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notification } from '#features/notifications/contract.ts';
import type { FakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import type { Tenant, TestApp } from '#server/testing/test-app.ts';
import { payments } from '../tables.ts';
import { dayMs, inDays, type StripeApp, startStripeApp } from '../testing/stripe-app.ts';
import { actOn, billingOf, putSubscription, tendOnce } from '../testing/tenant-money.ts';

let stripe: FakeStripe;
let app: TestApp;
let deliver: StripeApp['deliver'];
let subscribed: StripeApp['subscribed'];
let stop: StripeApp['stop'];
beforeAll(async () => {
  ({ stripe, app, deliver, subscribed, stop } = await startStripeApp());
});
afterAll(() => stop());

const updated = (id: string) => deliver('customer.subscription.updated', { id, object: 'subscription' });
const change = (id: string, values: object) => Object.assign(stripe.subscription(id), values);
const write = async (tenant: Tenant) =>
  (await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'x' })).statusCode;

/** A subscription that was set up on Stripe's page and that Stripe calls active, before any money came. */
async function setUp(trialEnded: boolean): Promise<{ tenant: Tenant; id: string }> {
  const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded });
  const opened = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, {
    purpose: 'subscription',
  });
  expect(opened.statusCode).toBe(200);
  const session = stripe.lastSession();
  const id = stripe.pay(session, inDays(30));
  await deliver('checkout.session.completed', { id: session, object: 'checkout.session' });
  return { tenant, id };
}

async function ownerBell(tenant: Tenant): Promise<Notification[]> {
  return (await app.call('GET', '/api/notifications', tenant.tokens.owner)).json();
}

async function failedPayments(): Promise<string[]> {
  const overview = (await app.call('GET', '/api/tenant/saas/billing', app.platformToken)).json();
  const failed: { organization: { id: string } }[] = overview.failedPayments;
  return failed.map((one) => one.organization.id);
}

describe('a bank debit that is still on its way', () => {
  it('makes nobody active, gives a trial its days, and lifts with the money', async () => {
    const { tenant, id } = await setUp(true);
    const { billing, paymentExpectedUntil } = await billingOf(app, tenant);
    expect([billing.subscription?.status, typeof paymentExpectedUntil]).toEqual(['trial', 'string']);
    expect(await write(tenant)).toBe(201);
    await deliver('invoice.paid', {
      id: stripe.invoice(id, 'paid', { start: inDays(0), end: inDays(30) }),
      object: 'invoice',
    });
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('active');
  });

  it('that comes to nothing is told to owners and the operator when its days are over', async () => {
    const { tenant, id } = await setUp(true);
    const over = { trialEndsAt: inDays(-9), currentPeriodEnd: inDays(-9) };
    await putSubscription(app, tenant, over);
    await updated(id);
    await tendOnce(app);
    await tendOnce(app);
    expect(await write(tenant)).toBe(402);
    expect((await ownerBell(tenant)).map(({ title, text }) => [title, text.slice(0, 61)])).toEqual([
      ['The first payment has not come in', 'Your free trial has ended, and its first payment by card has '],
    ]);
    expect((await billingOf(app, tenant)).overdue?.problem).toBe(
      'The free trial has ended, and the first payment by card has not come in.',
    );
    expect(await failedPayments()).toContain(tenant.organizationId);
  });
});

describe('a first payment that failed', () => {
  it('gives no more days when Stripe calls its subscription a trial again', async () => {
    const { tenant, id } = await setUp(true);
    change(id, { status: 'past_due' });
    await updated(id);
    expect(await write(tenant)).toBe(402);
    change(id, { status: 'trialing' });
    await updated(id);
    expect((await billingOf(app, tenant)).paymentExpectedUntil).toBeNull();
    expect(await write(tenant)).toBe(402);
  });
});

describe('a tenant that was suspended and reactivated', () => {
  it('before its first payment was recorded is what its history says, not a trial that is over', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
    await actOn(app, tenant, 'payments', {
      amountCents: 19_900,
      currency: 'USD',
      method: 'cash',
      paidUntil: inDays(30).toISOString(),
    });
    await app.hub.database.asPlatform('a test has the payment come in later', (tx) =>
      tx.db.delete(payments).where(eq(payments.organizationId, tenant.organizationId)),
    );
    await actOn(app, tenant, 'suspend', { reason: 'x' });
    await actOn(app, tenant, 'reactivate', {});
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('active');
  });
});

describe('a module that is removed while the next period is being paid', () => {
  it('ends with that period, which is charged with it', async () => {
    const { tenant } = await subscribed('outreach');
    const over = inDays(-0.04);
    await putSubscription(app, tenant, { currentPeriodEnd: over });
    const me = await app.call('GET', '/api/tenant/auth/me', tenant.tokens.owner);
    expect(me.json().renews).toBe(true);
    const at = '/api/tenant/subscription/modules/outreach';
    expect((await app.call('DELETE', at, tenant.tokens.owner)).statusCode).toBe(200);
    const { endingModules } = await billingOf(app, tenant);
    const days = endingModules.map(({ endsAt }) => (Date.parse(endsAt) - over.getTime()) / dayMs);
    expect(days.map((count) => count >= 28 && count <= 31)).toEqual([true]);
  });
});

describe('a dispute whose amount changes', () => {
  it('is shown and told with what is asked back now', async () => {
    const { tenant, paid } = await subscribed('outreach');
    const dispute = { status: 'needs_response', amount: 12_900, currency: 'usd', reason: 'fraudulent' };
    const id = stripe.reverse('dp', { paid, ...dispute });
    await deliver('charge.dispute.created', { id, object: 'dispute' });
    Object.assign(stripe.reversal(id), { amount: 6_450 });
    for (const _ of [1, 2]) await deliver('charge.dispute.updated', { id, object: 'dispute' });
    const [invoice] = (await billingOf(app, tenant)).invoices;
    expect(invoice?.reversals.map(({ amountCents }) => amountCents)).toEqual([6_450]);
    const told = (await ownerBell(tenant)).filter(({ title }) => title.startsWith('A payment is disputed'));
    expect(told.map(({ text }) => /USD ([\d.]+)/.exec(text)?.[1])).toEqual(['64.50', '129.00']);
  });
});
