import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionModules } from '#features/billing/server/tables.ts';
import type { Notification } from '#features/notifications/contract.ts';
import { jobContext } from '#server/organization-context.ts';
import type { FakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import type { Tenant, TestApp } from '#server/testing/test-app.ts';
import { inDays, type StripeApp, startStripeApp } from '../testing/stripe-app.ts';
import { actOn, billingOf, putSubscription, tendOnce } from '../testing/tenant-money.ts';
import { settleStripe } from './settle-stripe.ts';
import { tend } from './tend-billing.ts';

let stripe: FakeStripe;
let app: TestApp;
let subscribed: StripeApp['subscribed'];
let stop: StripeApp['stop'];
beforeAll(async () => {
  ({ stripe, app, subscribed, stop } = await startStripeApp());
});
afterAll(() => stop());

function context() {
  const { database, services, log, open } = app.hub;
  const organization = (id: string) => jobContext(app.hub, id);
  return { database, services, log, listener: open.listener, organization };
}

describe('a Stripe that does not take what it is told', () => {
  it('ends a round after three failures, and the next one goes on behind them', async () => {
    const tenants: { tenant: Tenant; id: string }[] = [];
    for (const _ of [1, 2, 3, 4]) tenants.push(await subscribed('leads_manager'));
    await settleStripe(context());
    for (const { tenant } of tenants) await actOn(app, tenant, 'suspend', { reason: 'x' });
    const fault = {
      do: 'answer' as const,
      status: 400,
      body: { error: { type: 'api_error', message: 'x' } },
    };
    stripe.script('update_subscription', fault, fault, fault);
    const from = stripe.requests.length;
    const stoppedAt = await settleStripe(context());
    expect(stripe.requests.slice(from).filter(({ method }) => method === 'POST')).toHaveLength(3);
    expect(tenants.map(({ tenant }) => tenant.organizationId)).toContain(stoppedAt);
    expect(await settleStripe(context(), stoppedAt)).toBeNull();
    const isPaused = () => tenants.map(({ id }) => stripe.subscription(id).pause_collection !== null);
    expect(isPaused().filter(Boolean)).toHaveLength(1);
    expect(await settleStripe(context())).toBeNull();
    expect(isPaused()).toEqual([true, true, true, true]);
  });

  it('holds up no end of a period', async () => {
    const { tenant } = await subscribed('leads_manager');
    await putSubscription(app, tenant, { endsAt: inDays(-1), currentPeriodEnd: inDays(-1) });
    const from = stripe.requests.length;
    await tend(context());
    expect(stripe.requests).toHaveLength(from);
    expect((await billingOf(app, tenant)).billing.subscription?.status).toBe('cancelled');
  });
});

describe('modules that were added and removed within a period', () => {
  it('are told to the operator when it ends, and those that were paid for are not', async () => {
    const { tenant } = await subscribed('leads_manager');
    const at = '/api/tenant/subscription/modules';
    const added = await app.call('POST', at, tenant.tokens.owner, { moduleType: 'outreach' });
    expect(added.statusCode).toBe(201);
    for (const module of ['outreach', 'leads_manager'])
      await app.call('DELETE', `${at}/${module}`, tenant.tokens.owner);
    await app.hub.database.forOrganization(tenant.organizationId).tx(async (tx) => {
      await tx.db.update(subscriptionModules).set({ endsAt: inDays(-1) });
      await tx.db
        .update(subscriptionModules)
        .set({ activatedAt: inDays(-60) })
        .where(eq(subscriptionModules.moduleType, 'leads_manager'));
      await tx.db
        .update(subscriptionModules)
        .set({ activatedAt: inDays(-20) })
        .where(eq(subscriptionModules.moduleType, 'outreach'));
    });
    await tendOnce(app);
    await tendOnce(app);
    const bell: Notification[] = (await app.call('GET', '/api/notifications', app.platformToken)).json();
    const title = `Tenant ${tenant.slug} used modules that were never charged`;
    expect(bell.filter((one) => one.title === title).map(({ text }) => text)).toEqual([
      `Added and removed within the period that has ended: Outreach (USD 129.00 a month). Modules are charged from the next period on, so that nothing was charged for this. Where it happens again, speak with Tenant ${tenant.slug}.`,
    ]);
  });
});
