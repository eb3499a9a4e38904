import { z } from 'zod';
import { apiKeyScope, role } from '#shared/access.ts';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import {
  cursor,
  email,
  emailLimit,
  id,
  instant,
  instantInput,
  limit,
  required,
  rowId,
  search,
  text,
} from '#shared/text.ts';
import { country, industry, organizationSize, timezone } from './options.ts';

export const nameLimit = 120;

export const organization = z.strictObject({
  id,
  name: text(nameLimit),
  slug: text(63),
  domain: text(253).nullable(),
  industry: text(40).nullable(),
  size: organizationSize.nullable(),
  country: text(10).nullable(),
  timezone: text(64),
  contactEmail: text(emailLimit),
  createdAt: instant,
  isPlatform: z.boolean(),
});
export type Organization = z.infer<typeof organization>;

export const organizationUpdate = z.strictObject({
  name: required(nameLimit, 'Company name is required'),
  industry: industry('Please select an industry').optional(),
  size: organizationSize.optional(),
  country: country('Please select a country').optional(),
  timezone: timezone.optional(),
});

/** Passwords: 8 to 128 characters, all of them used (contract section 4). */
export const password = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(128, 'Password must be at most 128 characters')
  .refine(
    (value) => !value.includes('\u0000') && value.isWellFormed(),
    'This password contains characters that cannot be used.',
  );

export const user = z.strictObject({
  id,
  firstName: text(80),
  lastName: text(80),
  email: text(emailLimit),
  role,
  isActive: z.boolean(),
  lastLoginAt: instant.nullable(),
  createdAt: instant,
});
export type User = z.infer<typeof user>;

export const newUser = z.strictObject({
  email,
  firstName: required(80, 'First name is required'),
  lastName: required(80, 'Last name is required'),
  password,
  role,
  mustChangeAtFirstSignIn: z.boolean().optional(),
});

export const member = z.strictObject({
  id,
  firstName: text(80),
  lastName: text(80),
  email: text(emailLimit),
  role,
  isActive: z.boolean(),
});
export type Member = z.infer<typeof member>;

export const apiKey = z.strictObject({
  id,
  name: text(80),
  scopes: z.array(apiKeyScope).max(3),
  lastFour: text(4),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  expiresAt: instant.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const auditOutcome = z.enum(['ok', 'denied', 'failed']);

export const auditEntry = z.strictObject({
  id,
  at: instant,
  action: text(80),
  outcome: auditOutcome,
  actor: text(300),
  subject: text(300).nullable(),
  address: text(64).nullable(),
  requestId: text(100).nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Sent to the sockets of a session that has just ended, right before they are closed. */
export const sessionEnded = event('session_ended', z.strictObject({ reason: text(200) }));

export const organizationApi = defineApi({
  module: null,
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/tenant/organizations/current',
      summary: 'The organization of the signed-in user',
      access: 'organization.read',
      ids: {},
      effects: [],
      output: organization,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/tenant/organizations/current',
      summary: 'Change the organization',
      access: 'organization.manage',
      ids: {},
      effects: [],
      body: organizationUpdate,
      output: organization,
    }),
    listUsers: endpoint({
      method: 'GET',
      path: '/api/tenant/users',
      summary: 'Users with role and last sign-in, by last name',
      access: 'users.manage',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(user).max(200),
    }),
    addUser: endpoint({
      method: 'POST',
      path: '/api/tenant/users',
      summary: 'Add a user',
      status: 201,
      access: 'users.manage',
      ids: {},
      effects: [],
      body: newUser,
      output: user,
    }),
    updateUser: endpoint({
      method: 'PUT',
      path: '/api/tenant/users/:userId',
      summary: 'Activate, deactivate or change the role of a user',
      access: 'users.manage',
      whenEnded: 'works',
      ids: { userId: 'users' },
      effects: ['frame'],
      params: z.strictObject({ userId: rowId }),
      body: z.strictObject({ isActive: z.boolean().optional(), role: role.optional() }),
      output: user,
    }),
    listMembers: endpoint({
      method: 'GET',
      path: '/api/tenant/members',
      summary: 'Colleagues to assign work to',
      access: 'members.list',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(member).max(200),
    }),
    listApiKeys: endpoint({
      method: 'GET',
      path: '/api/tenant/api-keys',
      summary: 'API keys, newest first',
      access: 'api-keys.manage',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(apiKey).max(200),
    }),
    addApiKey: endpoint({
      method: 'POST',
      path: '/api/tenant/api-keys',
      summary: 'Make an API key; the key is shown once',
      status: 201,
      access: 'api-keys.manage',
      ids: {},
      effects: [],
      body: z.strictObject({
        name: required(80, 'Give the key a name.'),
        scopes: z.array(apiKeyScope).min(1, 'Choose at least one scope.').max(3),
        expiresAt: instantInput.nullable().optional(),
      }),
      output: apiKey.extend({ key: text(200) }),
    }),
    removeApiKey: endpoint({
      method: 'DELETE',
      path: '/api/tenant/api-keys/:id',
      summary: 'Revoke an API key',
      status: 204,
      whenEnded: 'works',
      access: 'api-keys.manage',
      ids: { id: 'api_keys' },
      effects: [],
      params: z.strictObject({ id: rowId }),
      output: noContent,
    }),
    auditLog: endpoint({
      method: 'GET',
      path: '/api/tenant/audit-log',
      summary: 'Who did what, newest first',
      access: 'audit.read',
      ids: {},
      effects: [],
      query: z.strictObject({
        limit,
        cursor,
        search,
        outcome: auditOutcome.optional(),
        from: instantInput.optional(),
        to: instantInput.optional(),
      }),
      output: z.array(auditEntry).max(200),
    }),
  },
});
