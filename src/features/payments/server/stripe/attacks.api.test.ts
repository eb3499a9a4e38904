import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptions } from '#features/billing/server/tables.ts';
import type { FakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import { type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { dayMs, inDays, type StripeApp, startStripeApp } from '../testing/stripe-app.ts';
import { actOn, billingOf, putSubscription, tendOnce } from '../testing/tenant-money.ts';

let stripe: FakeStripe;
let app: TestApp;
let deliver: StripeApp['deliver'];
let stop: StripeApp['stop'];
beforeAll(async () => {
  ({ stripe, app, deliver, stop } = await startStripeApp());
});
afterAll(() => stop());

async function send(type: string, object: { id: string; object: string }): Promise<number> {
  const { body, signature } = stripe.event(type, object);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await app.call('POST', '/api/webhooks/stripe', null, body, headers)).statusCode;
}

function updated(id: string): Promise<void> {
  return deliver('customer.subscription.updated', { id, object: 'subscription' });
}

function paidSession(id: string): Promise<void> {
  return deliver('checkout.session.completed', { id, object: 'checkout.session' });
}

/** Stripe has taken the money for a period until then. */
function paidInvoice(id: string, end: Date): Promise<void> {
  return deliver('invoice.paid', {
    id: stripe.invoice(id, 'paid', { start: inDays(0), end }),
    object: 'invoice',
  });
}

/** Opens a page for the subscription; answers its session. */
async function open(tenant: Tenant): Promise<string> {
  const answer = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, {
    purpose: 'subscription',
  });
  expect(answer.statusCode).toBe(200);
  return stripe.lastSession();
}

async function write(tenant: Tenant): Promise<number> {
  return (await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'x' })).statusCode;
}

async function heldId(tenant: Tenant): Promise<string | null> {
  const [row] = await app.hub.database.asPlatform('a test reads what is held', (tx) =>
    tx.db.select().from(subscriptions).where(eq(subscriptions.organizationId, tenant.organizationId)),
  );
  return row?.stripeSubscriptionId ?? null;
}

async function operatorBell(): Promise<{ title: string; text: string }[]> {
  return (await app.call('GET', '/api/notifications', app.platformToken)).json();
}

function change(id: string, values: object): void {
  Object.assign(stripe.subscription(id), values);
}

/** The subscription's period at Stripe, whose next one has begun. */
function periodUntil(id: string, end: Date): object {
  const { items } = stripe.subscription(id);
  const seconds = end.getTime() / 1000;
  return {
    items: JSON.parse(
      JSON.stringify(items).replace(/"current_period_end":\d+/, `"current_period_end":${seconds}`),
    ),
  };
}

async function paying(until = inDays(30)): Promise<{ tenant: Tenant; id: string }> {
  const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
  const session = await open(tenant);
  const id = stripe.pay(session, until);
  await paidSession(session);
  await paidInvoice(id, until);
  return { tenant, id };
}

describe('two pages for one subscription', () => {
  it('are one that can be paid: opening the next one closes the one before', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
    const first = await open(tenant);
    const second = await open(tenant);
    expect([stripe.session(first).status, stripe.session(second).status]).toEqual(['expired', 'open']);
  });

  it('opened at once leave one that can be paid', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
    const from = stripe.requests.length;
    await Promise.all([1, 2, 3].map(() => open(tenant)));
    const expired = stripe.requests.slice(from).filter((one) => one.path.endsWith('/expire'));
    expect(new Set(expired.map((one) => one.path)).size).toBe(2);
  });

  it('are refused while the first one was paid and its payment is coming in', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
    stripe.pay(await open(tenant), inDays(30));
    const answer = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, {
      purpose: 'subscription',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The payment page that was opened before was completed, and its payment is just coming in. Load this page again in a minute.',
    ]);
  });

  it('that were both paid leave the first subscription, end the second at Stripe and tell the operator', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
    const first = await open(tenant);
    await putSubscription(app, tenant, { stripeCheckoutId: null });
    const second = await open(tenant);
    const [older, newer] = [stripe.pay(first, inDays(30)), stripe.pay(second, inDays(30))];
    await paidSession(first);
    stripe.script('cancel_subscription', { do: 'drop' }, { do: 'drop' });
    expect(await send('checkout.session.completed', { id: second, object: 'checkout.session' })).toBe(502);
    await paidSession(second);
    expect(await heldId(tenant)).toBe(older);
    expect([stripe.subscription(older).status, stripe.subscription(newer).status]).toEqual([
      'active',
      'canceled',
    ]);
    const told = (await operatorBell()).filter((one) => one.text.includes(newer));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('was set up by card while another one runs. It is ended at Stripe');
    const invoice = stripe.invoice(newer, 'paid', { start: inDays(0), end: inDays(30) });
    await deliver('invoice.paid', { id: invoice, object: 'invoice' });
    const { payments } = await billingOf(app, tenant);
    expect(payments.map((one) => one.note)).toEqual([
      'Came in for a subscription that is not in use: see whether to give it back.',
    ]);
  });

  it('do not bring back a tenant that was cancelled in between, and what was paid is ended at Stripe', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
    const early = await open(tenant);
    await actOn(app, tenant, 'cancel', { reason: 'Left', currentPassword: testPassword });
    const id = stripe.pay(early, inDays(30));
    await paidSession(early);
    const invoice = stripe.invoice(id, 'paid', { start: inDays(0), end: inDays(30) });
    await deliver('invoice.paid', { id: invoice, object: 'invoice' });
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('cancelled');
    expect((await operatorBell()).some((one) => one.text.includes(id))).toBe(true);
    await tendOnce(app);
    expect(stripe.subscription(id).status).toBe('canceled');
    expect(await heldId(tenant)).toBeNull();
    const later = await open(tenant);
    const next = stripe.pay(later, inDays(30));
    await paidSession(later);
    await tendOnce(app);
    expect(stripe.subscription(next).status).toBe('active');
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('cancelled');
    await paidInvoice(next, inDays(30));
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('active');
  });

  it('are one that follows the other where the first has ended and nobody told of it yet', async () => {
    const { tenant, id } = await paying();
    await putSubscription(app, tenant, { stripeSubscriptionId: null });
    const session = await open(tenant);
    await putSubscription(app, tenant, { stripeSubscriptionId: id });
    change(id, { status: 'canceled' });
    const next = stripe.pay(session, inDays(60));
    await paidSession(session);
    expect(await heldId(tenant)).toBe(next);
  });
});

describe('a card that is entered in the trial', () => {
  it('changes nothing until something is paid: cancelled at once, the trial ends like any other', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'] });
    const session = await open(tenant);
    const id = stripe.pay(session, inDays(30));
    await paidSession(session);
    expect(stripe.subscription(id).status).toBe('trialing');
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('trial');
    expect(await heldId(tenant)).toBe(id);
    change(id, { status: 'canceled' });
    await deliver('customer.subscription.deleted', { id, object: 'subscription' });
    expect(await heldId(tenant)).toBeNull();
    expect(await write(tenant)).toBe(201);
    await putSubscription(app, tenant, { trialEndsAt: inDays(-1), currentPeriodEnd: inDays(-1) });
    await actOn(app, tenant, 'suspend', { reason: 'x' });
    await actOn(app, tenant, 'reactivate', {});
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('trial');
    expect(await write(tenant)).toBe(402);
  });

  it('makes the tenant active with its first paid invoice, not when Stripe begins to ask for it', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'] });
    const session = await open(tenant);
    const id = stripe.pay(session, inDays(30));
    await paidSession(session);
    const { items } = stripe.subscription(id);
    change(id, { items: JSON.parse(JSON.stringify(items).replace(/"unit_amount":\d+/, '"unit_amount":0')) });
    const free = stripe.invoice(id, 'paid', { start: inDays(0), end: inDays(14) });
    change(id, { items });
    await deliver('invoice.paid', { id: free, object: 'invoice' });
    const end = inDays(44);
    change(id, { status: 'active', ...periodUntil(id, end) });
    await updated(id);
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('trial');
    const invoice = stripe.invoice(id, 'paid', { start: inDays(14), end });
    await deliver('invoice.paid', { id: invoice, object: 'invoice' });
    expect((await billingOf(app, tenant)).billing.subscription).toMatchObject({
      status: 'active',
      currentPeriodEnd: end.toISOString(),
    });
  });
});

describe('a trial that ends with a card at Stripe', () => {
  async function atItsEnd(): Promise<{ tenant: Tenant; id: string }> {
    const tenant = await app.tenant({ modules: ['leads_manager'] });
    const session = await open(tenant);
    const id = stripe.pay(session, inDays(30));
    await paidSession(session);
    await putSubscription(app, tenant, { trialEndsAt: inDays(-1), currentPeriodEnd: inDays(-1) });
    change(id, { status: 'active', trial_end: inDays(-1).getTime() / 1000 });
    await updated(id);
    return { tenant, id };
  }

  it('goes on until its first invoice is paid, and says so', async () => {
    const { tenant, id } = await atItsEnd();
    const { billing, paymentExpectedUntil } = await billingOf(app, tenant);
    expect(billing.subscription?.status).toBe('trial');
    expect(Math.round((Date.parse(String(paymentExpectedUntil)) - Date.now()) / dayMs)).toBe(6);
    expect(await write(tenant)).toBe(201);
    const invoice = stripe.invoice(id, 'paid', { start: inDays(-1), end: inDays(29) });
    await deliver('invoice.paid', { id: invoice, object: 'invoice' });
    const paid = await billingOf(app, tenant);
    expect([paid.billing.subscription?.status, paid.paymentExpectedUntil]).toEqual(['active', null]);
  });

  it('goes on for a week at most: what is not paid by then is a trial that has ended', async () => {
    const { tenant, id } = await atItsEnd();
    await putSubscription(app, tenant, { trialEndsAt: inDays(-8), currentPeriodEnd: inDays(-8) });
    await updated(id);
    expect(await write(tenant)).toBe(402);
  });

  it('stops with a payment that failed, which owners and the operator read, and goes on when it is paid', async () => {
    const { tenant, id } = await atItsEnd();
    change(id, { status: 'past_due' });
    await updated(id);
    expect(await write(tenant)).toBe(402);
    expect((await billingOf(app, tenant)).overdue?.problem).toContain('The payment by card failed.');
    const overview = (await app.call('GET', '/api/tenant/saas/billing', app.platformToken)).json();
    const failed: { organization: { id: string } }[] = overview.failedPayments;
    expect(failed.map((one) => one.organization.id)).toContain(tenant.organizationId);
    await tendOnce(app);
    const bell = (await app.call('GET', '/api/notifications', tenant.tokens.owner)).json();
    expect(bell[0]?.title).toBe('The first payment failed');
    change(id, { status: 'active' });
    const invoice = stripe.invoice(id, 'paid', { start: inDays(-1), end: inDays(29) });
    await deliver('invoice.paid', { id: invoice, object: 'invoice' });
    expect(await write(tenant)).toBe(201);
  });

  it('goes on while a first payment is being made, and stops when Stripe gives it up', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'], trialEnded: true });
    const id = stripe.pay(await open(tenant), inDays(30));
    change(id, { status: 'incomplete' });
    expect(await write(tenant)).toBe(402);
    await updated(id);
    expect(await write(tenant)).toBe(201);
    change(id, { status: 'incomplete_expired' });
    await updated(id);
    expect(await write(tenant)).toBe(402);
  });
});

describe('a cycle that was taken back', () => {
  it('stays so when Stripe was told of it already, and Stripe is put right', async () => {
    const { tenant, id } = await paying();
    const choose = (billingCycle: string) =>
      app.call('PUT', '/api/tenant/billing/cycle', tenant.tokens.owner, { billingCycle });
    await choose('yearly');
    await tendOnce(app);
    await choose('monthly');
    await updated(id);
    const state = await billingOf(app, tenant);
    expect([state.billing.subscription?.billingCycle, state.nextBillingCycle]).toEqual(['monthly', null]);
    await tendOnce(app);
    expect(JSON.stringify(stripe.subscription(id).items)).toContain('"interval":"month"');
  });

  it('is put right at Stripe too where that changed behind our back', async () => {
    const { id } = await paying();
    const { items } = stripe.subscription(id);
    change(id, { items: JSON.parse(JSON.stringify(items).replace('"month"', '"year"')) });
    await updated(id);
    await tendOnce(app);
    expect(JSON.stringify(stripe.subscription(id).items)).toContain('"interval":"month"');
  });
});

describe('what was paid for', () => {
  it('is not shortened by a payment that the operator records, nor by what Stripe says', async () => {
    const { tenant, id } = await paying();
    const payment = { amountCents: 29_900, currency: 'USD', method: 'bank_transfer' };
    const until = inDays(90);
    expect(
      (await actOn(app, tenant, 'payments', { ...payment, paidUntil: until.toISOString() })).statusCode,
    ).toBe(201);
    const shorter = await actOn(app, tenant, 'payments', { ...payment, paidUntil: inDays(60).toISOString() });
    const message = `This tenant runs until ${until.toISOString().slice(0, 10)} (UTC) already, and a payment makes that no shorter. Choose that day's end or a later date.`;
    expect([shorter.statusCode, shorter.json().issues]).toEqual([400, [{ path: 'paidUntil', message }]]);
    await updated(id);
    expect((await billingOf(app, tenant)).billing.subscription?.currentPeriodEnd).toBe(until.toISOString());
    expect((await billingOf(app, tenant)).payments.map(({ method }) => method)).toEqual([
      'bank_transfer',
      'stripe',
    ]);
  });

  it('stays paid through a suspension, though the period was as long as the trial', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'] });
    const { billing } = await billingOf(app, tenant);
    const paidUntil = billing.subscription?.trialEndsAt;
    const payment = { amountCents: 29_900, currency: 'USD', method: 'cash', paidUntil };
    expect((await actOn(app, tenant, 'payments', payment)).statusCode).toBe(201);
    await actOn(app, tenant, 'suspend', { reason: 'x' });
    await actOn(app, tenant, 'reactivate', {});
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('active');
  });
});

describe('a payment that is late', () => {
  it('is not put off by another cycle, which would begin with days that cost nothing', async () => {
    const { tenant, id } = await paying();
    change(id, { status: 'past_due' });
    await updated(id);
    await app.call('PUT', '/api/tenant/billing/cycle', tenant.tokens.owner, { billingCycle: 'yearly' });
    await tendOnce(app);
    expect(stripe.subscription(id).status).toBe('past_due');
    change(id, { status: 'trialing' });
    await updated(id);
    expect((await billingOf(app, tenant)).overdue).not.toBeNull();
  });
});

describe('a tenant that the operator suspended', () => {
  it('opens no page to pay on, and reads why', async () => {
    const tenant = await app.tenant({ modules: ['leads_manager'] });
    await actOn(app, tenant, 'suspend', { reason: 'Two bounced cheques' });
    for (const purpose of ['setup_fee', 'subscription']) {
      const answer = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, { purpose });
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'The operator has suspended this organization (Two bounced cheques). Nothing can be paid by card until the operator lifts that. Please contact support.',
      ]);
    }
  });
});

describe('an event about something that was removed at Stripe', () => {
  it.each([
    ['invoice.paid', { id: 'in_test_gone', object: 'invoice' }],
    ['customer.subscription.updated', { id: 'sub_test_gone', object: 'subscription' }],
    ['checkout.session.completed', { id: 'cs_test_gone', object: 'checkout.session' }],
  ])('%s is acknowledged, so that it is not sent for days', async (type, object) => {
    expect(await send(type, object)).toBe(200);
  });
});
