import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  appPlatform,
  appTenant,
  asPlatformRole,
  currentOrganization,
  instantColumn,
  tenantByOwnId,
  tenantTable,
} from '#server/db/tenant-table.ts';

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
      uniqueIndex('organizations_one_domain').on(table.domain).where(sql`domain is not null`),
      pgPolicy('tenant', { for: 'select', to: appTenant, using: sql`id = ${currentOrganization}` }),
      pgPolicy('tenant_update', {
        for: 'update',
        to: appTenant,
        using: sql`id = ${currentOrganization}`,
        withCheck: sql`id = ${currentOrganization}`,
      }),
      pgPolicy('platform', { for: 'all', to: appPlatform, using: asPlatformRole, withCheck: asPlatformRole }),
    ],
  ).enableRLS(),
);

/**
 * Subdomains that an organization had: their addresses stand in other people's websites and bookmarks, so that nobody else
 * gets them. The organization that had one is reached by it; of a deleted organization only the digest is left.
 */
export const releasedSlugs = pgTable(
  'released_slugs',
  {
    /** SHA-256 of the subdomain. */
    digest: text('digest').primaryKey(),
    organizationId: uuid('organization_id'),
    releasedAt: instantColumn('released_at').notNull(),
  },
  (table) => [
    index('released_slugs_of').on(table.organizationId),
    pgPolicy('platform', { for: 'all', to: appPlatform, using: asPlatformRole, withCheck: asPlatformRole }),
  ],
).enableRLS();

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

/** A mailbox that is read. `secure` is TLS from the first byte; otherwise STARTTLS is required. */
export interface ImapSettings {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  mailbox: string;
}

/** A server that takes outgoing mail. An empty `user` means that it asks for no sign-in. */
export interface SmtpSettings {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  from: string;
}

/** When mail that is not urgent may leave: ISO weekdays (1 is Monday) and times of day in the organization's zone. */
export interface SendWindow {
  days: number[];
  from: string;
  to: string;
}

export const emailSettings = tenantTable(
  'email_settings',
  {
    teamAddresses: jsonb('team_addresses').$type<string[]>().notNull(),
    postalAddress: text('postal_address').notNull().default(''),
    imap: jsonb('imap').$type<ImapSettings | null>(),
    /** Sealed; opened by mail-accounts.ts alone. */
    imapSecret: text('imap_secret'),
    smtp: jsonb('smtp').$type<SmtpSettings | null>(),
    smtpSecret: text('smtp_secret'),
    /** Most mails of outreach in a day; null is no limit. */
    dailyLimit: integer('daily_limit'),
    sendWindow: jsonb('send_window').$type<SendWindow | null>(),
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
    foreignKey({
      columns: [table.organizationId, table.createdBy],
      foreignColumns: [users.organizationId, users.id],
    }),
  ],
);

export const sessions = tenantTable(
  'sessions',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    lastSeenAt: instantColumn('last_seen_at').notNull().defaultNow(),
    address: text('address'),
    userAgent: text('user_agent'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('sessions_token').on(table.organizationId, table.tokenHash),
    index('sessions_user').on(table.organizationId, table.userId),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('cascade'),
  ],
);

/** Reset links: one use, one hour, only a hash is kept. */
export const accountTokens = tenantTable(
  'account_tokens',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('account_tokens_token').on(table.organizationId, table.tokenHash),
    index('account_tokens_user').on(table.organizationId, table.userId),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('cascade'),
  ],
);

/** An organization that is to be deleted. Until its day everything works as before; the row goes with the organization. */
export const organizationDeletions = tenantTable(
  'organization_deletions',
  {
    requestedAt: instantColumn('requested_at').notNull(),
    requestedBy: text('requested_by').notNull(),
    /** Asked for by the platform's owner, who alone may undo it then. */
    byOperator: boolean('by_operator').notNull(),
    reason: text('reason'),
    dueAt: instantColumn('due_at').notNull(),
    /** When owners were reminded, a week and a day before. */
    weekToldAt: instantColumn('week_told_at'),
    dayToldAt: instantColumn('day_told_at'),
    /** Since when it is being deleted: nothing leads back from here. */
    begunAt: instantColumn('begun_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId] }),
    index('organization_deletions_due').on(table.dueAt),
  ],
);
