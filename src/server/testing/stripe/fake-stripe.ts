import { createHmac, randomBytes } from 'node:crypto';
import {
  type FakeReply,
  type FakeServer,
  type Routed,
  type SeenRequest,
  startFakeServer,
} from '../social-platforms/fake-server.ts';
import { changeShape, invoiceShape, type Stored, sessionShape, subscriptionShape } from './stripe-shapes.ts';

export const stripeKeys = { secretKey: 'sk_test_fake_key', webhookSecret: 'whsec_fake_secret' };

/** What points a hub at the fake server. */
export const stripeEnvironment = ({ address }: Pick<FakeStripe, 'address'>) => ({
  STRIPE_SECRET_KEY: stripeKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
  STRIPE_API_BASE: address,
  HUB_ALLOW_PRIVATE_HOSTS: '1',
});

export type StripeStep =
  | 'checkout'
  | 'portal'
  | 'read_session'
  | 'expire_session'
  | 'read_subscription'
  | 'update_subscription'
  | 'cancel_subscription'
  | 'read_invoice'
  | 'read_reversal'
  | 'find_payment';

export interface FakeStripe extends FakeServer<StripeStep> {
  /** Somebody pays the session that was opened last, as Checkout would let them. Answers the session's id. */
  pay(sessionId: string, periodEnd: Date): string;
  /** Id of the session that was opened last. */
  lastSession(): string;
  session(id: string): Stored;
  subscription(id: string): Stored;
  /** An invoice of a subscription's period, of the price that the subscription has. */
  invoice(subscriptionId: string, state: 'paid' | 'open', period: { start: Date; end: Date }): string;
  /** Money of an invoice or of a paid session goes back, or is asked back. Answers the id of the refund or dispute. */
  reverse(
    kind: 're' | 'dp',
    about: { paid: string; status: string; amount: number; currency: string; reason: string | null },
  ): string;
  reversal(id: string): Stored;
  /** An event as Stripe sends it, with its signature. */
  event(
    type: string,
    object: { id: string; object: string },
    id?: string,
  ): { body: string; signature: string };
}

/** A signature of scheme v1 (https://docs.stripe.com/webhooks, "Verify webhook signatures manually"). */
export function signStripe(
  body: string,
  { secret = stripeKeys.webhookSecret, at = Date.now() }: { secret?: string; at?: number } = {},
): string {
  const t = Math.floor(at / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/** The payment by which an invoice or a session was paid. */
function paymentOf(paid: string): string {
  return `pi_${paid}`;
}

/** The charge of that payment. */
export function chargeOf(paid: string): string {
  return `ch_${paid}`;
}

function newId(kind: string): string {
  return `${kind}_test_${randomBytes(8).toString('hex')}`;
}

function error(status: number, type: string, message: string, param?: string): FakeReply {
  return { status, body: { error: { type, message, ...(param ? { param } : {}) } } };
}

const checkoutParameters =
  /^(mode|client_reference_id|customer|customer_email|success_url|cancel_url|metadata\[\w+\]|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name|recurring\]\[interval))\]|subscription_data\[(metadata\]\[\w+|trial_end)\])$/;
const updateParameters =
  /^(proration_behavior|billing_cycle_anchor\[type\]|trial_end|cancel_at|cancel_at_period_end|pause_collection(\[behavior\])?|items\[0\]\[(id|price_data\]\[(currency|product|unit_amount|recurring\]\[interval))\])$/;

/** A server on loopback with the calls that the hub makes, strict about their parameters. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const sessions = new Map<string, Stored>();
  const subscriptions = new Map<string, Stored>();
  const invoices = new Map<string, Stored>();
  const reversals = new Map<string, Stored>();
  let last = '';

  const strict = (
    seen: SeenRequest,
    parameters: RegExp,
    act: (form: Record<string, string>) => FakeReply,
  ): FakeReply => {
    if (seen.headers.authorization !== `Bearer ${stripeKeys.secretKey}`)
      return error(401, 'invalid_request_error', 'Invalid API Key provided');
    const form = Object.fromEntries(new URLSearchParams(seen.body.toString('utf8')));
    const unknown = Object.keys(form).find((name) => !parameters.test(name));
    if (unknown)
      return error(400, 'invalid_request_error', `Received unknown parameter: ${unknown}`, unknown);
    return act(form);
  };
  const read = (seen: SeenRequest, from: Map<string, Stored>, id: string): FakeReply =>
    strict(seen, /^$/, () => {
      const found = from.get(id);
      return found
        ? { status: 200, body: found }
        : error(404, 'invalid_request_error', `No such object: '${id}'`, 'id');
    });

  const list = (
    seen: SeenRequest,
    from: Map<string, Stored>,
    fits: (one: Stored) => boolean,
    shape: (one: Stored) => Stored = (one) => one,
  ): FakeReply =>
    strict(seen, /^$/, () => ({
      status: 200,
      body: { object: 'list', has_more: false, data: [...from.values()].filter(fits).map(shape) },
    }));

  const server = await startFakeServer<StripeStep>((seen): Routed<StripeStep> | null => {
    const [, path = ''] = /^\/v1\/(.*)$/.exec(seen.path) ?? [];
    const id = path.split('/').find((part) => part.includes('_test_')) ?? '';
    const asked = (name: string): string | null => seen.query.get(name);
    const call = `${seen.method} ${path.replace(/\/[a-z]+_test_\w+/, '/:id')}`;
    switch (call) {
      case 'POST checkout/sessions':
        return {
          step: 'checkout',
          act: () =>
            strict(seen, checkoutParameters, (form) => {
              last = newId('cs');
              sessions.set(last, sessionShape(last, form));
              return { status: 200, body: sessions.get(last) };
            }),
        };
      case 'POST billing_portal/sessions':
        return {
          step: 'portal',
          act: () =>
            strict(seen, /^(customer|return_url)$/, ({ customer }) => ({
              status: 200,
              body: {
                id: newId('bps'),
                object: 'billing_portal.session',
                customer,
                url: 'https://billing.stripe.com/p/session/test',
              },
            })),
        };
      case 'GET checkout/sessions/:id':
        return { step: 'read_session', act: () => read(seen, sessions, id) };
      case 'POST checkout/sessions/:id/expire':
        return {
          step: 'expire_session',
          act: () =>
            strict(seen, /^$/, () => {
              const known = sessions.get(id);
              if (known?.status !== 'open')
                return error(
                  400,
                  'invalid_request_error',
                  'Only Checkout Sessions with a status of open can be expired.',
                );
              sessions.set(id, { ...known, status: 'expired', url: null });
              return { status: 200, body: sessions.get(id) };
            }),
        };
      case 'GET subscriptions/:id':
        return { step: 'read_subscription', act: () => read(seen, subscriptions, id) };
      case 'GET invoices/:id':
        return { step: 'read_invoice', act: () => read(seen, invoices, id) };
      case 'GET refunds/:id':
      case 'GET disputes/:id':
        return { step: 'read_reversal', act: () => read(seen, reversals, id) };
      case 'GET refunds':
        return {
          step: 'read_reversal',
          act: () => list(seen, reversals, (one) => one.charge === asked('charge')),
        };
      case 'GET invoice_payments':
        return {
          step: 'find_payment',
          act: () =>
            list(
              seen,
              invoices,
              (one) => paymentOf(String(one.id)) === asked('payment[payment_intent]'),
              (one) => ({
                id: `inpay_${String(one.id)}`,
                object: 'invoice_payment',
                invoice: one.id,
              }),
            ),
        };
      case 'GET checkout/sessions':
        return {
          step: 'find_payment',
          act: () => list(seen, sessions, (one) => paymentOf(String(one.id)) === asked('payment_intent')),
        };
      case 'POST subscriptions/:id':
        return {
          step: 'update_subscription',
          act: () =>
            strict(seen, updateParameters, (form) => {
              const known = subscriptions.get(id);
              if (!known) return error(404, 'invalid_request_error', `No such subscription: '${id}'`, 'id');
              subscriptions.set(id, { ...known, ...changeShape(known, form) });
              return { status: 200, body: subscriptions.get(id) };
            }),
        };
      case 'DELETE subscriptions/:id':
        return {
          step: 'cancel_subscription',
          act: () =>
            strict(seen, /^$/, () => {
              subscriptions.set(id, { ...subscriptions.get(id), status: 'canceled' });
              return { status: 200, body: subscriptions.get(id) };
            }),
        };
      default:
        return null;
    }
  });

  return {
    ...server,
    lastSession: () => last,
    session: (id) => sessions.get(id) ?? {},
    subscription: (id) => subscriptions.get(id) ?? {},
    pay: (sessionId, periodEnd) => {
      const session = sessions.get(sessionId) ?? {};
      const customer = typeof session.customer === 'string' ? session.customer : newId('cus');
      const paid = { ...session, customer, payment_status: 'paid', status: 'complete' };
      if (session.mode !== 'subscription') {
        sessions.set(sessionId, paid);
        return sessionId;
      }
      const subscription = newId('sub');
      subscriptions.set(subscription, subscriptionShape(subscription, { session, customer, periodEnd }));
      sessions.set(sessionId, { ...paid, subscription });
      return subscription;
    },
    invoice: (subscriptionId, state, period) => {
      const id = newId('in');
      invoices.set(id, invoiceShape(id, subscriptions.get(subscriptionId) ?? {}, state, period));
      return id;
    },
    reverse: (kind, { paid, ...about }) => {
      const id = newId(kind);
      reversals.set(id, {
        id,
        object: kind === 're' ? 'refund' : 'dispute',
        created: Math.floor(Date.now() / 1000),
        payment_intent: paymentOf(paid),
        charge: chargeOf(paid),
        ...about,
      });
      return id;
    },
    reversal: (id) => reversals.get(id) ?? {},
    event: (type, object, id = newId('evt')) => {
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: '2026-10-28.endive',
        type,
        livemode: false,
        data: { object },
      });
      return { body, signature: signStripe(body) };
    },
  };
}
