import { foreignKey, index, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { threads } from '#features/mail/server/tables.ts';
import { notificationKinds } from '#features/notifications/contract.ts';
import { users } from '#features/organization/server/tables.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

export const notifications = tenantTable(
  'notifications',
  {
    id: uuid('id').notNull(),
    kind: text('kind', {
      enum: notificationKinds,
    }).notNull(),
    /** Who it is for; null = everyone who may act on it. */
    userId: uuid('user_id'),
    title: text('title').notNull(),
    text: text('text').notNull(),
    threadId: text('thread_id'),
    postId: uuid('post_id'),
    conversationId: uuid('conversation_id'),
    /** One of each key: what is noticed twice is said once. */
    key: text('key').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('notifications_key').on(table.organizationId, table.key),
    index('notifications_newest').on(table.organizationId, table.createdAt.desc().nullsFirst(), table.id),
    index('notifications_user').on(table.organizationId, table.userId),
    index('notifications_thread').on(table.organizationId, table.threadId),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [threads.organizationId, threads.id],
    }).onDelete('cascade'),
  ],
);

/** Who has read what. */
export const notificationReads = tenantTable(
  'notification_reads',
  {
    notificationId: uuid('notification_id').notNull(),
    userId: uuid('user_id').notNull(),
    readAt: instantColumn('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.notificationId, table.userId] }),
    index('notification_reads_user').on(table.organizationId, table.userId),
    foreignKey({
      columns: [table.organizationId, table.notificationId],
      foreignColumns: [notifications.organizationId, notifications.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('cascade'),
  ],
);
