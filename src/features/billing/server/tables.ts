import { boolean, integer, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

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
