import { Stripe } from 'stripe';
import { AppError } from '#shared/errors.ts';
import { fetchThrough } from '../fetch-through.ts';
import type { HttpClient } from '../http-client.ts';
import { GoneAtStripe } from './gone-at-stripe.ts';
import type { StripeConfig } from './stripe-config.ts';
import {
  checkoutOf,
  hubKey,
  idOf,
  invoiceOf,
  openedKey,
  organizationKey,
  type PaidCheckout,
  purposeKey,
  type StripeInvoice,
  type StripeSubscription,
  subscriptionOf,
} from './stripe-objects.ts';
import { disputeOf, type PaidFor, refundOf, type StripeReversal } from './stripe-reversals.ts';

/** Until an answer is read, milliseconds: a person waits for it. */
const totalMs = 20_000;
const answerLimit = 2 * 1024 * 1024;

/** What is to be paid for on Stripe's page. */
export interface Order {
  organizationId: string;
  /** Of the platform organization. */
  hubId: string;
  /** Known at Stripe from an earlier payment. */
  customerId: string | null;
  email: string;
  purpose: 'setup_fee' | 'subscription';
  name: string;
  amountCents: number;
  currency: 'usd' | 'aud';
  /** Null = paid once. */
  interval: 'month' | 'year' | null;
  openedAt: Date;
  /** Not charged before; for a trial that runs. */
  startsAt: Date | null;
  successUrl: string;
  cancelUrl: string;
}

interface Price {
  amountCents: number;
  interval: 'month' | 'year';
}

function pricedItem({ id, productId }: { id: string; productId: string }, { amountCents, interval }: Price) {
  return {
    id,
    price_data: {
      currency: 'usd',
      product: productId,
      unit_amount: amountCents,
      recurring: { interval },
    },
  };
}

/**
 * Payments by Stripe, through its own library and the guarded client (https://docs.stripe.com/api). Every call throws
 * AppError upstream_failed where Stripe does not do what it was asked, and GoneAtStripe where it no longer knows the object.
 */
export class StripePayments {
  readonly #stripe: Stripe;
  readonly webhookSecret: string;

  constructor({ secretKey, webhookSecret, apiBase }: StripeConfig, client: HttpClient) {
    const { protocol, hostname, port } = new URL(apiBase);
    const secure = protocol === 'https:';
    this.webhookSecret = webhookSecret;
    const fetch = fetchThrough(client, {
      totalMs,
      maxBytes: answerLimit,
      failure: ({ kind }) => new Error(`no answer: ${kind}`),
    });
    this.#stripe = new Stripe(secretKey, {
      protocol: secure ? 'https' : 'http',
      host: hostname,
      port: port === '' ? (secure ? 443 : 80) : Number(port),
      httpClient: Stripe.createFetchHttpClient(fetch),
      maxNetworkRetries: 1,
      timeout: totalMs,
      telemetry: false,
    });
  }

  /** A page of Stripe's on which the order is paid (https://docs.stripe.com/payments/checkout). Answers its id and address. */
  async checkout(order: Order): Promise<{ id: string; url: string }> {
    const metadata = {
      [organizationKey]: order.organizationId,
      [hubKey]: order.hubId,
      [purposeKey]: order.purpose,
    };
    const { interval } = order;
    const session = await asked(() =>
      this.#stripe.checkout.sessions.create({
        mode: interval === null ? 'payment' : 'subscription',
        client_reference_id: order.organizationId,
        metadata,
        ...(order.customerId === null ? { customer_email: order.email } : { customer: order.customerId }),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: order.currency,
              unit_amount: order.amountCents,
              product_data: { name: order.name },
              ...(interval === null ? {} : { recurring: { interval } }),
            },
          },
        ],
        ...(interval === null
          ? {}
          : {
              subscription_data: {
                metadata: { ...metadata, [openedKey]: order.openedAt.toISOString() },
                ...(order.startsAt ? { trial_end: Math.floor(order.startsAt.getTime() / 1000) } : {}),
              },
            }),
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
      }),
    );
    if (!session.url) throw unanswered(new Error('The session has no address.'));
    return { id: session.id, url: session.url };
  }

  /** Closes a page, so that it can no longer be paid (https://docs.stripe.com/api/checkout/sessions/expire). */
  async expire(checkoutId: string): Promise<void> {
    await asked(() => this.#stripe.checkout.sessions.expire(checkoutId));
  }

  /** A page on which a customer changes the payment method and sees what was charged (https://docs.stripe.com/customer-management). */
  async portal(customerId: string, returnUrl: string): Promise<string> {
    const session = await asked(() =>
      this.#stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
    );
    return session.url;
  }

  /**
   * What is charged from the next period on; nothing is charged or paid back now. Another interval begins when the
   * period ends, which Stripe does for a subscription whose trial ends then
   * (https://docs.stripe.com/billing/subscriptions/billing-cycle).
   */
  async setPrice(subscriptionId: string, price: Price): Promise<void> {
    const { item, periodEnd, state } = await this.readSubscription(subscriptionId);
    if (!item || state === 'ended') return;
    if (item.amountCents === price.amountCents && item.interval === price.interval) return;
    const otherInterval = item.interval !== price.interval && periodEnd !== null;
    await asked(() =>
      this.#stripe.subscriptions.update(subscriptionId, {
        proration_behavior: 'none',
        items: [pricedItem(item, price)],
        ...(otherInterval ? { trial_end: Math.floor(periodEnd.getTime() / 1000) } : {}),
      }),
    );
  }

  /**
   * Stops what a subscription would charge, or lets it go on: periods pass meanwhile, their invoices are void and are not
   * asked for later (https://docs.stripe.com/billing/subscriptions/pause-payment). An invoice from before is tried again
   * as if nothing had happened.
   */
  async setPaused(subscriptionId: string, paused: boolean): Promise<void> {
    const { isPaused, state } = await this.readSubscription(subscriptionId);
    if (isPaused === paused || state === 'ended') return;
    await asked(() =>
      this.#stripe.subscriptions.update(subscriptionId, {
        pause_collection: paused ? { behavior: 'void' } : '',
      }),
    );
  }

  /**
   * Has a period begin and be charged now instead of the one that runs, which was not paid for; nothing is paid back for it
   * (https://docs.stripe.com/billing/subscriptions/billing-cycle, "Reset the anchor to the current time"). Once for what was
   * paid until `after`, however often it is asked for within a day.
   */
  async beginPeriod(subscriptionId: string, { after, ...price }: Price & { after: Date }): Promise<void> {
    const { item, state } = await this.readSubscription(subscriptionId);
    if (!item || state !== 'paying') return;
    await asked(() =>
      this.#stripe.subscriptions.update(
        subscriptionId,
        {
          proration_behavior: 'none',
          billing_cycle_anchor: { type: 'now' },
          items: [pricedItem(item, price)],
        },
        { idempotencyKey: `begin:${subscriptionId}:${after.toISOString()}` },
      ),
    );
  }

  /** Ends a subscription with its period, or lets it go on (https://docs.stripe.com/billing/subscriptions/cancel). */
  async setEnding(subscriptionId: string, ending: boolean): Promise<void> {
    const { isEnding, state } = await this.readSubscription(subscriptionId);
    if (isEnding === ending || state === 'ended') return;
    // An empty day also takes back one that was set in the customer portal.
    await asked(() =>
      this.#stripe.subscriptions.update(
        subscriptionId,
        ending ? { cancel_at_period_end: true } : { cancel_at: '' },
      ),
    );
  }

  /** Ends a subscription at once; one that has ended or is gone stays so. */
  async cancel(subscriptionId: string): Promise<void> {
    try {
      const { state } = await this.readSubscription(subscriptionId);
      if (state !== 'ended') await asked(() => this.#stripe.subscriptions.cancel(subscriptionId));
    } catch (error) {
      if (!(error instanceof GoneAtStripe)) throw error;
    }
  }

  readCheckout(id: string): Promise<PaidCheckout> {
    return asked(async () => checkoutOf(await this.#stripe.checkout.sessions.retrieve(id)));
  }

  readSubscription(id: string): Promise<StripeSubscription> {
    return asked(async () => subscriptionOf(await this.#stripe.subscriptions.retrieve(id)));
  }

  readInvoice(id: string): Promise<StripeInvoice> {
    return asked(async () => invoiceOf(await this.#stripe.invoices.retrieve(id)));
  }

  readRefund(id: string): Promise<StripeReversal> {
    return asked(async () => refundOf(await this.#stripe.refunds.retrieve(id)));
  }

  readDispute(id: string): Promise<StripeReversal> {
    return asked(async () => disputeOf(await this.#stripe.disputes.retrieve(id)));
  }

  /** The refunds of a charge, newest first: at most a hundred. */
  async refundsOf(chargeId: string): Promise<StripeReversal[]> {
    const { data } = await asked(() => this.#stripe.refunds.list({ charge: chargeId, limit: 100 }));
    return data.map(refundOf);
  }

  /**
   * What a payment was for: an invoice, as https://docs.stripe.com/api/invoice-payment/list links them, else the page on
   * which something was paid once. Null where it is none of ours.
   */
  async paidFor(paymentIntentId: string): Promise<PaidFor | null> {
    const { data } = await asked(() =>
      this.#stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: paymentIntentId },
        limit: 1,
      }),
    );
    const invoiceId = idOf(data[0]?.invoice ?? null);
    if (invoiceId !== null) {
      const { organizationId } = await this.readInvoice(invoiceId);
      return { organizationId, externalId: invoiceId };
    }
    const pages = await asked(() =>
      this.#stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }),
    );
    const page = pages.data[0] && checkoutOf(pages.data[0]);
    return page ? { organizationId: page.organizationId, externalId: page.id } : null;
  }
}

/** An answer that is none of the shapes that Stripe documents is as bad as no answer. @throws AppError upstream_failed, GoneAtStripe */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) throw new GoneAtStripe();
    throw unanswered(error);
  }
}

function unanswered(cause: unknown): AppError {
  return new AppError(
    'upstream_failed',
    'The payment service did not answer as it should. Nothing was changed here. Try again in a few minutes.',
    { cause },
  );
}
