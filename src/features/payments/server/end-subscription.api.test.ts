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

const at = '/api/tenant/billing/ending';

function end(tenant: Tenant, role: 'owner' | 'admin' = 'owner', currentPassword = testPassword) {
  return app.call('POST', at, tenant.tokens[role], { currentPassword });
}

async function write(tenant: Tenant): Promise<number> {
  return (await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'x' })).statusCode;
}

async function titlesOf(token: string): Promise<string[]> {
  const bell: { title: string }[] = (await app.call('GET', '/api/notifications', token)).json();
  return bell.map(({ title }) => title);
}

describe('a subscription that an owner ends', () => {
  it('is ended by owners alone, who say the password again', async () => {
    const { tenant } = await subscribed('leads_manager');
    expect((await end(tenant, 'admin')).statusCode).toBe(403);
    expect((await end(tenant, 'owner', 'not the right one')).json().issues).toMatchObject([
      { path: 'currentPassword' },
    ]);
    expect((await billingOf(app, tenant)).endsAt).toBeNull();
  });

  it('works until the period’s end, is told, and is cancelled then', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    const { billing } = await billingOf(app, tenant);
    const answer = await end(tenant);
    expect(answer.json().endsAt).toBe(billing.subscription?.currentPeriodEnd);
    expect((await end(tenant)).statusCode).toBe(409);
    expect(await titlesOf(tenant.tokens.owner)).toContain('Your subscription is going to end');
    expect(await titlesOf(app.platformToken)).toContain(`Tenant ${tenant.slug} ends its subscription`);
    expect(await write(tenant)).toBe(201);
    await tendOnce(app);
    expect(stripe.subscription(id).cancel_at_period_end).toBe(true);
    await putSubscription(app, tenant, { endsAt: inDays(-1), currentPeriodEnd: inDays(-1) });
    await tendOnce(app);
    const ended = await billingOf(app, tenant);
    expect([ended.billing.subscription?.status, ended.stateReason, ended.endsAt]).toEqual([
      'cancelled',
      'An owner ended the subscription.',
      null,
    ]);
    expect(await write(tenant)).toBe(402);
    await tendOnce(app);
    expect(stripe.subscription(id).status).toBe('canceled');
  });

  it('can be kept until then, and Stripe charges on', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    await end(tenant);
    await tendOnce(app);
    const kept = await app.call('DELETE', at, tenant.tokens.owner);
    expect([kept.statusCode, kept.json().endsAt]).toEqual([200, null]);
    expect((await app.call('DELETE', at, tenant.tokens.owner)).statusCode).toBe(409);
    await tendOnce(app);
    expect(stripe.subscription(id).cancel_at_period_end).toBe(false);
    expect((await billingOf(app, tenant)).history.map(({ kind }) => kind).slice(0, 2)).toEqual([
      'kept',
      'ending',
    ]);
  });

  it('in Stripe’s own portal ends here too, and goes on when that is taken back there', async () => {
    const { tenant, id } = await subscribed('leads_manager');
    Object.assign(stripe.subscription(id), { cancel_at: inDays(30).getTime() / 1000 });
    await deliver('customer.subscription.updated', { id, object: 'subscription' });
    const { endsAt, billing } = await billingOf(app, tenant);
    expect([endsAt, endsAt]).toEqual([billing.subscription?.currentPeriodEnd, expect.any(String)]);
    await tendOnce(app);
    expect(stripe.subscription(id).cancel_at).not.toBeNull();
    Object.assign(stripe.subscription(id), { cancel_at: null });
    await deliver('customer.subscription.updated', { id, object: 'subscription' });
    expect((await billingOf(app, tenant)).endsAt).toBeNull();
    expect(await write(tenant)).toBe(201);
  });

  it('goes on when somebody pays for more, or the operator reactivates it', async () => {
    const tenant = await app.tenant();
    await end(tenant);
    const paidUntil = inDays(60).toISOString();
    await actOn(app, tenant, 'payments', { amountCents: 29_900, currency: 'USD', method: 'cash', paidUntil });
    expect((await billingOf(app, tenant)).endsAt).toBeNull();
  });

  it('ends at once where nothing is left of a trial or a paid period', async () => {
    const tenant = await app.tenant({ trialEnded: true });
    expect((await end(tenant)).json().endsAt).toBeNull();
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('cancelled');
  });
});
