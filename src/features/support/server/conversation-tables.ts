import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Citation, ReplyAction } from '#features/support/ask-contract.ts';
import {
  conversationStates,
  type HandOffPack,
  messageSenders,
  ratings,
} from '#features/support/conversation-contract.ts';
import { widgetSides } from '#features/support/widget-contract.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';
import type { SendWindow } from '#server/integrations/send-rules.ts';

/** What was said with visitors of websites. Who answers is `state` and `owner_id`: one, at any time. */
export const conversations = tenantTable(
  'support_conversations',
  {
    id: uuid('id').notNull(),
    /** Digest of the visitor's token. */
    tokenHash: text('token_hash').notNull(),
    state: text('state', { enum: conversationStates }).notNull(),
    ownerId: uuid('owner_id'),
    owner: text('owner'),
    /** Grows with everything that makes an answer under way out of date: a further message, another owner. */
    revision: integer('revision').notNull(),
    lastSeq: integer('last_seq').notNull(),
    visitorName: text('visitor_name'),
    visitorEmail: text('visitor_email'),
    language: text('language').notNull(),
    page: text('page'),
    subject: text('subject').notNull(),
    lastText: text('last_text').notNull(),
    lastSender: text('last_sender', { enum: messageSenders }).notNull(),
    /** When the assistant is to answer, and from which message on; null = nothing is to be answered. */
    turnDueAt: instantColumn('turn_due_at'),
    turnFromSeq: integer('turn_from_seq'),
    /** How often in a row the assistant had no answer. */
    misses: integer('misses').notNull().default(0),
    waitingSince: instantColumn('waiting_since'),
    handoffReason: text('handoff_reason'),
    pack: jsonb('pack').$type<HandOffPack>(),
    /** How far the chain of alerts has come. */
    alertStage: integer('alert_stage').notNull().default(0),
    /** When an email about it was written last. */
    alertedAt: instantColumn('alerted_at'),
    rating: text('rating', { enum: ratings }),
    ratingComment: text('rating_comment'),
    visitorReadSeq: integer('visitor_read_seq').notNull().default(0),
    teamReadSeq: integer('team_read_seq').notNull().default(0),
    mailedSeq: integer('mailed_seq').notNull().default(0),
    /** A visitor's messages since the beginning of a minute. */
    minuteFrom: instantColumn('minute_from').notNull(),
    minuteCount: integer('minute_count').notNull(),
    /** The lead that it has become, and up to where the lead holds what was said. */
    leadThreadId: text('lead_thread_id'),
    leadSeq: integer('lead_seq').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('support_conversations_token').on(table.organizationId, table.tokenHash),
    index('support_conversations_newest').on(table.organizationId, table.updatedAt, table.id),
    index('support_conversations_state').on(table.organizationId, table.state, table.updatedAt),
    index('support_conversations_alerted')
      .on(table.organizationId, table.alertedAt)
      .where(sql`alerted_at is not null`),
    index('support_conversations_turn')
      .on(table.organizationId, table.turnDueAt)
      .where(sql`turn_due_at is not null`),
  ],
);

export const conversationMessages = tenantTable(
  'support_messages',
  {
    conversationId: uuid('conversation_id').notNull(),
    seq: integer('seq').notNull(),
    sender: text('sender', { enum: messageSenders }).notNull(),
    authorId: uuid('author_id'),
    author: text('author'),
    text: text('text').notNull(),
    action: text('action').$type<ReplyAction>(),
    citations: jsonb('citations').$type<Citation[]>().notNull().default(sql`'[]'`),
    /** Which engine wrote it; null for people. */
    engine: text('engine'),
    /** The visitor's browser names each message: a repeat is the same one. */
    clientKey: text('client_key'),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.conversationId, table.seq] }),
    uniqueIndex('support_messages_key')
      .on(table.organizationId, table.conversationId, table.clientKey)
      .where(sql`client_key is not null`),
    foreignKey({
      columns: [table.organizationId, table.conversationId],
      foreignColumns: [conversations.organizationId, conversations.id],
    }).onDelete('cascade'),
  ],
);

export const conversationNotes = tenantTable(
  'support_conversation_notes',
  {
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    authorId: uuid('author_id'),
    author: text('author').notNull(),
    text: text('text').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('support_conversation_notes_of').on(table.organizationId, table.conversationId, table.at),
    foreignKey({
      columns: [table.organizationId, table.conversationId],
      foreignColumns: [conversations.organizationId, conversations.id],
    }).onDelete('cascade'),
  ],
);

export const cannedReplies = tenantTable(
  'support_canned_replies',
  {
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('support_canned_replies_title').on(table.organizationId, table.title),
  ],
);

export const supportSettings = tenantTable(
  'support_settings',
  {
    origins: jsonb('origins').$type<string[]>().notNull(),
    colour: text('colour').notNull(),
    side: text('side', { enum: widgetSides }).notNull(),
    greeting: text('greeting').notNull(),
    hours: jsonb('hours').$type<SendWindow | null>(),
    awayText: text('away_text').notNull(),
    alertEmail: text('alert_email'),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);
