/** An object of the API, as far as the hub reads it. Shapes of https://docs.stripe.com/api, version 2026-10-28. */
export type Stored = Record<string, unknown>;

type Form = Record<string, string>;

/** Parameters of the form `name[key]` as an object. */
function under(form: Form, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => {
      const inner = key.startsWith(`${name}[`) ? key.slice(name.length + 1, -1) : null;
      return inner === null || inner.includes('[') ? [] : [[inner, value]];
    }),
  );
}

/** https://docs.stripe.com/api/checkout/sessions/object */
export function sessionShape(id: string, form: Form): Stored {
  return {
    id,
    object: 'checkout.session',
    mode: form.mode,
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: form.client_reference_id,
    customer: form.customer ?? null,
    customer_email: form.customer_email ?? null,
    subscription: null,
    metadata: under(form, 'metadata'),
    url: `https://checkout.stripe.com/c/pay/${id}`,
    // Not in the API: what the subscription is made from.
    fake_amount: Number(form['line_items[0][price_data][unit_amount]']),
    fake_currency: form['line_items[0][price_data][currency]'],
    fake_interval: form['line_items[0][price_data][recurring][interval]'],
    fake_metadata: under(form, 'subscription_data[metadata]'),
    fake_trial_end: form['subscription_data[trial_end]'],
  };
}

function itemShape(
  id: string,
  price: { amount: unknown; interval: unknown; product: string },
  end: number,
): Stored {
  return {
    id,
    object: 'subscription_item',
    current_period_end: end,
    current_period_start: end - 30 * 86_400,
    quantity: 1,
    price: {
      id: `price_${id}`,
      object: 'price',
      currency: 'usd',
      product: price.product,
      unit_amount: price.amount,
      recurring: { interval: price.interval, interval_count: 1 },
    },
  };
}

/** https://docs.stripe.com/api/subscriptions/object */
export function subscriptionShape(
  id: string,
  { session, customer, periodEnd }: { session: Stored; customer: string; periodEnd: Date },
): Stored {
  const trialEnd = session.fake_trial_end === undefined ? null : Number(session.fake_trial_end);
  const end = trialEnd ?? Math.floor(periodEnd.getTime() / 1000);
  const price = { amount: session.fake_amount, interval: session.fake_interval, product: `prod_${id}` };
  return {
    id,
    object: 'subscription',
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
    pause_collection: null,
    cancel_at_period_end: false,
    cancel_at: null,
    customer,
    metadata: session.fake_metadata,
    items: { object: 'list', data: [itemShape(`si_${id}`, price, end)] },
  };
}

/** A subscription after https://docs.stripe.com/api/subscriptions/update: with a new price, or paused or going on. */
export function changeShape(known: Stored, form: Form): Stored {
  if (form.cancel_at === '') return { cancel_at_period_end: false, cancel_at: null };
  if (form.cancel_at_period_end !== undefined)
    return { cancel_at_period_end: form.cancel_at_period_end === 'true' };
  if (form.pause_collection === '') return { pause_collection: null };
  const behavior = form['pause_collection[behavior]'];
  return behavior === undefined
    ? priceShape(known, form)
    : { pause_collection: { behavior, resumes_at: null } };
}

/** With a new price, and its trial where one was set. */
function priceShape(known: Stored, form: Form): Stored {
  const id = String(known.id);
  const price = {
    amount: Number(form['items[0][price_data][unit_amount]']),
    interval: form['items[0][price_data][recurring][interval]'],
    product: `prod_${id}`,
  };
  const trialEnd = form.trial_end;
  if (form['billing_cycle_anchor[type]'] === 'now') {
    const days = price.interval === 'year' ? 365 : 30;
    const end = Math.floor(Date.now() / 1000) + days * 86_400;
    return { items: { object: 'list', data: [itemShape(`si_${id}`, price, end)] } };
  }
  return {
    ...(trialEnd === undefined ? {} : { status: 'trialing', trial_end: Number(trialEnd) }),
    items: {
      object: 'list',
      data: [itemShape(`si_${id}`, price, trialEnd === undefined ? endOf(known) : Number(trialEnd))],
    },
  };
}

function endOf({ items }: Stored): number {
  const first: unknown = Reflect.get(Object(Reflect.get(Object(items), 'data')), 0);
  return Number(Reflect.get(Object(first), 'current_period_end'));
}

/** https://docs.stripe.com/api/invoices/object */
export function invoiceShape(
  id: string,
  subscription: Stored,
  state: 'paid' | 'open',
  period: { start: Date; end: Date },
): Stored {
  const first: unknown = Reflect.get(Object(Reflect.get(Object(subscription.items), 'data')), 0);
  const amount = Number(Reflect.get(Object(Reflect.get(Object(first), 'price')), 'unit_amount'));
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  return {
    id,
    object: 'invoice',
    status: state,
    currency: 'usd',
    total: amount,
    parent: {
      type: 'subscription_details',
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    lines: {
      object: 'list',
      data: [
        {
          id: `il_${id}`,
          object: 'line_item',
          description: '1 × AI Hub subscription',
          amount,
          period: { start: seconds(period.start), end: seconds(period.end) },
        },
      ],
    },
  };
}
