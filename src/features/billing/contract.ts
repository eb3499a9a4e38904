import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { moduleType, plan } from '#shared/modules.ts';
import { id, instant, text } from '#shared/text.ts';

export const subscriptionStatus = z.enum(['trial', 'active', 'suspended', 'cancelled']);
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

export const subscription = z.strictObject({
  plan,
  status: subscriptionStatus,
  billingCycle: z.enum(['monthly', 'yearly']),
  currentPeriodEnd: instant.nullable(),
  trialEndsAt: instant.nullable(),
  setupFeeRequired: z.boolean(),
  setupFeePaid: z.boolean(),
});
export type Subscription = z.infer<typeof subscription>;

/** `monthlyPrice` is the list price in US dollars with two decimals. */
export const subscriptionModule = z.strictObject({
  id,
  moduleType,
  monthlyPrice: text(12),
  isActive: z.boolean(),
  activatedAt: instant,
});
export type SubscriptionModule = z.infer<typeof subscriptionModule>;

export const billingState = z.strictObject({
  subscription: subscription.nullable(),
  modules: z.array(subscriptionModule).max(10),
  totals: z.strictObject({
    listMonthly: text(12),
    saving: text(12),
    monthly: text(12),
    setupFee: text(12),
    currency: z.literal('USD'),
    setupFeeCurrency: z.literal('AUD'),
  }),
});
export type BillingState = z.infer<typeof billingState>;

/** Every counter of a month, by module (contract section 5). */
export const usageMetrics = {
  social_media: ['posts_created', 'posts_published', 'posts_generated'],
  leads_manager: ['leads_received', 'emails_received', 'ai_summaries', 'meetings_booked'],
  outreach: ['prospects_imported', 'emails_generated', 'emails_sent'],
  support_agent: ['conversations', 'ai_answers', 'handoffs'],
} as const;
export type UsageMetric = (typeof usageMetrics)[keyof typeof usageMetrics][number];

export const usageMetric = z.strictObject({ moduleType, metricType: text(40), value: z.int() });

export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month is written like 2026-11.');

export const billingApi = defineApi({
  module: null,
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/tenant/subscription',
      summary: 'Subscription, modules and what they cost',
      access: 'billing.read',
      ids: {},
      effects: [],
      output: billingState,
    }),
    addModule: endpoint({
      method: 'POST',
      path: '/api/tenant/subscription/modules',
      summary: 'Add a module',
      status: 201,
      whenEnded: 'works',
      access: 'billing.add-module',
      ids: {},
      effects: [],
      body: z.strictObject({ moduleType }),
      output: billingState,
    }),
    removeModule: endpoint({
      method: 'DELETE',
      path: '/api/tenant/subscription/modules/:moduleType',
      summary: 'End a module at the end of the period',
      access: 'billing.manage',
      whenEnded: 'works',
      ids: {},
      effects: [],
      params: z.strictObject({ moduleType: id }),
      output: billingState,
    }),
    usage: endpoint({
      method: 'GET',
      path: '/api/tenant/usage/:month',
      summary: 'Counters of one month, zeros included',
      access: 'billing.read',
      ids: {},
      effects: [],
      params: z.strictObject({ month }),
      output: z.array(usageMetric).max(50),
    }),
  },
});
