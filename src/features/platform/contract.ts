import { z } from 'zod';
import { month, subscriptionStatus, usageMetric } from '#features/billing/contract.ts';
import { password } from '#features/organization/contract.ts';
import { country, industry, organizationSize, timezone } from '#features/organization/options.ts';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { mailStates } from '#shared/mail-states.ts';
import { moduleType, plan } from '#shared/modules.ts';
import {
  cursor,
  emailAddress,
  emailLimit,
  id,
  instant,
  limit,
  properName,
  search,
  slugPattern,
  text,
} from '#shared/text.ts';

const count = z.int().min(0);

export const tenantRow = z.strictObject({
  organization: z.strictObject({
    id,
    name: text(120),
    contactEmail: text(emailLimit),
    createdAt: instant,
    slug: text(63),
  }),
  subscription: z
    .strictObject({ status: subscriptionStatus, plan, trialEndsAt: instant.nullable() })
    .nullable(),
  modules: z.array(z.strictObject({ moduleType, monthlyPrice: text(12) })).max(10),
  userCount: count,
  activeUsers: count,
});
export type TenantRow = z.infer<typeof tenantRow>;

/** `monthlyRevenue` in US dollars. */
export const overview = z.strictObject({
  overview: z.strictObject({
    totalTenants: count,
    activeTenants: count,
    trialTenants: count,
    monthlyRevenue: z.number(),
    totalUsers: count,
  }),
  tenants: z.array(tenantRow).max(500),
});
export type Overview = z.infer<typeof overview>;

export const tenantSort = z.enum(['newest', 'oldest', 'name_asc', 'name_desc']);
export type TenantSort = z.infer<typeof tenantSort>;

const moduleSummary = z.strictObject({ count, revenue: z.number() });

export const modulesSummary = z.strictObject({
  social_media: moduleSummary,
  leads_manager: moduleSummary,
  outreach: moduleSummary,
  support_agent: moduleSummary,
});
export type ModulesSummary = z.infer<typeof modulesSummary>;

export const setupBody = z.strictObject({
  name: properName(120, 'Company name is required'),
  slug: z
    .string()
    .min(1, 'URL slug is required')
    .max(63, 'Slug must be at most 63 characters')
    .regex(/^[a-z0-9-]+$/, 'Slug must be lowercase letters, numbers, and hyphens only')
    .refine(
      (value) => slugPattern.test(value) && !value.startsWith('xn--'),
      'Slug needs at least 3 characters and cannot begin or end with a hyphen',
    ),
  industry: industry('Industry is required'),
  size: organizationSize,
  country: country('Country is required'),
  timezone,
  adminEmail: emailAddress('Valid email is required'),
  adminFirstName: properName(80, 'First name is required'),
  adminLastName: properName(80, 'Last name is required'),
  adminPassword: password.optional(),
  modules: z.array(moduleType).min(1, 'At least one module is required').max(4),
  plan,
});

/** `tempPassword` is null when the same request is repeated: it was shown once. */
export const setupResult = z.strictObject({
  organizationId: id,
  adminEmail: text(emailLimit),
  tempPassword: text(128).nullable(),
});
export type SetupResult = z.infer<typeof setupResult>;

/** A mail of the local outbox: what would have left, or did. Account mails only, never a tenant's content; `body` is '' unless it was kept here. */
export const outboxMail = z.strictObject({
  id,
  createdAt: instant,
  organization: text(120),
  recipient: text(emailLimit),
  subject: z.string().max(1000),
  body: z.string().max(100_000),
  state: z.enum(mailStates),
  reason: z.string().max(1000),
});
export type OutboxMail = z.infer<typeof outboxMail>;

export const failedJob = z.strictObject({
  id,
  name: text(200),
  failedAt: instant.nullable(),
  organizationId: id.nullable(),
  error: z.string().max(2000),
});
export type FailedJob = z.infer<typeof failedJob>;

/** How a tenant uses the hub, in counts alone; its money is in `operatorApi`. `costCents` in US cents, with fractions. */
export const tenantDetail = z.strictObject({
  /** The month of usage and AI, in the tenant's zone. */
  month,
  users: z.strictObject({
    total: count,
    active: count,
    byRole: z.strictObject({ owner: count, admin: count, user: count, viewer: count }),
    lastSignInAt: instant.nullable(),
  }),
  usage: z.array(usageMetric).max(50),
  ai: z.strictObject({
    calls: count,
    failed: count,
    tokensIn: count,
    tokensOut: count,
    costCents: z.number().min(0),
  }),
  failedJobs: z.array(z.strictObject({ name: text(200), count, lastFailedAt: instant })).max(200),
  /** What the operator did, newest first; `note` is what the operator wrote beside it. */
  audit: z
    .array(
      z.strictObject({
        id,
        at: instant,
        action: text(80),
        outcome: z.enum(['ok', 'denied', 'failed']),
        actor: text(300),
        note: text(1000).nullable(),
      }),
    )
    .max(50),
});
export type TenantDetail = z.infer<typeof tenantDetail>;

export const platformApi = defineApi({
  module: null,
  endpoints: {
    overview: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/overview',
      summary: 'Tenant companies and their sums',
      access: 'platform-owner',
      ids: {},
      effects: [],
      query: z.strictObject({ cursor, search, sort: tenantSort.default('newest') }),
      output: overview,
    }),
    tenant: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/tenants/:organizationId',
      summary: 'People, usage, AI and failed jobs of a tenant in counts, and what the operator did',
      access: 'platform-owner',
      ids: { organizationId: 'organizations' },
      effects: [],
      params: z.strictObject({ organizationId: id }),
      output: tenantDetail,
    }),
    modulesSummary: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/modules-summary',
      summary: 'Count and revenue of each module',
      access: 'platform-owner',
      ids: {},
      effects: [],
      output: modulesSummary,
    }),
    outbox: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/outbox',
      summary: 'Account mails, newest first: what a server without SMTP keeps instead of sending',
      access: 'platform-owner',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(outboxMail).max(200),
    }),
    failedJobs: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/failed-jobs',
      summary: 'Jobs that failed for good, newest first',
      access: 'platform-owner',
      ids: {},
      effects: [],
      output: z.array(failedJob).max(200),
    }),
    setupCompany: endpoint({
      method: 'POST',
      path: '/api/admin/setup-company',
      summary: 'Set up a company with its first owner',
      status: 201,
      access: 'platform-owner',
      ids: {},
      effects: [],
      idempotent: true,
      body: setupBody,
      output: setupResult,
    }),
  },
});
