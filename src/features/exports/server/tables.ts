import { bigint, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** Exports of a whole organization. The file lies in the file store in pieces, so that none is held whole. */
export const organizationExports = tenantTable(
  'organization_exports',
  {
    id: uuid('id').notNull(),
    state: text('state', { enum: ['waiting', 'running', 'ready', 'failed'] }).notNull(),
    requestedBy: text('requested_by').notNull(),
    requestedById: uuid('requested_by_id').notNull(),
    tablesDone: integer('tables_done').notNull().default(0),
    tablesTotal: integer('tables_total').notNull().default(0),
    rowCount: integer('row_count').notNull().default(0),
    byteCount: bigint('byte_count', { mode: 'number' }).notNull().default(0),
    /** Names of the pieces in the file store, in order. */
    pieces: jsonb('pieces').$type<string[]>().notNull().default([]),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
    expiresAt: instantColumn('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('organization_exports_expiry').on(table.organizationId, table.expiresAt),
  ],
);
