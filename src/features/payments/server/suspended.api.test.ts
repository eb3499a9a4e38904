import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import { type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { inDays, type StripeApp, startStripeApp } from './testing/stripe-app.ts';
import { actOn, billingOf, putSubscription, tendOnce } from './testing/tenant-money.ts';

let stripe: FakeStripe;
let app: TestApp;
let deliver: StripeApp['deliver'];
let subscribed: StripeApp['subscribed'];
let stop: StripeApp['stop'];
beforeAll(async () => {
  ({ stripe, app, deliver, subscribed, stop } = await startStripeApp());
});
afterAll(() => stop());

const ending = '/api/tenant/billing/ending';
const end = (tenant: Tenant) =>
  app.call('POST', ending, tenant.tokens.owner, { currentPassword: testPassword });
const checkout = (tenant: Tenant) =>
  app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, { purpose: 'subscription' });
const write = async (tenant: Tenant) =>
  (await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'x' })).statusCode;
const statusOf = async (tenant: Tenant) => (await billingOf(app, tenant)).billing.subscription?.status;
const updated = (id: string) => deliver('customer.subscription.updated', { id, object: 'subscription' });

describe('an owner who ends a subscription that the operator suspended', () => {
  it('leaves it suspended, whatever is paid and whatever Stripe says; it is ended at Stripe', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    await putSubscription(app, tenant, { currentPeriodEnd: inDays(-1) });
    await actOn(app, tenant, 'suspend', { reason: 'Fraud' });
    const answer = await end(tenant);
    expect([answer.statusCode, answer.json().stateReason]).toEqual([200, 'Fraud']);
    expect(await statusOf(tenant)).toBe('suspended');
    await tendOnce(app);
    await tendOnce(app);
    expect([await statusOf(tenant), stripe.subscription(id).status]).toEqual(['suspended', 'canceled']);
    await deliver('customer.subscription.deleted', { id, object: 'subscription' });
    expect([await statusOf(tenant), (await checkout(tenant)).statusCode, await write(tenant)]).toEqual([
      'suspended',
      409,
      402,
    ]);
    expect((await app.call('DELETE', ending, tenant.tokens.owner)).statusCode).toBe(409);
    const bell: { text: string }[] = (
      await app.call('GET', '/api/notifications', tenant.tokens.owner)
    ).json();
    expect(bell[0]?.text).toBe(
      'Olive Owner ended the subscription. It stays suspended until the operator of this platform lifts that, and nothing is charged by card any more.',
    );
  });

  it('or had ended it before, finds it suspended after its day too', async () => {
    const { tenant } = await subscribed('leads_manager');
    await end(tenant);
    await actOn(app, tenant, 'suspend', { reason: 'Fraud' });
    await putSubscription(app, tenant, { currentPeriodEnd: inDays(-1), endsAt: inDays(-1) });
    await tendOnce(app);
    expect([await statusOf(tenant), (await checkout(tenant)).statusCode]).toEqual(['suspended', 409]);
    await actOn(app, tenant, 'reactivate', {});
    await tendOnce(app);
    expect(await statusOf(tenant)).toBe('cancelled');
  });

  it('is not let in by a page that was opened before and is paid now', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
    expect((await checkout(tenant)).statusCode).toBe(200);
    const session = stripe.lastSession();
    await actOn(app, tenant, 'suspend', { reason: 'Fraud' });
    const id = stripe.pay(session, inDays(30));
    await deliver('checkout.session.completed', { id: session, object: 'checkout.session' });
    const invoice = stripe.invoice(id, 'paid', { start: inDays(0), end: inDays(30) });
    await deliver('invoice.paid', { id: invoice, object: 'invoice' });
    await updated(id);
    expect([await statusOf(tenant), await write(tenant)]).toEqual(['suspended', 402]);
  });
});

describe('an end that an owner asked for', () => {
  it('is not taken back by a suspension that the operator lifts', async () => {
    const { tenant } = await subscribed('leads_manager');
    const { endsAt } = (await end(tenant)).json();
    await actOn(app, tenant, 'suspend', { reason: 'x' });
    await actOn(app, tenant, 'reactivate', {});
    const state = await billingOf(app, tenant);
    expect([state.billing.subscription?.status, state.endsAt]).toEqual(['active', endsAt]);
  });

  it('is taken back by a payment beyond its day only, not by one that is recorded late', async () => {
    const { tenant } = await subscribed('leads_manager');
    const { endsAt } = (await end(tenant)).json();
    const payment = { amountCents: 19_900, currency: 'USD', method: 'cash' };
    expect((await actOn(app, tenant, 'payments', { ...payment, paidUntil: endsAt })).statusCode).toBe(201);
    expect((await billingOf(app, tenant)).endsAt).toBe(endsAt);
    const beyond = { ...payment, paidUntil: inDays(60).toISOString() };
    expect((await actOn(app, tenant, 'payments', beyond)).statusCode).toBe(201);
    expect((await billingOf(app, tenant)).endsAt).toBeNull();
  });

  it('counts from its instant by the clock: no write and no keeping, before anybody wrote that down', async () => {
    const { tenant } = await subscribed('leads_manager');
    await end(tenant);
    expect(await write(tenant)).toBe(201);
    await putSubscription(app, tenant, { endsAt: inDays(-0.001) });
    await app.hub.database.asPlatform('a test has sessions read again', async (tx) =>
      tx.notify({ kind: 'organization', o: tenant.organizationId }),
    );
    await expect.poll(() => write(tenant)).toBe(402);
    const kept = await app.call('DELETE', ending, tenant.tokens.owner);
    expect([kept.statusCode, kept.json().message]).toEqual([
      409,
      'This subscription is not going to end, or has ended already.',
    ]);
  });
});

describe('a subscription that was ended at once at Stripe while it was paid for', () => {
  it('works until then, says why, and is cancelled then', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    const until = (await billingOf(app, tenant)).billing.subscription?.currentPeriodEnd;
    Object.assign(stripe.subscription(id), { status: 'canceled' });
    await deliver('customer.subscription.deleted', { id, object: 'subscription' });
    const state = await billingOf(app, tenant);
    expect([state.billing.subscription?.status, state.endsAt, state.history[0]?.kind]).toEqual([
      'active',
      until,
      'ending',
    ]);
    expect(await write(tenant)).toBe(201);
    await putSubscription(app, tenant, { endsAt: inDays(-1), currentPeriodEnd: inDays(-1) });
    await tendOnce(app);
    expect(await billingOf(app, tenant)).toMatchObject({
      billing: { subscription: { status: 'cancelled' } },
      stateReason: 'The subscription was ended at the payment service.',
    });
  });
});
