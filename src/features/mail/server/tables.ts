import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#features/organization/server/tables.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export interface Participant {
  name: string | null;
  address: string;
}

export interface StoredAttachment {
  id: string;
  name: string;
  contentType: string;
  size: number;
}

export const threads = tenantTable(
  'threads',
  {
    id: text('id').notNull(),
    gmailThreadId: text('gmail_thread_id'),
    subject: text('subject').notNull().default(''),
    /** Subject without reply words, case-folded: what the subject rule of threading compares. */
    subjectKey: text('subject_key').notNull().default(''),
    participants: jsonb('participants').$type<Participant[]>().notNull().default([]),
    messageCount: integer('message_count').notNull().default(0),
    lastMessageAt: instantColumn('last_message_at').notNull(),
    snippet: text('snippet').notNull().default(''),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    /** The thread that a person merged this one into: what would come here goes there. */
    mergedInto: text('merged_into'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('threads_merged').on(table.organizationId, table.mergedInto).where(sql`merged_into is not null`),
    foreignKey({
      columns: [table.organizationId, table.mergedInto],
      foreignColumns: [table.organizationId, table.id],
    }).onDelete('cascade'),
    index('threads_newest').on(table.organizationId, table.lastMessageAt.desc().nullsFirst(), table.id),
    index('threads_subject').on(table.organizationId, table.subjectKey, table.lastMessageAt),
    index('threads_gmail').on(table.organizationId, table.gmailThreadId),
  ],
);

export const messages = tenantTable(
  'messages',
  {
    id: uuid('id').notNull(),
    threadId: text('thread_id').notNull(),
    /** Without angle brackets. */
    messageId: text('message_id'),
    gmailId: text('gmail_id'),
    inReplyTo: text('in_reply_to'),
    references: jsonb('reference_ids').$type<string[]>().notNull().default([]),
    direction: text('direction', { enum: ['inbound', 'outbound'] }).notNull(),
    kind: text('kind', { enum: ['email', 'meeting', 'agent_response', 'others'] })
      .notNull()
      .default('email'),
    emailType: text('email_type', { enum: ['original', 'reply', 'forward'] }),
    subject: text('subject').notNull(),
    sender: jsonb('sender').$type<Participant | null>(),
    /** Case-folded address of the sender: the subject rule and 'same outside participant' compare it. */
    senderKey: text('sender_key'),
    recipients: jsonb('recipients').$type<Participant[]>().notNull(),
    sentAt: instantColumn('sent_at').notNull(),
    snippet: text('snippet').notNull(),
    content: text('content').notNull(),
    quoted: text('quoted'),
    attachments: jsonb('attachments').$type<StoredAttachment[]>().notNull().default([]),
    automatic: boolean('automatic').notNull().default(false),
    /** A delivery report about a mail of ours: part of the conversation, but nobody wrote it. */
    returned: boolean('returned').notNull().default(false),
    /** Why the message could not be read; its original is kept all the same. */
    unreadable: text('unreadable'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('messages_message_id')
      .on(table.organizationId, table.messageId)
      .where(sql`message_id is not null`),
    uniqueIndex('messages_gmail_id').on(table.organizationId, table.gmailId).where(sql`gmail_id is not null`),
    index('messages_in_thread').on(table.organizationId, table.threadId, table.sentAt, table.id),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [threads.organizationId, threads.id],
    }).onDelete('cascade'),
  ],
);

/** Every Message-ID that a thread's messages have or refer to: a reply finds its thread even before its parent came. */
export const threadReferences = tenantTable(
  'thread_references',
  { referenceId: text('reference_id').notNull(), threadId: text('thread_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.referenceId] }),
    index('thread_references_thread').on(table.organizationId, table.threadId),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [threads.organizationId, threads.id],
    }).onDelete('cascade'),
  ],
);

/** What came in, byte for byte: nothing that was received is ever only a reading of it. */
export const messageSources = tenantTable(
  'message_sources',
  {
    messageId: uuid('message_id').notNull(),
    format: text('format', { enum: ['rfc822', 'gmail'] }).notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.messageId] }),
    foreignKey({
      columns: [table.organizationId, table.messageId],
      foreignColumns: [messages.organizationId, messages.id],
    }).onDelete('cascade'),
  ],
);

/** Ids of messages that were deleted with their lead: the same mail does not come back. */
export const deletedMessages = tenantTable(
  'deleted_messages',
  {
    /** Digest of the Message-ID or Gmail id. */
    idHash: text('id_hash').notNull(),
    deletedAt: instantColumn('deleted_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.idHash] })],
);

/** The text that search looks in when messages are searched as well: case-folded, apart from the message. */
export const messageSearch = tenantTable(
  'message_search',
  { messageId: uuid('message_id').notNull(), searchText: text('search_text').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.messageId] }),
    foreignKey({
      columns: [table.organizationId, table.messageId],
      foreignColumns: [messages.organizationId, messages.id],
    }).onDelete('cascade'),
  ],
);

/** Notes that the team writes into a conversation. Apart from messages, so that nothing that reads mail meets them. */
export const threadNotes = tenantTable(
  'thread_notes',
  {
    id: uuid('id').notNull(),
    threadId: text('thread_id').notNull(),
    /** Null for a note by an API key. */
    authorId: uuid('author_id'),
    author: text('author').notNull(),
    content: text('content').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('thread_notes_thread').on(table.organizationId, table.threadId, table.createdAt),
    index('thread_notes_author').on(table.organizationId, table.authorId),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [threads.organizationId, threads.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.authorId],
      foreignColumns: [users.organizationId, users.id],
    }),
  ],
);
