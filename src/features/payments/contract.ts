import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { moduleType } from '#shared/modules.ts';
import { currentPassword, cursor, id, instant, limit, text } from '#shared/text.ts';

/** Integer cents of a currency; what is taken back is negative. */
const cents = z.int();

/** Modules are sold in US dollars, the setup fee in Australian ones (contract section 5). */
export const currencies = ['USD', 'AUD'] as const;
export const currency = z.enum(currencies);
export type Currency = z.infer<typeof currency>;

/** Longest note, reason or answer that goes with money. */
export const noteLimit = 500;
/** Rows of each kind that one answer holds, newest first. */
export const rowLimit = 100;

export const billingCycles = ['monthly', 'yearly'] as const;
export const billingCycle = z.enum(billingCycles);
export type BillingCycle = z.infer<typeof billingCycle>;

export const paymentPurposes = ['subscription', 'setup_fee'] as const;
export const paymentPurpose = z.enum(paymentPurposes);
export type PaymentPurpose = z.infer<typeof paymentPurpose>;

export const paymentMethods = ['bank_transfer', 'card', 'cheque', 'cash', 'other', 'stripe'] as const;
export const paymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const reversalStates = ['pending', 'refunded', 'failed', 'disputed', 'won', 'lost', 'closed'] as const;
/** Refunds and disputes of one invoice that are listed, newest first. */
export const reversalLimit = 50;

/** Money of an invoice that went back to the customer, or that a bank asks back. */
export const reversal = z.strictObject({
  kind: z.enum(['refund', 'dispute']),
  state: z.enum(reversalStates),
  amountCents: cents,
  currency,
  /** As the payment service names it, such as 'requested_by_customer'; empty where it says none. */
  reason: text(100),
  at: instant,
});
export type Reversal = z.infer<typeof reversal>;

/** `totalCents` is what was or is to be paid; tax is part of it. */
export const invoice = z.strictObject({
  id,
  /** Such as 'INV-000042': one sequence over the installation. */
  number: text(20),
  purpose: paymentPurpose,
  state: z.enum(['open', 'paid', 'void']),
  currency,
  lines: z.array(z.strictObject({ description: text(300), amountCents: cents })).max(20),
  subtotalCents: cents,
  /** 'No tax charged', or a tax with its rate such as 'GST 10%'. */
  taxLabel: text(80),
  taxCents: cents,
  totalCents: cents,
  issuedAt: instant,
  paidAt: instant.nullable(),
  periodStart: instant.nullable(),
  periodEnd: instant.nullable(),
  reversals: z.array(reversal).max(reversalLimit),
});
export type Invoice = z.infer<typeof invoice>;

export const payment = z.strictObject({
  id,
  purpose: paymentPurpose,
  amountCents: cents,
  currency,
  method: paymentMethod,
  note: text(noteLimit),
  /** Until when the subscription is paid; null for the setup fee. */
  paidUntil: instant.nullable(),
  receivedAt: instant,
  recordedBy: text(200),
  invoiceId: id.nullable(),
});
export type Payment = z.infer<typeof payment>;

export const requestKinds = ['setup_fee', 'payment_method', 'billing_cycle'] as const;
export const requestKind = z.enum(requestKinds);
export type RequestKind = z.infer<typeof requestKind>;

/** What a company asked of the operator: without a payment service, people do what a machine would. */
export const billingRequest = z.strictObject({
  id,
  kind: requestKind,
  /** The cycle asked for; null for the other kinds. */
  billingCycle: billingCycle.nullable(),
  note: text(noteLimit),
  state: z.enum(['open', 'closed']),
  createdAt: instant,
  createdBy: text(200),
  closedAt: instant.nullable(),
  answer: text(noteLimit).nullable(),
});
export type BillingRequest = z.infer<typeof billingRequest>;

/** How a company pays, and what its next period will be. */
export const billingAccount = z.strictObject({
  /** `stripe`: by card on Stripe's pages. `operator`: requests that the operator answers. */
  paysBy: z.enum(['stripe', 'operator']),
  /** Whether a subscription at Stripe charges by itself. */
  paysByItself: z.boolean(),
  /** Modules that work until the period's end and are not charged for after it. */
  endingModules: z.array(z.strictObject({ moduleType, endsAt: instant })).max(10),
  /** The cycle that begins with the next period; null = the same as now. */
  nextBillingCycle: billingCycle.nullable(),
  /** What the next period costs, US cents. */
  nextPeriodCents: cents,
  /** Why it is suspended or cancelled. */
  stateReason: text(noteLimit).nullable(),
  /** When it ends by an owner's wish; null = it goes on. */
  endsAt: instant.nullable(),
  /** Until when a trial goes on after its end, because its first payment by card is under way; null = none is. */
  paymentExpectedUntil: instant.nullable(),
  /** Since when a payment is overdue, and why. */
  overdue: z.strictObject({ since: instant, problem: text(noteLimit) }).nullable(),
});
export type BillingAccount = z.infer<typeof billingAccount>;

/** An address at Stripe to which the browser goes. */
const page = z.strictObject({ url: z.url().max(5000) });

export const paymentsApi = defineApi({
  module: null,
  endpoints: {
    requests: endpoint({
      method: 'GET',
      path: '/api/tenant/billing/requests',
      summary: 'What was asked of the operator about billing, newest first',
      access: 'billing.read',
      ids: {},
      effects: [],
      output: z.array(billingRequest).max(rowLimit),
    }),
    ask: endpoint({
      method: 'POST',
      path: '/api/tenant/billing/requests',
      summary: 'Ask the operator to take the setup fee, change the payment method or the billing cycle',
      status: 201,
      access: 'billing.manage',
      whenEnded: 'works',
      ids: {},
      effects: [],
      body: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.enum(['setup_fee', 'payment_method']), note: text(noteLimit).default('') }),
        z.strictObject({
          kind: z.literal('billing_cycle'),
          billingCycle,
          note: text(noteLimit).default(''),
        }),
      ]),
      output: billingRequest,
    }),
    withdraw: endpoint({
      method: 'DELETE',
      path: '/api/tenant/billing/requests/:requestId',
      summary: 'Take back an open request to the operator',
      access: 'billing.manage',
      whenEnded: 'works',
      ids: { requestId: 'billing_requests' },
      effects: [],
      params: z.strictObject({ requestId: id }),
      output: billingRequest,
    }),
    account: endpoint({
      method: 'GET',
      path: '/api/tenant/billing',
      summary: 'How the company pays, what ends and what the next period costs',
      access: 'billing.read',
      ids: {},
      effects: [],
      output: billingAccount,
    }),
    changeCycle: endpoint({
      method: 'PUT',
      path: '/api/tenant/billing/cycle',
      summary: 'Change the billing cycle from the next period on, where a subscription at Stripe is there',
      access: 'billing.manage',
      whenEnded: 'works',
      ids: {},
      effects: [],
      body: z.strictObject({ billingCycle }),
      output: billingAccount,
    }),
    end: endpoint({
      method: 'POST',
      path: '/api/tenant/billing/ending',
      summary: 'End the subscription with the period that is paid for; the own password is asked for again',
      access: 'billing.manage',
      whenEnded: 'works',
      ids: {},
      effects: ['mail'],
      idempotent: true,
      rate: { calls: 10, seconds: 900, per: 'user' },
      body: z.strictObject({ currentPassword }),
      output: billingAccount,
    }),
    keep: endpoint({
      method: 'DELETE',
      path: '/api/tenant/billing/ending',
      summary: 'Keep the subscription that was to end',
      access: 'billing.manage',
      whenEnded: 'works',
      ids: {},
      effects: [],
      output: billingAccount,
    }),
    checkout: endpoint({
      method: 'POST',
      path: '/api/tenant/billing/checkout',
      summary: 'Open a page of Stripe on which the setup fee or the subscription is paid',
      access: 'billing.manage',
      whenEnded: 'works',
      ids: {},
      effects: ['webhook'],
      idempotent: true,
      rate: { calls: 20, seconds: 600, per: 'user' },
      body: z.strictObject({ purpose: paymentPurpose, billingCycle: billingCycle.optional() }),
      output: page,
    }),
    portal: endpoint({
      method: 'POST',
      path: '/api/tenant/billing/portal',
      summary: 'Open a page of Stripe on which the payment method is changed',
      access: 'billing.manage',
      whenEnded: 'works',
      ids: {},
      effects: ['webhook'],
      idempotent: true,
      rate: { calls: 20, seconds: 600, per: 'user' },
      output: page,
    }),
    invoices: endpoint({
      method: 'GET',
      path: '/api/tenant/invoices',
      summary: 'Invoices, newest first',
      access: 'invoices.read',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(invoice).max(200),
    }),
    invoicePdf: endpoint({
      method: 'GET',
      path: '/api/tenant/invoices/:id/pdf',
      summary: 'An invoice as PDF',
      access: 'invoices.read',
      ids: { id: 'invoices' },
      effects: [],
      params: z.strictObject({ id }),
      output: z.undefined(),
    }),
  },
});

/** Largest event that is read: an invoice of many lines stays far below. */
const eventLimit = 512 * 1024;

export const stripeWebhookApi = defineApi({
  module: null,
  endpoints: {
    event: endpoint({
      method: 'POST',
      path: '/api/webhooks/stripe',
      summary: 'Stripe reports a payment or a change of a subscription; signed as Stripe does',
      access: 'public',
      ids: {},
      effects: [],
      rate: { calls: 600, seconds: 60, per: 'address' },
      signedBy: ['stripe-signature'],
      bodyLimit: eventLimit,
      v2: false,
      body: z.strictObject({}),
      output: z.strictObject({ received: z.literal(true) }),
    }),
  },
});
