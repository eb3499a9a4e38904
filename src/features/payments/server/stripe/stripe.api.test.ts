import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { subscriptions } from '#features/billing/server/tables.ts';
import { type FakeStripe, signStripe } from '#server/testing/stripe/fake-stripe.ts';
import { startTestApp, type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { inDays, type StripeApp, startStripeApp } from '../testing/stripe-app.ts';
import { billingOf, tendOnce } from '../testing/tenant-money.ts';

let stripe: FakeStripe;
let app: TestApp;
let deliver: StripeApp['deliver'];
let subscribed: StripeApp['subscribed'];
let stop: StripeApp['stop'];
beforeAll(async () => {
  ({ stripe, app, deliver, subscribed, stop } = await startStripeApp());
});
afterAll(() => stop());

function send(body: string, signature: string | null) {
  return app.call('POST', '/api/webhooks/stripe', null, body, {
    'content-type': 'application/json',
    ...(signature === null ? {} : { 'stripe-signature': signature }),
  });
}

function open(tenant: Tenant, body: object) {
  return app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, body);
}

function change(id: string, values: object): void {
  Object.assign(stripe.subscription(id), values);
}

describe('the setup fee on Stripe’s page', () => {
  it('is 770.00 AUD, and is paid when Stripe says so, not when the browser comes back', async () => {
    const tenant = await app.tenant();
    const answer = await open(tenant, { purpose: 'setup_fee' });
    expect(answer.json().url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    const form = new URLSearchParams(stripe.requests.at(-1)?.body.toString());
    expect(form.get('line_items[0][price_data][unit_amount]')).toBe('77000');
    expect(form.get('line_items[0][price_data][currency]')).toBe('aud');
    expect(form.get('mode')).toBe('payment');
    const session = stripe.lastSession();
    await deliver('checkout.session.completed', { id: session, object: 'checkout.session' });
    expect((await billingOf(app, tenant)).billing.subscription?.setupFeePaid).toBe(false);
    stripe.pay(session, inDays(30));
    await deliver('checkout.session.async_payment_succeeded', { id: session, object: 'checkout.session' });
    const state = await billingOf(app, tenant);
    expect(state.billing.subscription?.setupFeePaid).toBe(true);
    expect(state.payments).toMatchObject([{ method: 'stripe', amountCents: 77_000, currency: 'AUD' }]);
    expect((await open(tenant, { purpose: 'setup_fee' })).statusCode).toBe(409);
  });

  it('is one payment for twenty events of it at once, and a second session is recorded as paid twice (S15)', async () => {
    const tenant = await app.tenant();
    await open(tenant, { purpose: 'setup_fee' });
    const first = stripe.lastSession();
    await open(tenant, { purpose: 'setup_fee' });
    const second = stripe.lastSession();
    for (const session of [first, second]) stripe.pay(session, inDays(30));
    const object = { id: first, object: 'checkout.session' };
    const { body, signature } = stripe.event('checkout.session.completed', object);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body, signature)));
    expect(answers.map((one) => one.statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    await Promise.all([1, 2, 3].map(() => deliver('checkout.session.completed', object)));
    expect((await billingOf(app, tenant)).payments).toHaveLength(1);
    await deliver('checkout.session.completed', { id: second, object: 'checkout.session' });
    const { payments } = await billingOf(app, tenant);
    expect(payments.map((one) => one.note)).toEqual(['Paid a second time: to be given back.', '']);
  });
});

describe('a subscription on Stripe’s page', () => {
  it('costs the monthly total, twelve times that in a year, and makes the tenant active', async () => {
    const { tenant, id } = await subscribed('outreach');
    const form = new URLSearchParams(
      stripe.requests.findLast((one) => one.path.endsWith('/checkout/sessions'))?.body.toString(),
    );
    expect(form.get('line_items[0][price_data][unit_amount]')).toBe('12900');
    expect(form.get('line_items[0][price_data][recurring][interval]')).toBe('month');
    const state = await billingOf(app, tenant);
    expect(state.billing.subscription).toMatchObject({ status: 'active', billingCycle: 'monthly' });
    const write = await app.call('PATCH', '/api/tenant/subscription', tenant.tokens.owner);
    expect(write.statusCode).not.toBe(402);
    expect(stripe.subscription(id)).toMatchObject({ status: 'active' });
    const second = await open(tenant, { purpose: 'subscription' });
    expect([second.statusCode, second.json().message]).toEqual([
      409,
      'A subscription is set up already. Change its payment method instead of setting up a second one.',
    ]);
    const yearly = await app.tenant({ modules: ['outreach'], trialEnded: true });
    await open(yearly, { purpose: 'subscription', billingCycle: 'yearly' });
    const asked = new URLSearchParams(stripe.requests.at(-1)?.body.toString());
    expect(asked.get('line_items[0][price_data][unit_amount]')).toBe('154800');
    expect(asked.get('line_items[0][price_data][recurring][interval]')).toBe('year');
  });

  it('begins when a trial ends that still runs', async () => {
    const tenant = await app.tenant({ modules: ['outreach'] });
    await open(tenant, { purpose: 'subscription' });
    const form = new URLSearchParams(stripe.requests.at(-1)?.body.toString());
    const { billing } = await billingOf(app, tenant);
    const trialEnd = Math.floor(new Date(billing.subscription?.trialEndsAt ?? '').getTime() / 1000);
    expect(form.get('subscription_data[trial_end]')).toBe(String(trialEnd));
  });

  it('has an invoice for each period that was paid, once, and none for a trial', async () => {
    const end = inDays(30);
    const { tenant, paid: invoice } = await subscribed('outreach', end);
    await Promise.all([1, 2, 3].map(() => deliver('invoice.paid', { id: invoice, object: 'invoice' })));
    const { invoices, payments } = await billingOf(app, tenant);
    expect(invoices).toMatchObject([{ totalCents: 12_900, currency: 'USD', state: 'paid' }]);
    expect(payments).toMatchObject([{ method: 'stripe', paidUntil: end.toISOString() }]);
  });

  it('is overdue when a payment fails, works on, and is settled by the next payment', async () => {
    const { tenant, id } = await subscribed('outreach');
    change(id, { status: 'past_due' });
    const open1 = stripe.invoice(id, 'open', { start: inDays(30), end: inDays(60) });
    await deliver('invoice.payment_failed', { id: open1, object: 'invoice' });
    const late = await billingOf(app, tenant);
    expect(late.billing.subscription?.status).toBe('active');
    expect(late.overdue?.problem).toContain('payment by card failed');
    change(id, { status: 'active' });
    await deliver('customer.subscription.updated', { id, object: 'subscription' });
    expect((await billingOf(app, tenant)).overdue).toBeNull();
  });

  it('ends in the last state whatever the order of its events', async () => {
    const { tenant, id } = await subscribed('outreach');
    const failed = stripe.event('invoice.payment_failed', {
      id: stripe.invoice(id, 'open', { start: inDays(30), end: inDays(60) }),
      object: 'invoice',
    });
    const updated = stripe.event('customer.subscription.updated', { id, object: 'subscription' });
    // At Stripe it failed and was settled; here the news of the failure come last.
    change(id, { status: 'active' });
    await send(updated.body, updated.signature);
    await send(failed.body, failed.signature);
    expect((await billingOf(app, tenant)).overdue).toBeNull();
  });

  it('lets the newer state win when two events are read at once', async () => {
    const { tenant, id } = await subscribed('outreach');
    change(id, { status: 'past_due' });
    // The first one reads the state before, and hears of it only after the second one was taken.
    stripe.script('read_subscription', null, { do: 'act_late', afterMs: 600 });
    const before = stripe.requests.length;
    const slow = deliver('customer.subscription.updated', { id, object: 'subscription' });
    while (stripe.requests.length < before + 2) await setTimeout(5);
    change(id, { status: 'active' });
    await deliver('customer.subscription.updated', { id, object: 'subscription' });
    await slow;
    expect((await billingOf(app, tenant)).overdue).toBeNull();
  });

  it('that was ended at Stripe cancels when what was paid for is over', async () => {
    const { tenant, id } = await subscribed('outreach', inDays(-1));
    change(id, { status: 'canceled' });
    await deliver('customer.subscription.deleted', { id, object: 'subscription' });
    expect(await billingOf(app, tenant)).toMatchObject({
      billing: { subscription: { status: 'cancelled' } },
      stateReason: 'The subscription was ended at the payment service.',
    });
  });

  it('is told its new price for the next period, and the cycle waits for the period’s end', async () => {
    const { tenant, id } = await subscribed('outreach');
    await tendOnce(app);
    expect(stripe.subscription(id)).toMatchObject({ items: { data: [{ price: { unit_amount: 12_900 } }] } });
    await app.call('POST', '/api/tenant/subscription/modules', tenant.tokens.owner, {
      moduleType: 'social_media',
    });
    const changed = await app.call('PUT', '/api/tenant/billing/cycle', tenant.tokens.owner, {
      billingCycle: 'yearly',
    });
    expect(changed.json()).toMatchObject({ nextBillingCycle: 'yearly', nextPeriodCents: 12 * 19_800 });
    await tendOnce(app);
    const form = new URLSearchParams(stripe.requests.at(-1)?.body.toString());
    expect(form.get('proration_behavior')).toBe('none');
    expect(stripe.subscription(id)).toMatchObject({
      items: { data: [{ price: { unit_amount: 237_600, recurring: { interval: 'year' } } }] },
    });
    await deliver('customer.subscription.updated', { id, object: 'subscription' });
    expect((await billingOf(app, tenant)).billing.subscription?.billingCycle).toBe('monthly');
    const before = stripe.requests.length;
    await tendOnce(app);
    expect(stripe.requests.length).toBe(before);
    const next = structuredClone(stripe.subscription(id));
    change(id, {
      status: 'active',
      items: JSON.parse(
        JSON.stringify(next.items).replace(
          /"current_period_end":\d+/,
          `"current_period_end":${inDays(395).getTime() / 1000}`,
        ),
      ),
    });
    await deliver('customer.subscription.updated', { id, object: 'subscription' });
    expect((await billingOf(app, tenant)).billing.subscription?.billingCycle).toBe('monthly');
    const year = stripe.invoice(id, 'paid', { start: inDays(30), end: inDays(395) });
    await deliver('invoice.paid', { id: year, object: 'invoice' });
    const after = await billingOf(app, tenant);
    expect(after.billing.subscription).toMatchObject({ billingCycle: 'yearly' });
    expect(after.nextBillingCycle).toBeNull();
  });

  it('is ended at Stripe when the operator cancels, and a late event does not bring it back', async () => {
    const { tenant, id } = await subscribed('outreach');
    await app.call('POST', `/api/tenant/saas/tenants/${tenant.organizationId}/cancel`, app.platformToken, {
      reason: 'Left',
      currentPassword: testPassword,
    });
    await deliver('customer.subscription.updated', { id, object: 'subscription' });
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('cancelled');
    await tendOnce(app);
    expect(stripe.subscription(id)).toMatchObject({ status: 'canceled' });
  });

  it('opens the portal for a customer, and says so where nothing was paid by card', async () => {
    const { tenant } = await subscribed('outreach');
    const portal = await app.call('POST', '/api/tenant/billing/portal', tenant.tokens.owner, {});
    expect(portal.json().url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    expect((await app.call('POST', '/api/tenant/billing/portal', tenant.tokens.admin, {})).statusCode).toBe(
      403,
    );
    const none = await app.tenant();
    expect((await app.call('POST', '/api/tenant/billing/portal', none.tokens.owner, {})).statusCode).toBe(
      409,
    );
  });

  it('says in a sentence that Stripe does not answer, and takes nothing over', async () => {
    const tenant = await app.tenant({ modules: ['outreach'], trialEnded: true });
    stripe.script('checkout', { do: 'drop' }, { do: 'drop' });
    const answer = await open(tenant, { purpose: 'subscription' });
    expect([answer.statusCode, answer.json().message]).toEqual([
      502,
      'The payment service did not answer as it should. Nothing was changed here. Try again in a few minutes.',
    ]);
    const { id } = await subscribed('outreach');
    stripe.script(
      'read_subscription',
      { do: 'answer', status: 500, body: {} },
      { do: 'answer', status: 500, body: {} },
    );
    const event = stripe.event('customer.subscription.updated', { id, object: 'subscription' });
    expect((await send(event.body, event.signature)).statusCode).toBe(502);
    expect((await send(event.body, event.signature)).statusCode).toBe(200);
  });
});

describe('the signature of an event', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'customer.created',
    data: { object: { object: 'customer' } },
  });
  const good = () => signStripe(body);

  it.each([
    ['none', () => null],
    ['an empty one', () => ''],
    ['garbage', () => 't=1,v1=00'],
    ['one with an empty key', () => signStripe(body, { secret: '' })],
    ['one with another secret', () => signStripe(body, { secret: 'whsec_other' })],
    ['one of another body', () => signStripe(`${body} `)],
    ['one of 302 seconds ago', () => signStripe(body, { at: Date.now() - 302_000 })],
    // Ahead still when the machine takes its time.
    ['one of 330 seconds ahead', () => signStripe(body, { at: Date.now() + 330_000 })],
    ['one without its time', () => good().replace(/^t=\d+,/, '')],
    ['one of a scheme that is not used', () => good().replace('v1=', 'v0=')],
  ])('%s is refused with 401 (S15)', async (_name, signature) => {
    const answer = await send(body, signature());
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  });

  it('is over the bytes: the same event written anew is refused', async () => {
    expect((await send(JSON.stringify(JSON.parse(body), null, 1), good())).statusCode).toBe(401);
  });

  it('is right among several, and up to 290 seconds old', async () => {
    const [time, right] = good().split(',');
    expect((await send(body, `${time},v1=${'0'.repeat(64)},${right}`)).statusCode).toBe(200);
    expect((await send(body, signStripe(body, { at: Date.now() - 290_000 }))).statusCode).toBe(200);
  });

  it('does not make an event of anything: what is not one is refused with 400', async () => {
    for (const other of ['[]', '{}', '{"id":1}', 'nothing'])
      expect((await send(other, signStripe(other))).statusCode, other).toBe(400);
  });

  it('does not let an event act on the platform or on nobody', async () => {
    const { id } = await subscribed('outreach');
    for (const organization of [app.hub.platformId, '01a21f5b-0000-7000-8000-000000000000', 'x', undefined]) {
      change(id, { metadata: organization === undefined ? {} : { organization_id: organization } });
      await deliver('customer.subscription.updated', { id, object: 'subscription' });
    }
    const [platform] = await app.hub.database.asPlatform('a test reads the platform’s subscription', (tx) =>
      tx.db.select().from(subscriptions).where(eq(subscriptions.organizationId, app.hub.platformId)),
    );
    expect(platform?.stripeSubscriptionId).toBeNull();
  });
});

describe('without Stripe', () => {
  it('events get 503, and pages too, with what to do instead', async () => {
    const other = await startTestApp();
    const tenant = await other.tenant();
    const webhook = await other.call('POST', '/api/webhooks/stripe', null, '{}', {
      'content-type': 'application/json',
      'stripe-signature': signStripe('{}'),
    });
    expect([webhook.statusCode, webhook.json().code]).toEqual([503, 'not_configured']);
    const page = await other.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, {
      purpose: 'setup_fee',
    });
    expect([page.statusCode, page.json().code]).toEqual([503, 'not_configured']);
    const account = await other.call('GET', '/api/tenant/billing', tenant.tokens.viewer);
    const shape = z.object({ paysBy: z.string() }).parse(account.json());
    expect(shape.paysBy).toBe('operator');
    await other.close();
  });
});
