import { z } from 'zod';
import { subscription, subscriptionModule } from '#features/billing/contract.ts';
import { organization, password } from '#features/organization/contract.ts';
import { country, industry, organizationSize } from '#features/organization/options.ts';
import { role } from '#shared/access.ts';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { moduleType, plan } from '#shared/modules.ts';
import {
  currentPassword,
  email,
  emailLimit,
  id,
  instant,
  properName,
  rowId,
  slugPattern,
  text,
} from '#shared/text.ts';

/** Failures of one account, and of one address over all accounts, in 15 minutes (contract section 4). */
export const loginFailureLimits = { account: 10, address: 50, seconds: 900 } as const;

export const loginBody = z.strictObject({
  email,
  password: z.string().min(1, 'Password is required').max(1024),
  organizationSlug: z.string().max(2000).optional(),
  /** A code of the authenticator, or a recovery code. */
  totp: text(20).optional(),
});

export const loginResult = z.strictObject({
  token: text(200),
  organization: z.strictObject({ id, name: text(120), slug: text(63) }),
  user: z.strictObject({ id, role }),
  mustChangeCredentials: z.boolean(),
});

export const me = z.strictObject({
  user: z.strictObject({
    id,
    firstName: text(80),
    lastName: text(80),
    email: text(emailLimit),
    role,
    isActive: z.boolean(),
    lastLoginAt: instant.nullable(),
    organizationId: id,
    mustChangeCredentials: z.boolean(),
  }),
  organization,
  subscription: subscription.nullable(),
  modules: z.array(subscriptionModule).max(10),
  /** When a trial stops taking changes: its end, or some days later while a payment is under way; null = no trial. */
  writesUntil: instant.nullable(),
  /** A payment service is charging for the period that has just begun: nothing is missing yet. */
  renews: z.boolean().optional(),
  /** When the organization is deleted, and whether the platform's owner asked for it; null = it stays. */
  deletion: z.strictObject({ dueAt: instant, byOperator: z.boolean() }).nullable(),
});
export type Me = z.infer<typeof me>;

export const slug = z
  .string()
  .min(3, 'Slug must be at least 3 characters')
  .max(63, 'Slug must be at most 63 characters')
  .regex(/^[a-z0-9-]+$/, 'Slug can only contain lowercase letters, numbers, and hyphens')
  .refine(
    (value) => slugPattern.test(value) && !value.startsWith('xn--'),
    'Slug cannot begin or end with a hyphen',
  );

export const signupBody = z.strictObject({
  organization: z.strictObject({
    name: properName(120, 'Organization name must be at least 2 characters', 2),
    slug,
    industry: industry('Please select an industry'),
    size: z.enum(organizationSize.options, 'Please select organization size'),
    country: country('Please select a country'),
  }),
  user: z.strictObject({
    firstName: properName(80, 'First name is required'),
    lastName: properName(80, 'Last name is required'),
    email,
    password,
  }),
  selectedPlan: z.enum(plan.options, 'Please select a plan'),
  selectedModules: z.array(moduleType).min(1, 'Please select at least one module').max(4),
});

export const session = z.strictObject({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  address: text(64).nullable(),
  userAgent: text(300).nullable(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const config = z.strictObject({
  demo: z.boolean(),
  demoSignIns: z
    .array(z.strictObject({ role: text(40), email: text(emailLimit), password: text(128) }))
    .max(10),
  legacyEnabled: z.boolean(),
  domainSuffix: text(260),
  outboxOnly: z.boolean(),
  platformSlug: text(63),
});
export type Config = z.infer<typeof config>;

export const authApi = defineApi({
  module: null,
  endpoints: {
    config: endpoint({
      method: 'GET',
      path: '/api/config',
      summary: 'What the sign-in pages need to know',
      access: 'public',
      ids: {},
      effects: [],
      output: config,
    }),
    login: endpoint({
      method: 'POST',
      path: '/api/tenant/auth/login',
      summary: 'Sign in with email and password',
      access: 'public',
      v2: false,
      ids: {},
      effects: [],
      body: loginBody,
      output: loginResult,
    }),
    me: endpoint({
      method: 'GET',
      path: '/api/tenant/auth/me',
      summary: 'User, organization, subscription and modules',
      access: 'signed-in',
      v2: false,
      whilePasswordDue: true,
      ids: {},
      effects: [],
      output: me,
    }),
    logout: endpoint({
      method: 'POST',
      path: '/api/tenant/auth/logout',
      summary: 'End this session',
      access: 'signed-in',
      v2: false,
      status: 204,
      whilePasswordDue: true,
      whenEnded: 'works',
      ids: {},
      effects: ['frame'],
      output: noContent,
    }),
    forgotPassword: endpoint({
      method: 'POST',
      path: '/api/tenant/auth/forgot-password',
      summary: 'Mail a reset link, if the address has an account',
      access: 'public',
      v2: false,
      status: 202,
      rate: { calls: 10, seconds: 900, per: 'address' },
      idempotent: true,
      ids: {},
      effects: ['mail'],
      body: z.strictObject({ email }),
      output: z.strictObject({}),
    }),
    resetPassword: endpoint({
      method: 'POST',
      path: '/api/tenant/auth/reset-password',
      summary: 'Set a new password with a reset link',
      access: 'public',
      v2: false,
      status: 204,
      rate: { calls: 30, seconds: 900, per: 'address' },
      ids: {},
      effects: ['mail', 'frame'],
      body: z.strictObject({ token: text(200), password }),
      output: noContent,
    }),
    changePassword: endpoint({
      method: 'POST',
      path: '/api/tenant/auth/change-password',
      summary: 'Change the own password; other sessions end',
      access: 'signed-in',
      v2: false,
      whilePasswordDue: true,
      whenEnded: 'works',
      rate: { calls: 20, seconds: 900, per: 'user' },
      ids: {},
      effects: ['mail', 'frame'],
      body: z.strictObject({
        currentPassword,
        newPassword: password,
      }),
      output: z.strictObject({ token: text(200) }),
    }),
    listSessions: endpoint({
      method: 'GET',
      path: '/api/tenant/auth/sessions',
      summary: 'Own sessions, newest first',
      access: 'signed-in',
      v2: false,
      ids: {},
      effects: [],
      output: z.array(session).max(200),
    }),
    endSession: endpoint({
      method: 'DELETE',
      path: '/api/tenant/auth/sessions/:id',
      summary: 'End one of the own sessions',
      access: 'signed-in',
      v2: false,
      status: 204,
      whenEnded: 'works',
      ids: { id: 'sessions' },
      effects: ['frame'],
      params: z.strictObject({ id: rowId }),
      output: noContent,
    }),
    signup: endpoint({
      method: 'POST',
      path: '/api/tenant/organizations/signup',
      summary: 'Start a free trial: organization, owner and modules',
      access: 'public',
      v2: false,
      status: 201,
      rate: { calls: 60, seconds: 3600, per: 'address' },
      idempotent: true,
      ids: {},
      effects: ['mail'],
      body: signupBody,
      output: z.strictObject({ token: text(200), organization: loginResult.shape.organization }),
    }),
  },
});
