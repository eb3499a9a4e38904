import { expect } from 'vitest';
import { type FakeStripe, startFakeStripe, stripeEnvironment } from '#server/testing/stripe/fake-stripe.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import type { ModuleType } from '#shared/modules.ts';

export const dayMs = 86_400_000;

/** In so many days, in whole seconds as Stripe tells times. */
export function inDays(days: number): Date {
  return new Date(Math.floor((Date.now() + days * dayMs) / 1000) * 1000);
}

/** The application with payments by Stripe, and a Stripe of our own that it talks to over HTTP. */
export interface StripeApp {
  app: TestApp;
  stripe: FakeStripe;
  /** Stripe tells of an object, which has to be taken. `id` names the event. */
  deliver: (type: string, object: { id: string; object: string }, id?: string) => Promise<void>;
  /** A tenant whose trial is over, with a subscription that is paid for until a date; the ids are Stripe's, `paid` its invoice's. */
  subscribed: (
    module: ModuleType,
    until?: Date,
  ) => Promise<{ tenant: Tenant; id: string; session: string; paid: string }>;
  stop: () => Promise<void>;
}

export async function startStripeApp(): Promise<StripeApp> {
  const stripe = await startFakeStripe();
  const app = await startTestApp({ env: stripeEnvironment(stripe) });
  const deliver: StripeApp['deliver'] = async (type, object, id) => {
    const { body, signature } = stripe.event(type, object, id);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await app.call('POST', '/api/webhooks/stripe', null, body, headers);
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
  };
  return {
    app,
    stripe,
    deliver,
    subscribed: async (module, until = inDays(30)) => {
      const tenant = await app.tenant({ modules: [module], trialEnded: true });
      const opened = await app.call('POST', '/api/tenant/billing/checkout', tenant.tokens.owner, {
        purpose: 'subscription',
      });
      expect(opened.statusCode).toBe(200);
      const session = stripe.lastSession();
      const id = stripe.pay(session, until);
      await deliver('checkout.session.completed', { id: session, object: 'checkout.session' });
      const paid = stripe.invoice(id, 'paid', { start: inDays(0), end: until });
      await deliver('invoice.paid', { id: paid, object: 'invoice' });
      return { tenant, id, session, paid };
    },
    stop: async () => {
      await app.close();
      await stripe.stop();
    },
  };
}
