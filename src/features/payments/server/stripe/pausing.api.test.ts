import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notification } from '#features/notifications/contract.ts';
import type { FakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import { type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';
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

/** The period at Stripe passes; a paused subscription stays active there. */
function periodPasses(id: string, end: Date): void {
  const known = stripe.subscription(id);
  const items = JSON.stringify(known.items).replace(
    /"current_period_end":\d+/,
    `"current_period_end":${end.getTime() / 1000}`,
  );
  Object.assign(known, { items: JSON.parse(items) });
}

const updated = (id: string) => deliver('customer.subscription.updated', { id, object: 'subscription' });

const isPaused = (id: string) => stripe.subscription(id).pause_collection !== null;

describe('a tenant that is suspended', () => {
  it('is charged nothing by Stripe until it is reactivated, and the operator sees that', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    await actOn(app, tenant, 'suspend', { reason: 'x' });
    await tendOnce(app);
    expect(stripe.subscription(id).pause_collection).toMatchObject({ behavior: 'void' });
    expect((await billingOf(app, tenant)).stripe).toEqual({ isPaused: true, problemSince: null });
    await actOn(app, tenant, 'reactivate', {});
    await tendOnce(app);
    expect(isPaused(id)).toBe(false);
    expect((await billingOf(app, tenant)).stripe).toEqual({ isPaused: false, problemSince: null });
  });

  it('has not paid for periods that pass at Stripe meanwhile', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    const before = (await billingOf(app, tenant)).billing.subscription?.currentPeriodEnd;
    await actOn(app, tenant, 'suspend', { reason: 'x' });
    await tendOnce(app);
    periodPasses(id, inDays(60));
    await deliver('customer.subscription.updated', { id, object: 'subscription' });
    const state = await billingOf(app, tenant);
    expect(state.billing.subscription).toMatchObject({ status: 'suspended', currentPeriodEnd: before });
    expect(state.history[0]?.kind).toBe('suspended');
  });

  it('pays for a new period when it is reactivated and what was paid for is over, and not for the one that passed', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    await actOn(app, tenant, 'suspend', { reason: 'x' });
    await tendOnce(app);
    const before = inDays(-1);
    await putSubscription(app, tenant, { currentPeriodEnd: before });
    periodPasses(id, inDays(364));
    await updated(id);
    await actOn(app, tenant, 'reactivate', {});
    await tendOnce(app);
    const asked = stripe.requests.findLast((one) => one.body.includes('billing_cycle_anchor'));
    expect(new URLSearchParams(asked?.body.toString()).get('billing_cycle_anchor[type]')).toBe('now');
    expect(asked?.headers['idempotency-key']).toBe(`begin:${id}:${before.toISOString()}`);
    await updated(id);
    expect((await billingOf(app, tenant)).billing.subscription).toMatchObject({
      status: 'active',
      currentPeriodEnd: before.toISOString(),
    });
    const end = inDays(30);
    const invoice = stripe.invoice(id, 'paid', { start: inDays(0), end });
    await deliver('invoice.paid', { id: invoice, object: 'invoice' });
    expect((await billingOf(app, tenant)).billing.subscription?.currentPeriodEnd).toBe(end.toISOString());
    await tendOnce(app);
    expect(stripe.requests.filter((one) => one.body.includes(`billing_cycle_anchor`))).toHaveLength(1);
  });

  it('that Stripe could not be told of is tried again each round, shown to the operator and told after a while', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    await actOn(app, tenant, 'suspend', { reason: 'x' });
    const error = {
      do: 'answer' as const,
      status: 400,
      body: { error: { type: 'api_error', message: 'down' } },
    };
    stripe.script('update_subscription', error, error);
    await tendOnce(app);
    const { stripe: at } = await billingOf(app, tenant);
    expect([at?.isPaused, Math.abs(Date.parse(at?.problemSince ?? '') - Date.now()) < dayMs]).toEqual([
      false,
      true,
    ]);
    const told = async () => {
      const bell: Notification[] = (await app.call('GET', '/api/notifications', app.platformToken)).json();
      return bell.filter(({ title }) => title === `Stripe could not be told about Tenant ${tenant.slug}`);
    };
    expect(await told()).toEqual([]);
    await putSubscription(app, tenant, { stripeProblemSince: new Date(Date.now() - 20 * 60_000) });
    await tendOnce(app);
    expect((await told()).map(({ text }) => text.includes('although it is suspended'))).toEqual([true]);
    await tendOnce(app);
    expect(isPaused(id)).toBe(true);
    expect((await billingOf(app, tenant)).stripe).toEqual({ isPaused: true, problemSince: null });
  });
});

const deletion = '/api/tenant/organizations/current/deletion';

async function askForDeletion(tenant: Tenant): Promise<void> {
  const body = { name: `Tenant ${tenant.slug}`, currentPassword: testPassword };
  expect((await app.call('POST', deletion, tenant.tokens.owner, body)).statusCode).toBe(200);
}

async function undoDeletion(tenant: Tenant): Promise<void> {
  expect((await app.call('DELETE', deletion, tenant.tokens.owner)).statusCode).toBe(200);
}

async function operatorTold(tenant: Tenant): Promise<string[]> {
  const bell: Notification[] = (await app.call('GET', '/api/notifications', app.platformToken)).json();
  return bell.map(({ title }) => title).filter((title) => title.includes(tenant.slug));
}

describe('a tenant that is going to be deleted', () => {
  it('opens no page of Stripe’s to pay on, until that is taken back', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'] });
    const open = async (purpose: string) => {
      const answer = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, { purpose });
      return answer.statusCode;
    };
    await askForDeletion(tenant);
    expect([await open('setup_fee'), await open('subscription')]).toEqual([409, 409]);
    await undoDeletion(tenant);
    expect([await open('setup_fee'), await open('subscription')]).toEqual([200, 200]);
  });

  it('ends at Stripe with what is paid for, and goes on there when that is taken back before', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    await askForDeletion(tenant);
    // Stripe tells of it before the hub has written down that it said so.
    Object.assign(stripe.subscription(id), { cancel_at_period_end: true });
    await updated(id);
    await tendOnce(app);
    expect([stripe.subscription(id).cancel_at_period_end, isPaused(id)]).toEqual([true, false]);
    expect((await billingOf(app, tenant)).endsAt).toBeNull();
    await undoDeletion(tenant);
    await tendOnce(app);
    await updated(id);
    expect(stripe.subscription(id).cancel_at_period_end).toBe(false);
    expect(await billingOf(app, tenant)).toMatchObject({
      endsAt: null,
      billing: { subscription: { status: 'active' } },
    });
  });

  it('has no period for nothing when that is taken back later: what was paid for is over', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    await askForDeletion(tenant);
    await tendOnce(app);
    const over = inDays(-1);
    await putSubscription(app, tenant, { currentPeriodEnd: over });
    Object.assign(stripe.subscription(id), { status: 'canceled' });
    await deliver('customer.subscription.deleted', { id, object: 'subscription' });
    await undoDeletion(tenant);
    await tendOnce(app);
    expect(await billingOf(app, tenant)).toMatchObject({
      stateReason:
        'The subscription ended with what was paid for, because the organization is going to be deleted.',
      billing: { subscription: { status: 'cancelled', currentPeriodEnd: over.toISOString() } },
    });
    const again = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, {
      purpose: 'subscription',
    });
    expect(again.statusCode).toBe(200);
  });

  it('has no period for nothing where Stripe calls one active that it does not charge', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    const paidUntil = (await billingOf(app, tenant)).billing.subscription?.currentPeriodEnd;
    periodPasses(id, inDays(395));
    await updated(id);
    expect((await billingOf(app, tenant)).billing.subscription?.currentPeriodEnd).toBe(paidUntil);
    await putSubscription(app, tenant, { currentPeriodEnd: inDays(-6.9) });
    expect((await billingOf(app, tenant)).overdue).toBeNull();
    await putSubscription(app, tenant, { currentPeriodEnd: inDays(-7.1) });
    expect((await billingOf(app, tenant)).overdue?.problem).toBe(
      'The paid period has ended and no payment was recorded.',
    );
  });

  it('is told to the operator, and so is the undoing', async () => {
    const { tenant } = await subscribed('leads_manager');
    await askForDeletion(tenant);
    await undoDeletion(tenant);
    expect(await operatorTold(tenant)).toEqual([
      `Tenant ${tenant.slug} is not going to be deleted`,
      `Tenant ${tenant.slug} is going to be deleted`,
    ]);
  });
});
