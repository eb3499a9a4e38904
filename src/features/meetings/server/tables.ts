import { foreignKey, index, integer, jsonb, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { threads } from '#features/mail/server/tables.ts';
import type { WorkingHours } from '#features/meetings/contract.ts';
import { users } from '#features/organization/server/tables.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** One row for each arranged meeting; two of one host cannot overlap (an exclusion rule, see the migrations). */
export const meetings = tenantTable(
  'meetings',
  {
    id: uuid('id').notNull(),
    threadId: text('thread_id').notNull(),
    hostId: uuid('host_id').notNull(),
    startsAt: instantColumn('starts_at').notNull(),
    endsAt: instantColumn('ends_at').notNull(),
    link: text('link'),
    status: text('status', { enum: ['invited', 'confirmed', 'cancelled'] }).notNull(),
    /** RFC 5545 section 3.8.7.4: one more with every change that the client must see. */
    sequence: integer('sequence').notNull(),
    /** Digest of the token in the client's link. */
    tokenHash: text('token_hash').notNull(),
    clientName: text('client_name'),
    /** Who is told of changes; null = the lead has no address. */
    clientEmail: text('client_email'),
    /** Where the lead goes back to when the meeting is cancelled. */
    stageBefore: text('stage_before').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('meetings_token').on(table.organizationId, table.tokenHash),
    index('meetings_thread').on(table.organizationId, table.threadId),
    index('meetings_host').on(table.organizationId, table.hostId, table.startsAt),
    foreignKey({
      columns: [table.organizationId, table.threadId],
      foreignColumns: [threads.organizationId, threads.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.hostId],
      foreignColumns: [users.organizationId, users.id],
    }),
  ],
);

export const meetingSettings = tenantTable(
  'meeting_settings',
  {
    workingHours: jsonb('working_hours').$type<WorkingHours[]>().notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    bufferMinutes: integer('buffer_minutes').notNull(),
    noticeHours: integer('notice_hours').notNull(),
    link: text('link'),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);
