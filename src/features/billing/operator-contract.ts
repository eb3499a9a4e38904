import { z } from 'zod';
import {
  billingCycle,
  billingRequest,
  currency,
  invoice,
  noteLimit,
  payment,
  paymentMethod,
  rowLimit,
} from '#features/payments/contract.ts';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { moduleType, plan } from '#shared/modules.ts';
import { currentPassword, emailLimit, id, instant, instantInput, required, text } from '#shared/text.ts';
import { changeKinds } from './change-kinds.ts';
import { billingState, subscriptionStatus } from './contract.ts';

/** Most that one payment may be: a million dollars. A longer number is a slip of the hand. */
export const paymentLimitCents = 100_000_000;
/** A payment reaches at most so many days ahead. */
export const paidAheadDays = 1100;
/** Tenants of each list in the operator's overview of money. */
export const overviewLimit = 200;

const organization = z.strictObject({ id, name: text(120), slug: text(63) });
const note = text(noteLimit).default('');
const reason = required(noteLimit, 'A reason is required: the people who are stopped read it.');

/** One step of a subscription's history. */
export const subscriptionChange = z.strictObject({
  at: instant,
  kind: z.enum(changeKinds),
  status: subscriptionStatus,
  plan,
  billingCycle,
  modules: z.array(moduleType).max(10),
  /** What it brought in from then on, US cents a month. */
  monthlyCents: z.int(),
  actor: text(200),
  note: text(noteLimit),
});
export type SubscriptionHistoryRow = z.infer<typeof subscriptionChange>;

/** Everything about a tenant's money, nothing of its content. Lists are newest first. */
export const tenantBilling = z.strictObject({
  organization: organization.extend({ contactEmail: text(emailLimit), createdAt: instant }),
  billing: billingState,
  /** Modules that work until the period's end and are not charged for after it. */
  endingModules: z.array(z.strictObject({ moduleType, endsAt: instant })).max(10),
  /** The cycle that begins with the next period; null = the same as now. */
  nextBillingCycle: billingCycle.nullable(),
  /** What the next period costs, US cents: the monthly total, twelve times for a year. */
  nextPeriodCents: z.int(),
  /** Why it is suspended or cancelled. */
  stateReason: text(noteLimit).nullable(),
  /** When it ends by an owner's wish; null = it goes on. */
  endsAt: instant.nullable(),
  /** Until when a trial goes on after its end, because its first payment by card is under way; null = none is. */
  paymentExpectedUntil: instant.nullable(),
  /** Since when a payment is overdue, and why. */
  overdue: z.strictObject({ since: instant, problem: text(noteLimit) }).nullable(),
  /** What stands at Stripe; null where no subscription is there. */
  stripe: z
    .strictObject({
      /** Nothing is charged. */
      isPaused: z.boolean(),
      /** Since when Stripe could not be told what to charge; null = it knows, or is told within a minute. */
      problemSince: instant.nullable(),
    })
    .nullable(),
  invoices: z.array(invoice).max(rowLimit),
  payments: z.array(payment).max(rowLimit),
  openRequests: z.array(billingRequest).max(rowLimit),
  history: z.array(subscriptionChange).max(rowLimit),
});
export type TenantBilling = z.infer<typeof tenantBilling>;

/** Money over all tenants. Amounts in US cents; months in UTC, oldest first, the last one is the present. */
export const billingOverview = z.strictObject({
  /** What active subscriptions brought in a month, as of the end of each month. */
  mrr: z.array(z.strictObject({ month: text(7), cents: z.int() })).max(12),
  /** Trials that end within 14 days, soonest first. */
  trialsEnding: z
    .array(z.strictObject({ organization, trialEndsAt: instant, monthlyCents: z.int() }))
    .max(overviewLimit),
  /** Setup fees that are required and not paid, longest waiting first. Cancelled tenants are left out. */
  unpaidSetupFees: z.array(z.strictObject({ organization, since: instant })).max(overviewLimit),
  /** Payments that failed or did not come by the period's end, longest overdue first. */
  failedPayments: z
    .array(z.strictObject({ organization, since: instant, problem: text(noteLimit), monthlyCents: z.int() }))
    .max(overviewLimit),
  /** What tenants asked for, oldest first. */
  openRequests: z.array(z.strictObject({ organization, request: billingRequest })).max(overviewLimit),
});
export type BillingOverview = z.infer<typeof billingOverview>;

/** Lengths of what is printed on invoices, and most tax rules, of which the first that fits counts. */
export const invoiceLimits = {
  sellerName: 120,
  sellerDetails: 1000,
  detailLines: 12,
  taxLabel: 40,
  taxRules: 50,
} as const;

/** Who invoices are from, and the taxes that prices hold. Invoices that were written stay as they are. */
export const invoiceSettings = z.strictObject({
  /** Empty: the name of the platform organization. */
  sellerName: text(invoiceLimits.sellerName),
  /** Address, tax number, bank account: further lines under the name. */
  sellerDetails: text(invoiceLimits.sellerDetails).refine(
    (value) => value.split('\n').length <= invoiceLimits.detailLines,
    `Use at most ${invoiceLimits.detailLines} lines: they stand at the head of each invoice.`,
  ),
  taxRules: z
    .array(
      z.strictObject({
        /** Such as 'GST'. */
        label: required(invoiceLimits.taxLabel, 'A tax needs a name, such as GST.'),
        /** Hundredths of a percent: 1000 is 10 %. */
        rateBasisPoints: z.int().min(0).max(10_000, 'A rate is at most 100 %.'),
        /** Two letters, such as AU; null fits every country. */
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, 'A country is two capital letters, such as AU.')
          .nullable(),
        /** Null fits both. */
        currency: currency.nullable(),
      }),
    )
    .max(invoiceLimits.taxRules),
});
export type InvoiceSettings = z.infer<typeof invoiceSettings>;

const tenant = z.strictObject({ organizationId: id });
const ids = { organizationId: 'organizations' } as const;
const common = { access: 'platform-owner', ids, effects: [], output: tenantBilling } as const;

/** What the platform's owner does to a tenant's subscription. Every change answers the state after it. */
export const operatorApi = defineApi({
  module: null,
  endpoints: {
    overview: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/billing',
      summary: 'Revenue by month, trials ending, unpaid fees, failed payments and open requests',
      access: 'platform-owner',
      ids: {},
      effects: [],
      output: billingOverview,
    }),
    readInvoiceSettings: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/invoice-settings',
      summary: 'Who invoices are from, and the taxes on them',
      access: 'platform-owner',
      ids: {},
      effects: [],
      output: invoiceSettings,
    }),
    saveInvoiceSettings: endpoint({
      method: 'PUT',
      path: '/api/tenant/saas/invoice-settings',
      summary: 'Change who invoices are from, and the taxes on them; invoices that were written stay',
      access: 'platform-owner',
      ids: {},
      effects: [],
      body: invoiceSettings,
      output: invoiceSettings,
    }),
    invoicePdf: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/tenants/:organizationId/invoices/:invoiceId/pdf',
      summary: 'An invoice of a tenant as PDF',
      access: 'platform-owner',
      ids: { ...ids, invoiceId: 'invoices' },
      effects: [],
      params: tenant.extend({ invoiceId: id }),
      output: z.undefined(),
    }),
    tenant: endpoint({
      ...common,
      method: 'GET',
      path: '/api/tenant/saas/tenants/:organizationId/billing',
      summary: 'Subscription, modules, invoices, payments, requests and history of a tenant',
      params: tenant,
    }),
    recordPayment: endpoint({
      ...common,
      method: 'POST',
      path: '/api/tenant/saas/tenants/:organizationId/payments',
      summary: 'Record a payment until a date; the tenant becomes active',
      status: 201,
      idempotent: true,
      params: tenant,
      body: z.strictObject({
        amountCents: z
          .int()
          .min(1, 'Enter the amount that was paid.')
          .max(paymentLimitCents, 'That is more than a payment can be.'),
        currency,
        method: paymentMethod.exclude(['stripe']),
        note,
        paidUntil: instantInput,
      }),
    }),
    markFeePaid: endpoint({
      ...common,
      method: 'POST',
      path: '/api/tenant/saas/tenants/:organizationId/setup-fee',
      summary: 'Record that the setup fee was paid',
      status: 201,
      idempotent: true,
      params: tenant,
      body: z.strictObject({ method: paymentMethod.exclude(['stripe']), note }),
    }),
    changePlan: endpoint({
      ...common,
      method: 'PUT',
      path: '/api/tenant/saas/tenants/:organizationId/plan',
      summary: 'Change the plan, a label: the price comes from the modules',
      params: tenant,
      body: z.strictObject({ plan }),
    }),
    changeCycle: endpoint({
      ...common,
      method: 'PUT',
      path: '/api/tenant/saas/tenants/:organizationId/billing-cycle',
      summary: 'Change the billing cycle from the next period on',
      params: tenant,
      body: z.strictObject({ billingCycle }),
    }),
    addModule: endpoint({
      ...common,
      method: 'POST',
      path: '/api/tenant/saas/tenants/:organizationId/modules',
      summary: 'Switch a module on; charged from the next period',
      status: 201,
      params: tenant,
      body: z.strictObject({ moduleType }),
    }),
    removeModule: endpoint({
      ...common,
      method: 'DELETE',
      path: '/api/tenant/saas/tenants/:organizationId/modules/:moduleType',
      summary: 'End a module with the period that is paid for',
      params: tenant.extend({ moduleType: id }),
    }),
    suspend: endpoint({
      ...common,
      method: 'POST',
      path: '/api/tenant/saas/tenants/:organizationId/suspend',
      summary: 'Suspend a tenant: it can read and export, nothing else',
      params: tenant,
      body: z.strictObject({ reason }),
    }),
    reactivate: endpoint({
      ...common,
      method: 'POST',
      path: '/api/tenant/saas/tenants/:organizationId/reactivate',
      summary: 'Take a suspension or cancellation back',
      params: tenant,
      body: z.strictObject({ note }),
    }),
    closeRequest: endpoint({
      ...common,
      method: 'POST',
      path: '/api/tenant/saas/tenants/:organizationId/requests/:requestId/close',
      summary: 'Close a request with an answer that the tenant reads',
      ids: { ...ids, requestId: 'billing_requests' },
      params: tenant.extend({ requestId: id }),
      body: z.strictObject({ answer: note }),
    }),
    cancel: endpoint({
      ...common,
      method: 'POST',
      path: '/api/tenant/saas/tenants/:organizationId/cancel',
      summary: 'Cancel a subscription at once; the own password is asked for again',
      rate: { calls: 10, seconds: 900, per: 'user' },
      params: tenant,
      body: z.strictObject({
        reason,
        currentPassword,
      }),
    }),
  },
});
