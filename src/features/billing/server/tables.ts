import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { changeKinds } from '#features/billing/change-kinds.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';
import type { ModuleType } from '#shared/modules.ts';

export const subscriptions = tenantTable(
  'subscriptions',
  {
    plan: text('plan', { enum: ['starter', 'pro', 'enterprise'] }).notNull(),
    status: text('status', { enum: ['trial', 'active', 'suspended', 'cancelled'] }).notNull(),
    billingCycle: text('billing_cycle', { enum: ['monthly', 'yearly'] })
      .notNull()
      .default('monthly'),
    currentPeriodEnd: instantColumn('current_period_end'),
    trialEndsAt: instantColumn('trial_ends_at'),
    setupFeeRequired: boolean('setup_fee_required').notNull().default(true),
    setupFeePaid: boolean('setup_fee_paid').notNull().default(false),
    /** The cycle that begins with the next period; null = the same as now. */
    nextBillingCycle: text('next_billing_cycle', { enum: ['monthly', 'yearly'] }),
    /** Why it was suspended or cancelled, for the people who are stopped by it. */
    stateReason: text('state_reason'),
    /** Since when a payment by card has failed, and what the payment service said about it. */
    pastDueSince: instantColumn('past_due_since'),
    paymentProblem: text('payment_problem'),
    /** Until when a trial goes on after its end, because a payment for it is under way at Stripe; null = none is. */
    paymentExpectedUntil: instantColumn('payment_expected_until'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    /** The page that was opened last to set up a subscription, while none is set up: opening another one closes it. */
    stripeCheckoutId: text('stripe_checkout_id'),
    /** Counts what was taken over from Stripe: what was read before another one was taken over may be older. */
    stripeRevision: integer('stripe_revision').notNull().default(0),
    /** The price that Stripe was last told for the next period, such as '29900 month'. */
    stripePrice: text('stripe_price'),
    /** When an owner's wish ends it: until then it works and can be kept. */
    endsAt: instantColumn('ends_at'),
    /** Whether it ends at Stripe with its period, as Stripe was last told or said. */
    stripeEnding: boolean('stripe_ending').notNull().default(false),
    /** Whether Stripe charges nothing, as it was last told or said. */
    stripePaused: boolean('stripe_paused').notNull().default(false),
    /** Since when Stripe could not be told what to charge; null = it knows. */
    stripeProblemSince: instantColumn('stripe_problem_since'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);

export const subscriptionModules = tenantTable(
  'subscription_modules',
  {
    id: uuid('id').notNull(),
    moduleType: text('module_type', {
      enum: ['social_media', 'leads_manager', 'outreach', 'support_agent'],
    }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    activatedAt: instantColumn('activated_at').notNull().defaultNow(),
    /** Set when the owner ends the module: it works until then. */
    endsAt: instantColumn('ends_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('subscription_modules_type').on(table.organizationId, table.moduleType),
  ],
);

/**
 * What a subscription was from an instant on: one row for each change, written by `changeSubscription` alone. What the
 * operator's figures of months gone by are counted from.
 */
export const subscriptionChanges = tenantTable(
  'subscription_changes',
  {
    id: uuid('id').notNull(),
    at: instantColumn('at').notNull(),
    kind: text('kind', { enum: changeKinds }).notNull(),
    status: text('status', { enum: ['trial', 'active', 'suspended', 'cancelled'] }).notNull(),
    plan: text('plan', { enum: ['starter', 'pro', 'enterprise'] }).notNull(),
    billingCycle: text('billing_cycle', { enum: ['monthly', 'yearly'] }).notNull(),
    /** The modules that work. */
    modules: jsonb('modules').$type<ModuleType[]>().notNull(),
    /** What it brings in, US cents a month: 0 unless active. */
    monthlyCents: integer('monthly_cents').notNull(),
    /** By how much that is more than before: their sum up to an instant is what came in then, over all tenants. */
    deltaCents: integer('delta_cents').notNull().default(0),
    actor: text('actor').notNull(),
    note: text('note').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('subscription_changes_latest').on(
      table.organizationId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('subscription_changes_revenue')
      .on(table.at, table.organizationId, table.deltaCents)
      .where(sql`delta_cents <> 0`),
  ],
);

export const usageCounters = tenantTable(
  'usage_counters',
  {
    /** Month in the organization's zone, such as 2026-11. */
    month: text('month').notNull(),
    metric: text('metric').notNull(),
    value: integer('value').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month, table.metric] })],
);
