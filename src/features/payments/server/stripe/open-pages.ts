import { eq } from 'drizzle-orm';
import { changeSubscription } from '#features/billing/server/public.ts';
import { findPlatform } from '#features/organization/server/public.ts';
import { users } from '#features/organization/server/tables.ts';
import type { paymentsApi } from '#features/payments/contract.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import { GoneAtStripe } from '#server/integrations/stripe/gone-at-stripe.ts';
import type { Order, StripePayments } from '#server/integrations/stripe/stripe-payments.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { setupFeeCents } from '#shared/modules.ts';
import { nextCycle, nextPeriodCents, readSubscription } from '../account.ts';
import { isLeaving } from '../is-leaving.ts';
import { intervals } from './intervals.ts';

type Endpoints = (typeof paymentsApi)['endpoints'];

/** Stripe begins a subscription later only where that is so many hours away (https://docs.stripe.com/payments/checkout/free-trials). */
const shortestTrialHours = 48;
const hourMs = 3_600_000;

/** @throws AppError not_configured */
function stripeOf({ services }: Pick<Context, 'services'>): StripePayments {
  if (services.stripe) return services.stripe;
  throw new AppError(
    'not_configured',
    'Payments by card are not set up here. Ask for it with a request: the operator takes payments another way.',
  );
}

/** A page of Stripe's for the setup fee or the subscription. What was paid is learnt from Stripe's webhook alone. */
export async function checkout(
  context: Context,
  { body }: Input<Endpoints['checkout']>,
): Promise<Output<Endpoints['checkout']>> {
  const stripe = stripeOf(context);
  const { leaves, ...found } = await context.tx(async (tx) => ({
    ...(await readSubscription(tx)),
    leaves: await isLeaving(tx),
  }));
  const { subscription } = found;
  if (leaves)
    throw new AppError(
      'conflict',
      'This organization is going to be deleted, so nothing more is charged. Keep the organization first, then pay.',
    );
  if (!subscription)
    throw new AppError('conflict', "You don't have an active subscription. Please contact support.");
  if (subscription.status === 'suspended')
    throw new AppError(
      'conflict',
      `The operator has suspended this organization (${subscription.stateReason ?? 'no reason was given'}). Nothing can be paid by card until the operator lifts that. Please contact support.`,
    );
  const now = context.services.clock.now();
  const back = `${context.services.config.publicUrl}/tenant/billing`;
  const platform = await context.services.asPlatform('what is made at Stripe names the hub', findPlatform);
  const common = {
    organizationId: context.organizationId,
    hubId: platform.id,
    customerId: subscription.stripeCustomerId,
    email: await emailOf(context),
    openedAt: now,
    successUrl: `${back}?paid=${body.purpose}`,
    cancelUrl: back,
  };
  const audit = { action: 'billing.checkout-opened', subject: body.purpose };
  if (body.purpose === 'setup_fee') {
    const order = feeOrder(subscription);
    await context.tx((tx) => tx.audit(audit));
    return { url: (await stripe.checkout({ ...common, ...order })).url };
  }
  const order = subscriptionOrder(found.modules, subscription, body, now);
  const before = subscription.stripeCheckoutId;
  if (before !== null) await closePage(stripe, before);
  const page = await stripe.checkout({ ...common, ...order });
  const replaced = await context.tx(async (tx) => {
    await tx.audit(audit);
    return rememberPage(tx, { now, actor: context.session.actor }, page.id);
  });
  // Somebody else opened one in the same moment.
  if (replaced !== null && replaced !== before) await closePage(stripe, replaced);
  return { url: page.url };
}

type OrderPart = Pick<Order, 'purpose' | 'name' | 'amountCents' | 'currency' | 'interval' | 'startsAt'>;
type Found = Awaited<ReturnType<typeof readSubscription>>;
type Subscription = NonNullable<Found['subscription']>;

function feeOrder({ setupFeePaid, setupFeeRequired }: Subscription): OrderPart {
  if (setupFeePaid || !setupFeeRequired) throw new AppError('conflict', 'The setup fee is paid already.');
  return {
    purpose: 'setup_fee',
    name: 'AI Hub: one-time setup fee',
    amountCents: setupFeeCents,
    currency: 'aud',
    interval: null,
    startsAt: null,
  };
}

function subscriptionOrder(
  modules: Found['modules'],
  subscription: Subscription,
  body: Input<Endpoints['checkout']>['body'],
  now: Date,
): OrderPart {
  if (subscription.stripeSubscriptionId) throw setUpAlready();
  if (subscription.endsAt !== null)
    throw new AppError(
      'conflict',
      'This subscription is going to end. Keep it first, then set up its payment.',
    );
  const cycle = body.billingCycle ?? nextCycle(subscription);
  const amountCents = nextPeriodCents({ subscription, modules }, now, cycle);
  if (amountCents === 0)
    throw new AppError(
      'conflict',
      'No module is active, so there is nothing to pay for. Add a module first.',
    );
  const paidUntil = subscription.currentPeriodEnd;
  // Who was cancelled is let in again by a payment, and so pays at once.
  const runs = subscription.status !== 'cancelled';
  const startsLater =
    runs && paidUntil !== null && paidUntil.getTime() - now.getTime() > shortestTrialHours * hourMs;
  return {
    purpose: 'subscription',
    name: 'AI Hub subscription',
    amountCents,
    currency: 'usd',
    interval: intervals[cycle],
    startsAt: startsLater ? paidUntil : null,
  };
}

function setUpAlready(): AppError {
  return new AppError(
    'conflict',
    'A subscription is set up already. Change its payment method instead of setting up a second one.',
  );
}

/** Remembers the page that was opened last; answers the one before it. @throws AppError conflict */
async function rememberPage(
  tx: Transaction,
  by: { now: Date; actor: string },
  stripeCheckoutId: string,
): Promise<string | null> {
  let before: string | null = null;
  await changeSubscription(tx, by, ({ subscription }) => {
    if (subscription.stripeSubscriptionId) throw setUpAlready();
    before = subscription.stripeCheckoutId;
    return { kind: null, fields: { stripeCheckoutId } };
  });
  return before;
}

/**
 * Closes a page that was opened before, so that only one subscription can be set up.
 * @throws AppError conflict where it was paid; upstream_failed
 */
async function closePage(stripe: StripePayments, checkoutId: string): Promise<void> {
  try {
    const { isOpen, subscriptionId } = await stripe.readCheckout(checkoutId);
    if (isOpen) await stripe.expire(checkoutId);
    if (subscriptionId === null || (await stripe.readSubscription(subscriptionId)).state === 'ended') return;
  } catch (error) {
    if (error instanceof GoneAtStripe) return;
    throw error;
  }
  throw new AppError(
    'conflict',
    'The payment page that was opened before was completed, and its payment is just coming in. Load this page again in a minute.',
  );
}

async function emailOf({ db, session }: Context): Promise<string> {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, session.userId ?? ''));
  if (!user) throw notFound('account');
  return user.email;
}

/** A page of Stripe's on which the payment method is changed. */
export async function portal(context: Context): Promise<Output<Endpoints['portal']>> {
  const stripe = stripeOf(context);
  const { subscription } = await context.tx(readSubscription);
  const customer = subscription?.stripeCustomerId;
  if (!customer)
    throw new AppError('conflict', 'Nothing was paid by card yet, so there is no payment method to change.');
  return { url: await stripe.portal(customer, `${context.services.config.publicUrl}/tenant/billing`) };
}
