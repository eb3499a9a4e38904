import { users } from '#features/organization/server/tables.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';
import { foreignKey, index, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';

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
    foreignKey({ columns: [table.organizationId, table.userId], foreignColumns: [users.organizationId, users.id] }).onDelete('cascade'),
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
    foreignKey({ columns: [table.organizationId, table.userId], foreignColumns: [users.organizationId, users.id] }).onDelete('cascade'),
  ],
);
