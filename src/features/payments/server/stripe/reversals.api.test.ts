import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notification } from '#features/notifications/contract.ts';
import type { Invoice } from '#features/payments/contract.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { chargeOf, type FakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import type { Tenant, TestApp } from '#server/testing/test-app.ts';
import { dayMs, type StripeApp, startStripeApp } from '../testing/stripe-app.ts';
import { billingOf } from '../testing/tenant-money.ts';

let stripe: FakeStripe;
let app: TestApp;
let deliver: StripeApp['deliver'];
let subscribed: StripeApp['subscribed'];
let stop: StripeApp['stop'];
beforeAll(async () => {
  ({ stripe, app, deliver, subscribed, stop } = await startStripeApp());
});
afterAll(() => stop());

/** A tenant that has paid a month by card; `paid` is the invoice at Stripe. */
async function paidMonth(): Promise<{ tenant: Tenant; paid: string; session: string }> {
  const until = new Date(Date.now() + 30 * dayMs);
  const { tenant, session, paid } = await subscribed('outreach', until);
  return { tenant, paid, session };
}

const refund = { status: 'succeeded', amount: 5000, currency: 'usd', reason: 'requested_by_customer' };
const dispute = { status: 'needs_response', amount: 12_900, currency: 'usd', reason: 'fraudulent' };

async function invoicesOf(tenant: Tenant): Promise<Invoice[]> {
  return (await app.call('GET', '/api/tenant/invoices', tenant.tokens.owner)).json();
}

async function bellOf(token: string, title: string): Promise<Notification[]> {
  const told: Notification[] = (await app.call('GET', '/api/notifications', token)).json();
  return told.filter((one) => one.title.startsWith(title));
}

async function mailsOf(tenant: Tenant): Promise<string[]> {
  const rows = await app.hub.database
    .forOrganization(tenant.organizationId)
    .db.select({ subject: outgoingMail.subject })
    .from(outgoingMail);
  return rows.map(({ subject }) => subject);
}

describe('a refund at Stripe', () => {
  it('is on the invoice once, for owner and operator, whichever events tell of it', async () => {
    const { tenant, paid } = await paidMonth();
    const id = stripe.reverse('re', { paid, ...refund });
    await deliver('refund.created', { id, object: 'refund' });
    await deliver('charge.refunded', { id: chargeOf(paid), object: 'charge' });
    await deliver('refund.updated', { id, object: 'refund' });
    const expected = {
      kind: 'refund',
      state: 'refunded',
      amountCents: 5000,
      currency: 'USD',
      reason: 'requested_by_customer',
    };
    expect((await invoicesOf(tenant)).map((one) => one.reversals)).toMatchObject([[expected]]);
    expect((await billingOf(app, tenant)).invoices.map((one) => one.reversals)).toMatchObject([[expected]]);
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('active');
  });

  it('is told once to owners by bell and mail, and to the operator', async () => {
    const { tenant, paid } = await paidMonth();
    const id = stripe.reverse('re', { paid, ...refund, status: 'pending' });
    await deliver('refund.created', { id, object: 'refund' });
    expect(await bellOf(tenant.tokens.owner, 'A payment was refunded')).toEqual([]);
    Object.assign(stripe.reversal(id), { status: 'succeeded' });
    await Promise.all([1, 2, 3].map(() => deliver('refund.updated', { id, object: 'refund' })));
    const [invoice] = await invoicesOf(tenant);
    expect(await bellOf(tenant.tokens.owner, 'A payment was refunded')).toMatchObject([
      {
        text: `The payment of USD 50.00 for invoice ${invoice?.number} goes back to where it came from. Most banks show it within ten working days. Reason given: requested by customer. Nothing else changes.`,
      },
    ]);
    const title = `A payment was refunded: Tenant ${tenant.slug}`;
    expect(await bellOf(app.platformToken, title)).toHaveLength(1);
    expect((await mailsOf(tenant)).filter((subject) => subject === title)).toHaveLength(1);
    expect(await bellOf(tenant.tokens.admin, 'A payment was refunded')).toEqual([]);
  });

  it('that fails later says so', async () => {
    const { tenant, paid } = await paidMonth();
    const id = stripe.reverse('re', { paid, ...refund });
    await deliver('refund.created', { id, object: 'refund' });
    Object.assign(stripe.reversal(id), { status: 'failed' });
    await deliver('refund.failed', { id, object: 'refund' });
    expect((await invoicesOf(tenant))[0]?.reversals.map((one) => one.state)).toEqual(['failed']);
    expect(await bellOf(tenant.tokens.owner, 'A refund did not go through')).toHaveLength(1);
  });

  it('of the setup fee is found by its page', async () => {
    const tenant = await app.tenant();
    await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, { purpose: 'setup_fee' });
    const paid = stripe.lastSession();
    stripe.pay(paid, new Date());
    await deliver('checkout.session.completed', { id: paid, object: 'checkout.session' });
    const id = stripe.reverse('re', { paid, ...refund, amount: 77_000, currency: 'aud' });
    await deliver('refund.created', { id, object: 'refund' });
    expect((await invoicesOf(tenant))[0]).toMatchObject({
      purpose: 'setup_fee',
      reversals: [{ amountCents: 77_000, currency: 'AUD' }],
    });
  });

  it('that comes before its payment is known is on the invoice when that comes', async () => {
    const { tenant, session } = await paidMonth();
    const subscription = String(stripe.session(session).subscription);
    const until = new Date(Date.now() + 60 * 86_400_000);
    const paid = stripe.invoice(subscription, 'paid', { start: new Date(), end: until });
    const id = stripe.reverse('re', { paid, ...refund });
    await deliver('refund.created', { id, object: 'refund' });
    await deliver('invoice.paid', { id: paid, object: 'invoice' });
    expect((await invoicesOf(tenant)).map((one) => one.reversals.length)).toEqual([1, 0]);
  });

  it('of something that is not ours changes nothing and is acknowledged', async () => {
    const id = stripe.reverse('re', { paid: 'somebody_else', ...refund });
    await deliver('refund.created', { id, object: 'refund' });
    expect(await bellOf(app.platformToken, 'A refund of nobody')).toEqual([]);
  });
});

describe('a dispute at Stripe', () => {
  it.each([
    ['won', 'won', 'A dispute has ended, and the payment stays'],
    ['lost', 'lost', 'A disputed payment was taken back'],
    ['warning_closed', 'closed', 'A dispute has ended without money moving'],
  ])('is on the invoice from its beginning until it is %s', async (status, state, title) => {
    const { tenant, paid } = await paidMonth();
    const id = stripe.reverse('dp', { paid, ...dispute });
    await deliver('charge.dispute.created', { id, object: 'dispute' });
    expect((await invoicesOf(tenant))[0]?.reversals).toMatchObject([
      { kind: 'dispute', state: 'disputed', amountCents: 12_900, reason: 'fraudulent' },
    ]);
    expect(await bellOf(tenant.tokens.owner, 'A payment is disputed')).toHaveLength(1);
    Object.assign(stripe.reversal(id), { status });
    await deliver('charge.dispute.closed', { id, object: 'dispute' });
    await deliver('charge.dispute.updated', { id, object: 'dispute' });
    expect((await invoicesOf(tenant))[0]?.reversals.map((one) => one.state)).toEqual([state]);
    expect(await bellOf(tenant.tokens.owner, title)).toHaveLength(1);
    const told = await bellOf(app.platformToken, `${title}: Tenant ${tenant.slug}`);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(`At Stripe it is ${id}.`);
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('active');
  });
});
