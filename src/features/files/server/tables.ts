import { foreignKey, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#features/organization/server/tables.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** Files that people uploaded to send them. A mail takes its own copy, so each is kept for a day only. */
export const files = tenantTable(
  'files',
  {
    /** Also the name in the file store. */
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    uploadedBy: uuid('uploaded_by'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('files_age').on(table.organizationId, table.createdAt),
    index('files_uploader').on(table.organizationId, table.uploadedBy),
    foreignKey({
      columns: [table.organizationId, table.uploadedBy],
      foreignColumns: [users.organizationId, users.id],
    }),
  ],
);
