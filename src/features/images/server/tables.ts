import { foreignKey, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { VariantName } from '#features/images/picture-sizes.ts';
import { users } from '#features/organization/server/tables.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** One written form of a picture. `file` is its name in the file store. */
export interface StoredVariant {
  name: VariantName;
  file: string;
  width: number;
  height: number;
  contentType: string;
  /** Bytes. */
  size: number;
}

/** Pictures of posts. The original is not kept: every variant was written anew from its pixels. */
export const images = tenantTable(
  'images',
  {
    id: uuid('id').notNull(),
    /** Of the variant `full`, which the next three describe as well. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    contentType: text('content_type').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    variants: jsonb('variants').$type<StoredVariant[]>().notNull(),
    uploadedBy: uuid('uploaded_by'),
    createdAt: instantColumn('created_at').notNull(),
    /** Null while a post shows it; else since when none does. */
    unusedSince: instantColumn('unused_since'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('images_unused').on(table.organizationId, table.unusedSince),
    index('images_uploader').on(table.organizationId, table.uploadedBy),
    foreignKey({
      columns: [table.organizationId, table.uploadedBy],
      foreignColumns: [users.organizationId, users.id],
    }),
  ],
);
