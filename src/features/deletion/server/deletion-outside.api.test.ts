import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { subscriptions } from '#features/billing/server/tables.ts';
import { organizations } from '#features/organization/server/tables.ts';
import { type FakeStripe, startFakeStripe, stripeEnvironment } from '#server/testing/stripe/fake-stripe.ts';
import { startTestApp, type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { deleteOrganization } from './delete-organization.ts';

let stripe: FakeStripe;
let app: TestApp;
let port: number;
beforeAll(async () => {
  stripe = await startFakeStripe();
  app = await startTestApp({
    env: stripeEnvironment(stripe),
  });
  port = await app.listen();
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});

async function ask(tenant: Tenant): Promise<void> {
  const answer = await app.call('POST', '/api/tenant/organizations/current/deletion', tenant.tokens.owner, {
    currentPassword: testPassword,
    name: `Tenant ${tenant.slug}`,
  });
  expect(answer.statusCode).toBe(200);
}

const isThere = async ({ organizationId }: Tenant) => {
  const rows = await app.hub.database.asPlatform('a test looks for an organization', (tx) =>
    tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, organizationId)),
  );
  return rows.length > 0;
};

/** When the day has come. */
function onTheDay() {
  const { database, services } = app.hub;
  const clock = { now: () => new Date(services.clock.now().getTime() + 31 * 86_400_000) };
  return { database, services: { ...services, clock } };
}

const remove = ({ organizationId }: Tenant) => deleteOrganization(onTheDay(), organizationId, () => true);

async function openPage(tenant: Tenant, purpose: 'setup_fee' | 'subscription'): Promise<string> {
  const opened = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, { purpose });
  expect(opened.statusCode).toBe(200);
  return stripe.lastSession();
}

async function tell(type: string, object: { id: string; object: string }): Promise<void> {
  const { body, signature } = stripe.event(type, object);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  expect((await app.call('POST', '/api/webhooks/stripe', null, body, headers)).statusCode).toBe(200);
}

describe('when the day has come', () => {
  it('Stripe charges no more, and nothing is removed before Stripe has said so', async () => {
    const tenant = await app.tenant({ modules: ['outreach'], trialEnded: true });
    const opened = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, {
      purpose: 'subscription',
    });
    expect(opened.statusCode).toBe(200);
    const session = stripe.lastSession();
    const id = stripe.pay(session, new Date(Date.now() + 20 * 86_400_000));
    const { body, signature } = stripe.event('checkout.session.completed', {
      id: session,
      object: 'checkout.session',
    });
    await app.call('POST', '/api/webhooks/stripe', null, body, {
      'content-type': 'application/json',
      'stripe-signature': signature,
    });
    await ask(tenant);
    expect(stripe.subscription(id).status).toBe('active');

    // The client tries again by itself.
    const fault = {
      do: 'answer',
      status: 500,
      body: { error: { type: 'api_error', message: 'x' } },
    } as const;
    stripe.script('cancel_subscription', fault, fault, fault);
    await expect(remove(tenant)).rejects.toThrow();
    expect(await isThere(tenant)).toBe(true);
    const [kept] = await app.hub.database
      .forOrganization(tenant.organizationId)
      .db.select({ id: subscriptions.stripeSubscriptionId })
      .from(subscriptions);
    expect(kept?.id).toBe(id);

    for (let tries = 0; tries < 4 && (await isThere(tenant)); tries += 1)
      await remove(tenant).catch(() => undefined);
    expect(stripe.subscription(id).status).toBe('canceled');
    expect(await isThere(tenant)).toBe(false);
  });

  it('a page of Stripe that was left open can no longer be paid', async () => {
    const tenant = await app.tenant({ modules: ['outreach'], trialEnded: true });
    const session = await openPage(tenant, 'subscription');
    await ask(tenant);
    expect(await remove(tenant)).toBe(true);
    expect(stripe.session(session).status).toBe('expired');
  });

  it('a subscription that was set up on that page just then is ended', async () => {
    const tenant = await app.tenant({ modules: ['outreach'], trialEnded: true });
    const id = stripe.pay(await openPage(tenant, 'subscription'), new Date(Date.now() + 20 * 86_400_000));
    await ask(tenant);
    expect(await remove(tenant)).toBe(true);
    expect(stripe.subscription(id).status).toBe('canceled');
  });

  it('what is paid later all the same is ended and told to the operator, unless another hub made it', async () => {
    const tenant = await app.tenant({ modules: ['outreach'], trialEnded: true });
    const fee = await openPage(tenant, 'setup_fee');
    const session = await openPage(tenant, 'subscription');
    await ask(tenant);
    expect(await remove(tenant)).toBe(true);
    const later = new Date(Date.now() + 20 * 86_400_000);
    const [mine, other] = [stripe.pay(session, later), stripe.pay(session, later)];
    const { metadata } = stripe.subscription(other);
    Object.assign(stripe.subscription(other), {
      metadata: { ...Object(metadata), hub_id: tenant.organizationId },
    });
    stripe.pay(fee, later);
    for (const _ of [1, 2]) {
      await tell('checkout.session.completed', { id: fee, object: 'checkout.session' });
      for (const id of [mine, other])
        await tell('customer.subscription.created', { id, object: 'subscription' });
    }
    expect([mine, other].map((id) => stripe.subscription(id).status)).toEqual(['canceled', 'active']);
    const bell: { title: string; text: string }[] = (
      await app.call('GET', '/api/notifications', app.platformToken)
    ).json();
    expect(
      bell.filter(({ title }) => title.includes('deleted organization')).map(({ text }) => text),
    ).toEqual([
      `A subscription was set up by card for an organization that is not here any more. It is ended at Stripe. If it was charged, give the money back at Stripe: ${mine}`,
      `A setup fee was paid by card for an organization that is not here any more. If it was charged, give the money back at Stripe: ${fee}`,
    ]);
  });

  it('nothing begins while Stripe charges and there are no keys for it, which the operator reads', async () => {
    const tenant = await app.tenant({ modules: ['outreach'], trialEnded: true });
    const session = await openPage(tenant, 'subscription');
    const id = stripe.pay(session, new Date(Date.now() + 20 * 86_400_000));
    await tell('checkout.session.completed', { id: session, object: 'checkout.session' });
    await ask(tenant);
    const { database, services } = onTheDay();
    const without = { database, services: { ...services, stripe: null } };
    await expect(deleteOrganization(without, tenant.organizationId, () => true)).rejects.toThrow(
      'there are no keys for Stripe',
    );
    expect((await app.call('GET', '/api/tenant/auth/me', tenant.tokens.owner)).statusCode).toBe(200);
    const bell = await app.call('GET', '/api/notifications', app.platformToken);
    expect(bell.body).toContain(`The deletion of Tenant ${tenant.slug} waits`);
    expect(bell.body).toContain(id);
    expect(await remove(tenant)).toBe(true);
    expect(stripe.subscription(id).status).toBe('canceled');
  });

  it('sockets end', async () => {
    const tenant = await app.tenant();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/updates`, [
      'hub',
      `bearer.${tenant.tokens.viewer}`,
    ]);
    await new Promise((resolve) => socket.on('open', resolve));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await ask(tenant);
    await remove(tenant);
    expect(await closed).toBe(4001);
  });
});
