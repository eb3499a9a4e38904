import { tenantByOwnId, tenantTable, appPlatform, appTenant, currentOrganization, instantColumn } from '#server/db/tenant-table.ts';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgPolicy, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** The tenants themselves. A tenant sees its own row; only the platform makes or ends one. */
export const organizations = tenantByOwnId(
  'organizations',
  pgTable(
    'organizations',
    {
      id: uuid('id').primaryKey(),
      name: text('name').notNull(),
      slug: text('slug').notNull(),
      domain: text('domain'),
      industry: text('industry'),
      size: text('size'),
      country: text('country'),
      timezone: text('timezone').notNull(),
      contactEmail: text('contact_email').notNull(),
      isPlatform: boolean('is_platform').notNull().default(false),
      isDemo: boolean('is_demo').notNull().default(false),
      termsAcceptedAt: instantColumn('terms_accepted_at'),
      createdAt: instantColumn('created_at').notNull().defaultNow(),
    },
    (table) => [
      uniqueIndex('organizations_slug').on(table.slug),
      uniqueIndex('organizations_one_platform').on(table.isPlatform).where(sql`is_platform`),
      index('organizations_domain').on(table.domain),
      pgPolicy('tenant', { for: 'select', to: appTenant, using: sql`id = ${currentOrganization}` }),
      pgPolicy('tenant_update', { for: 'update', to: appTenant, using: sql`id = ${currentOrganization}`, withCheck: sql`id = ${currentOrganization}` }),
      pgPolicy('platform', { for: 'all', to: appPlatform, using: sql`true`, withCheck: sql`true` }),
    ],
  ).enableRLS(),
);

export const users = tenantTable(
  'users',
  {
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    /** Case-folded: what sign-in compares. */
    emailKey: text('email_key').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ['viewer', 'user', 'admin', 'owner'] }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** After this instant a temporary password signs nobody in. */
    temporaryUntil: instantColumn('temporary_until'),
    lastLoginAt: instantColumn('last_login_at'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('users_email').on(table.organizationId, table.emailKey),
    index('users_sign_in').on(table.emailKey),
    index('users_by_name').on(table.organizationId, table.lastName, table.id),
  ],
);

export const emailSettings = tenantTable(
  'email_settings',
  {
    teamAddresses: jsonb('team_addresses').$type<string[]>().notNull(),
    postalAddress: text('postal_address').notNull().default(''),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);

export const apiKeys = tenantTable(
  'api_keys',
  {
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    scopes: jsonb('scopes').$type<('read' | 'write' | 'ingest')[]>().notNull(),
    keyHash: text('key_hash').notNull(),
    lastFour: text('last_four').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    lastUsedAt: instantColumn('last_used_at'),
    expiresAt: instantColumn('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('api_keys_hash').on(table.organizationId, table.keyHash),
    index('api_keys_creator').on(table.organizationId, table.createdBy),
    foreignKey({ columns: [table.organizationId, table.createdBy], foreignColumns: [users.organizationId, users.id] }),
  ],
);

/** Append-only for the runtime role: migrations take update and delete away. */
export const auditLog = tenantTable(
  'audit_log',
  {
    id: uuid('id').notNull(),
    at: instantColumn('at').notNull().defaultNow(),
    action: text('action').notNull(),
    outcome: text('outcome', { enum: ['ok', 'denied', 'failed'] }).notNull(),
    actor: text('actor').notNull(),
    actorId: text('actor_id'),
    subject: text('subject'),
    address: text('address'),
    requestId: text('request_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] }), index('audit_log_newest').on(table.organizationId, table.at.desc().nullsFirst(), table.id)],
);

export const idempotencyKeys = tenantTable(
  'idempotency_keys',
  {
    /** Digest of actor, route and key. */
    keyHash: text('key_hash').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status'),
    /** The first answer without its secrets; null while the first request is still running. */
    answer: jsonb('answer').$type<{ body: unknown }>(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.keyHash] }), index('idempotency_keys_age').on(table.organizationId, table.createdAt)],
);
