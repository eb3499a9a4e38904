import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  billingCycles,
  currencies,
  paymentMethods,
  paymentPurposes,
  requestKinds,
  reversalStates,
} from '#features/payments/contract.ts';
import { noticeSteps } from '#features/payments/due-notices.ts';
import type { InvoiceLine } from '#features/payments/invoice-lines.ts';
import type { TaxRule } from '#features/payments/tax.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** Who an invoice is from or for, as it was when the invoice was written. */
export interface Party {
  name: string;
  /** Further lines: address, tax number, email. */
  details: string;
}

/** Never changed but for its state: what was billed stays as it was billed. */
export const invoices = tenantTable(
  'invoices',
  {
    id: uuid('id').notNull(),
    /** From the platform's counter: without gaps over the installation. */
    number: integer('number').notNull(),
    purpose: text('purpose', { enum: paymentPurposes }).notNull(),
    state: text('state', { enum: ['open', 'paid', 'void'] }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    lines: jsonb('lines').$type<InvoiceLine[]>().notNull(),
    /** Cents; the total holds the tax. */
    subtotalCents: integer('subtotal_cents').notNull(),
    taxLabel: text('tax_label').notNull(),
    taxCents: integer('tax_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    seller: jsonb('seller').$type<Party>().notNull(),
    buyer: jsonb('buyer').$type<Party>().notNull(),
    issuedAt: instantColumn('issued_at').notNull(),
    paidAt: instantColumn('paid_at'),
    periodStart: instantColumn('period_start'),
    periodEnd: instantColumn('period_end'),
    /** What the payment service calls it. */
    externalId: text('external_id'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('invoices_number').on(table.organizationId, table.number),
    uniqueIndex('invoices_external')
      .on(table.organizationId, table.externalId)
      .where(sql`external_id is not null`),
  ],
);

export const payments = tenantTable(
  'payments',
  {
    id: uuid('id').notNull(),
    purpose: text('purpose', { enum: paymentPurposes }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    method: text('method', { enum: paymentMethods }).notNull(),
    note: text('note').notNull(),
    paidUntil: instantColumn('paid_until'),
    receivedAt: instantColumn('received_at').notNull(),
    recordedBy: text('recorded_by').notNull(),
    invoiceId: uuid('invoice_id'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('payments_newest').on(table.organizationId, table.receivedAt.desc().nullsFirst(), table.id),
    index('payments_invoice').on(table.organizationId, table.invoiceId),
    foreignKey({
      columns: [table.organizationId, table.invoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
  ],
);

/** Refunds and disputes at the payment service. Found by what was paid, which may be recorded after them. */
export const paymentReversals = tenantTable(
  'payment_reversals',
  {
    /** What the payment service calls it. */
    externalId: text('external_id').notNull(),
    /** `external_id` of the invoice. */
    invoiceExternalId: text('invoice_external_id').notNull(),
    kind: text('kind', { enum: ['refund', 'dispute'] }).notNull(),
    state: text('state', { enum: reversalStates }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    reason: text('reason').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.externalId] }),
    index('payment_reversals_invoice').on(table.organizationId, table.invoiceExternalId),
  ],
);

export const billingRequests = tenantTable(
  'billing_requests',
  {
    id: uuid('id').notNull(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    billingCycle: text('billing_cycle', { enum: billingCycles }),
    note: text('note').notNull(),
    state: text('state', { enum: ['open', 'closed'] }).notNull(),
    createdAt: instantColumn('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    closedAt: instantColumn('closed_at'),
    answer: text('answer'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    // Pressed twice is asked once.
    uniqueIndex('billing_requests_open').on(table.organizationId, table.kind).where(sql`state = 'open'`),
    index('billing_requests_newest').on(table.organizationId, table.createdAt.desc().nullsFirst(), table.id),
  ],
);

/** One row, the platform organization's: who invoices are from, their taxes, and the number of the next one. */
export const invoiceSettings = tenantTable(
  'invoice_settings',
  {
    nextNumber: integer('next_number').notNull().default(1),
    sellerName: text('seller_name').notNull().default(''),
    sellerDetails: text('seller_details').notNull().default(''),
    taxRules: jsonb('tax_rules').$type<TaxRule[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);

/** Events of the payment service that were taken, in the platform organization: each has its effect once. */
export const stripeEvents = tenantTable(
  'stripe_events',
  {
    eventId: text('event_id').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.eventId] }),
    index('stripe_events_age').on(table.organizationId, table.receivedAt),
  ],
);

/** What people were told about the end of a period: once for each step and period, whichever process says it. */
export const billingNotices = tenantTable(
  'billing_notices',
  {
    /** Such as 'week_before'. */
    step: text('step', { enum: noticeSteps }).notNull(),
    /** The end of the period, or the instant since when a payment is overdue. */
    about: instantColumn('about').notNull(),
    sentAt: instantColumn('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.step, table.about] })],
);
