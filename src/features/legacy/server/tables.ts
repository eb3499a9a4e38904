import { index, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** Browsers in which the internal area is open. Rows of the platform's organization only. */
export const legacySessions = tenantTable(
  'legacy_sessions',
  {
    id: uuid('id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Keyed digest of the code it was opened with: another code closes what the old one opened. */
    codeDigest: text('code_digest').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('legacy_sessions_token').on(table.organizationId, table.tokenHash),
    index('legacy_sessions_expiry').on(table.organizationId, table.expiresAt),
  ],
);
