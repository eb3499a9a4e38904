import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { threads } from '#features/mail/server/tables.ts';
import { users } from '#features/organization/server/tables.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';
import type { Evidence, LeadSummary } from '#server/integrations/ai/jobs.ts';

export interface FieldSource {
  message_id: string | null;
  quote: string | null;
  edited: boolean;
}

/** Rows that changed their thread, and the lead that went with them. */
export interface MovedRows {
  messageIds: string[];
  noteIds: string[];
  referenceIds: string[];
  activityIds: string[];
  /** The lead that disappeared, as it was; null when none did. */
  lead: Record<string, unknown> | null;
  /** Fields of the other lead that were empty and got the disappeared one's value. */
  filled: Record<string, string>;
  /** Fields of which the other lead learned where they were read. */
  sourced: string[];
  /** When the other lead was created; a merge keeps the earlier time of both. */
  createdAt: string | null;
}

export const leads = tenantTable(
  'leads',
  {
    threadId: text('thread_id').notNull(),
    name: text('name'),
    /** Case-folded name: sorts the same on every database. */
    nameKey: text('name_key'),
    company: text('company'),
    contactEmail: text('contact_email'),
    phoneNumber: text('phone_number'),
    stage: text('stage', {
      enum: ['new', 'pending', 'in_progress', 'qualified', 'booked', 'won', 'converted', 'lost', 'open'],
    })
      .notNull()
      .default('new'),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
    lastMessageAt: instantColumn('last_message_at'),
    messageCount: integer('message_count').notNull().default(0),
    advertisingGoal: text('advertising_goal'),
    billboard: text('billboard'),
    budget: text('budget'),
    /** The first run of digits after stripping $, commas and spaces (spec section 9). */
    budgetValue: numeric('budget_value').generatedAlwaysAs(
      sql`(substring(translate(budget, '$, ', '') from '[0-9]+'))::numeric`,
    ),
    duration: text('duration'),
    period: text('period'),
    meetingLink: text('meeting_link'),
    callAt: instantColumn('call_at'),
    assigneeId: uuid('assignee_id'),
    followUpAt: instantColumn('follow_up_at'),
    fieldSources: jsonb('field_sources').$type<Record<string, FieldSource>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.threadId] }),
    index('leads_latest_updated').on(
      table.organizationId,
      table.updatedAt.desc().nullsFirst(),
      table.threadId,
    ),
    index('leads_by_stage').on(
      table.organizationId,
      table.stage,
      table.updatedAt.desc().nullsFirst(),
      table.threadId,
    ),
    index('leads_latest_contact').on(
      table.organizationId,
      table.lastMessageAt.desc().nullsLast(),
      table.threadId,
    ),
    index('leads_first_contact').on(table.organizationId, table.createdAt, table.threadId),
    index('leads_name_asc').on(
      table.organizationId,
      sql`name_key collate "C" asc nulls last`,
      table.threadId,
    ),
    index('leads_name_desc').on(
      table.organizationId,
      sql`name_key collate "C" desc nulls last`,
      table.threadId,
    ),
    index('leads_budget_desc').on(table.organizationId, table.budgetValue.desc().nullsLast(), table.threadId),
    index('leads_budget_asc').on(table.organizationId, table.budgetValue.asc().nullsLast(), table.threadId),
    index('leads_assignee').on(table.organizationId, table.assigneeId),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [threads.organizationId, threads.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.assigneeId],
      foreignColumns: [users.organizationId, users.id],
    }),
  ],
);

/** The text that search looks in, apart from the lead so that a change of stage does not touch its large index. */
export const leadSearch = tenantTable(
  'lead_search',
  { threadId: text('thread_id').notNull(), searchText: text('search_text').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.threadId] }),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [leads.organizationId, leads.threadId],
    }).onDelete('cascade'),
  ],
);

/** Leads per stage, kept by triggers in the transaction that changes a lead: tiles cost the same at any size. */
export const leadCounts = tenantTable(
  'lead_counts',
  { stage: text('stage').notNull(), count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.stage] })],
);

export const leadActivity = tenantTable(
  'lead_activity',
  {
    id: uuid('id').notNull(),
    threadId: text('thread_id').notNull(),
    at: instantColumn('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    actorId: text('actor_id'),
    action: text('action').notNull(),
    fromValue: text('from_value'),
    toValue: text('to_value'),
    /** One for all changes of one bulk action, so that they can be undone together. */
    batchId: uuid('batch_id'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('lead_activity_batch').on(table.organizationId, table.batchId).where(sql`batch_id is not null`),
    index('lead_activity_newest').on(
      table.organizationId,
      table.threadId,
      table.at.desc().nullsFirst(),
      table.id,
    ),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [leads.organizationId, leads.threadId],
    }).onDelete('cascade'),
  ],
);

/** What a person searches for again and again: search, stage and sort under a name of their own. */
export const savedFilters = tenantTable(
  'saved_filters',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    search: text('search').notNull(),
    searchMessages: boolean('search_messages').notNull(),
    stage: text('stage'),
    sort: text('sort').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('saved_filters_user').on(table.organizationId, table.userId),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('cascade'),
  ],
);

/** What a person put together or took apart, with what it takes to undo it. */
export const threadMoves = tenantTable(
  'thread_moves',
  {
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['merge', 'split'] }).notNull(),
    fromThreadId: text('from_thread_id').notNull(),
    intoThreadId: text('into_thread_id').notNull(),
    moved: jsonb('moved').$type<MovedRows>().notNull(),
    actor: text('actor').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    undoneAt: instantColumn('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('thread_moves_from').on(table.organizationId, table.fromThreadId),
    index('thread_moves_into').on(table.organizationId, table.intoThreadId),
    foreignKey({
      columns: [table.organizationId, table.fromThreadId],
      foreignColumns: [threads.organizationId, threads.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.intoThreadId],
      foreignColumns: [threads.organizationId, threads.id],
    }).onDelete('cascade'),
  ],
);

/** The newest summary of each thread that has one. */
export const leadSummaries = tenantTable(
  'lead_summaries',
  {
    threadId: text('thread_id').notNull(),
    summary: jsonb('summary').$type<LeadSummary>().notNull(),
    sources: jsonb('sources').$type<Evidence[]>().notNull(),
    issues: jsonb('issues').$type<string[]>().notNull(),
    engine: text('engine').notNull(),
    /** Of thread, prompt and engine: the same again costs nothing. */
    inputHash: text('input_digest').notNull(),
    /** Messages that the thread had. */
    messageCount: integer('message_count').notNull(),
    generatedAt: instantColumn('generated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.threadId] }),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [leads.organizationId, leads.threadId],
    }).onDelete('cascade'),
  ],
);
