import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startFakeStripe, stripeEnvironment } from '#server/testing/stripe/fake-stripe.ts';
import { Hub } from './fixtures.ts';

const stripe = await startFakeStripe();
afterAll(() => stripe.stop());

const hub = new Hub(stripeEnvironment(stripe));

/** Stripe tells of what happened on its pages. */
async function deliver(type: string, object: { id: string; object: string }): Promise<void> {
  const { body, signature } = stripe.event(type, object);
  const answer = await fetch(`${hub.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body,
  });
  expect(answer.status).toBe(200);
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

describe('an owner who pays by card', () => {
  it('leaves for Stripe’s pages for the fee, the subscription and the card, and finds both paid', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    // Stands for Stripe's own pages, which the browser of a test must not ask for.
    await context.route(/^https:\/\/(checkout|billing)\.stripe\.com\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Stripe</title>' }),
    );
    await page.goto('/tenant/billing');
    await page.getByRole('button', { name: 'Pay Setup Fee' }).click();
    await page.waitForURL(/^https:\/\/checkout\.stripe\.com\//);
    const fee = stripe.lastSession();
    stripe.pay(fee, inDays(30));
    await deliver('checkout.session.completed', { id: fee, object: 'checkout.session' });

    await page.goto('/tenant/billing');
    const invoices = page.getByRole('region', { name: 'Invoices' });
    await invoices.getByText('$770.00 AUD').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Pay Setup Fee' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Update Payment Method' }).click();
    await page.waitForURL(/^https:\/\/checkout\.stripe\.com\//);
    const session = stripe.lastSession();
    const subscription = stripe.pay(session, inDays(30));
    await deliver('checkout.session.completed', { id: session, object: 'checkout.session' });
    const period = { start: inDays(14), end: inDays(44) };
    const invoice = stripe.invoice(subscription, 'paid', period);
    await deliver('invoice.paid', { id: invoice, object: 'invoice' });

    await page.goto('/tenant/billing');
    const plan = page.getByRole('region', { name: 'Current Plan' });
    await plan.getByText('Active', { exact: true }).waitFor();
    await invoices.getByText('$299.00 USD').waitFor();
    await page.getByRole('button', { name: 'Change Billing Cycle' }).click();
    await page.getByLabel('Yearly').check();
    await page.getByRole('button', { name: 'Change cycle' }).click();
    await page.getByText('Billing cycle changed').first().waitFor();
    await plan.getByText('Yearly from the next period').waitFor();
    await page.getByRole('button', { name: 'Update Payment Method' }).click();
    await page.waitForURL(/^https:\/\/billing\.stripe\.com\//);
    await context.close();
  });

  it('reads on the screen that Stripe did not answer', async () => {
    const tenant = await hub.tenant();
    const { page, context } = await hub.window(tenant.owner.token);
    stripe.script('checkout', { do: 'drop' }, { do: 'drop' });
    await page.goto('/tenant/billing');
    await page.getByRole('button', { name: 'Pay Setup Fee' }).click();
    await page.getByText('The payment page did not open').first().waitFor();
    await page.getByText('The payment service did not answer as it should.').first().waitFor();
    const state = z
      .object({ subscription: z.object({ setupFeePaid: z.boolean() }) })
      .parse(await hub.call('GET', '/api/tenant/subscription', undefined, tenant.owner.token));
    expect(state.subscription.setupFeePaid).toBe(false);
    await context.close();
  });
});
