import { index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sourceStates } from '#features/support/imports-contract.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** Files and web pages that articles were made from, and those of which nothing could be taken. */
export const sources = tenantTable(
  'support_sources',
  {
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['file', 'page'] }).notNull(),
    name: text('name').notNull(),
    state: text('state', { enum: sourceStates }).notNull(),
    reason: text('reason'),
    /** The article that was made from it, also when that is deleted. */
    articleId: uuid('article_id'),
    /** The article's version that holds the text as it was read: a later one was written by a person. */
    articleVersion: integer('article_version'),
    /** Digest of title and text as they were read last. */
    digest: text('digest'),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    checkedAt: instantColumn('checked_at'),
    changedAt: instantColumn('changed_at'),
    /** When a page is read again at the earliest; null for a file. */
    nextCheckAt: instantColumn('next_check_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('support_sources_created').on(table.organizationId, table.createdAt, table.id),
    index('support_sources_due').on(table.nextCheckAt),
  ],
);
