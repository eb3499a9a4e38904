import { boolean, foreignKey, index, integer, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '#features/organization/server/tables.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** The authenticator of a user; it counts once a code was confirmed. */
export const secondFactors = tenantTable(
  'second_factors',
  {
    userId: uuid('user_id').notNull(),
    /** Sealed; opened by second-factor.ts alone. */
    sealedKey: text('sealed_key').notNull(),
    confirmedAt: instantColumn('confirmed_at'),
    /** The latest time step whose code was used: it and those before it work no more. */
    lastStep: integer('last_step').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('cascade'),
  ],
);

/** Keyed digests of codes for a lost authenticator, each for one sign-in. */
export const recoveryCodes = tenantTable(
  'recovery_codes',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    codeDigest: text('code_digest').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('recovery_codes_code').on(table.organizationId, table.userId, table.codeDigest),
    index('recovery_codes_user').on(table.organizationId, table.userId),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('cascade'),
  ],
);

/** What an organization asks of everybody's sign-in; no row: nothing. */
export const signInRules = tenantTable(
  'sign_in_rules',
  {
    requireTotp: boolean('require_totp').notNull(),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);
