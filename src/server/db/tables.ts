import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { mailStates } from '#shared/mail-states.ts';
import { mailPurposes, suppressionCauses } from '../integrations/send-rules.ts';
import { instantColumn, tenantTable } from './tenant-table.ts';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Counters of rate limits, over all processes. Holds digests of addresses and accounts, no tenant's data. */
export const rateCounters = pgTable('rate_counters', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

/** Append-only for the runtime role: migrations take update and delete away. */
export const auditLog = tenantTable(
  'audit_log',
  {
    id: uuid('id').notNull(),
    at: instantColumn('at').notNull().defaultNow(),
    action: text('action').notNull(),
    outcome: text('outcome', { enum: ['ok', 'denied', 'failed'] }).notNull(),
    actor: text('actor').notNull(),
    actorId: text('actor_id'),
    subject: text('subject'),
    address: text('address'),
    requestId: text('request_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('audit_log_newest').on(table.organizationId, table.at.desc().nullsFirst(), table.id),
  ],
);

export const idempotencyKeys = tenantTable(
  'idempotency_keys',
  {
    /** Digest of actor, route and key. */
    keyHash: text('key_hash').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status'),
    /** The first answer without its secrets; null while the first request is still running. */
    answer: jsonb('answer').$type<{ body: unknown }>(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.keyHash] }),
    index('idempotency_keys_age').on(table.organizationId, table.createdAt),
  ],
);

/** Every mail that leaves, written before it leaves (the send gate's ledger). */
export const outgoingMail = tenantTable(
  'outgoing_mail',
  {
    id: uuid('id').notNull(),
    purpose: text('purpose', { enum: mailPurposes }).notNull(),
    state: text('state', { enum: mailStates }).notNull(),
    /** Why it left, was held or failed, for people. */
    reason: text('reason').notNull(),
    /** Without angle brackets. */
    messageId: text('message_id').notNull(),
    /** Addresses as people read them. */
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Text of an account mail, sealed with the installation's secret: a reset link must not be readable in a dump. */
    body: text('body'),
    /** Sender and recipients as the server is told them; null for an account mail, which is composed when it leaves. */
    envelope: jsonb('envelope').$type<{ from: string; to: string[] } | null>(),
    /** The message as it leaves; let go when it has left. */
    bytes: bytea('bytes'),
    /** Keyed digest of purpose, recipients and text: the same mail twice within a short time is one too many. */
    contentDigest: text('content_digest'),
    /** What the caller calls this mail: it is sent once under that name. */
    callerKey: text('caller_key'),
    /** Nobody pressed for it, so it keeps to the hours of sending, and waits where the day's limit is reached. */
    isAutomatic: boolean('is_automatic').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    /** Not before this instant. */
    sendAt: instantColumn('send_at'),
    /** When a process took it to hand it over. */
    claimedAt: instantColumn('claimed_at'),
    leftAt: instantColumn('left_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('outgoing_mail_newest').on(table.organizationId, table.createdAt.desc().nullsFirst(), table.id),
    uniqueIndex('outgoing_mail_message').on(table.organizationId, table.messageId),
    uniqueIndex('outgoing_mail_caller')
      .on(table.organizationId, table.callerKey)
      .where(sql`caller_key is not null`),
    index('outgoing_mail_waiting')
      .on(table.organizationId, table.sendAt)
      .where(sql`state in ('queued', 'sending')`),
    // What the day's limit counts.
    index('outgoing_mail_left').on(table.organizationId, sql`(coalesce(left_at, claimed_at, created_at))`),
  ],
);

/**
 * Addresses that get no more mail, found by keyed digest. The address stands beside it for people to read until the person
 * is deleted; the digest stays, so that a deletion does not let mail through again.
 */
export const suppressions = tenantTable(
  'suppressions',
  {
    id: uuid('id').notNull(),
    addressDigest: text('address_digest').notNull(),
    /** Case-folded; null once the person was deleted. */
    address: text('address'),
    /** An unsubscribe stops outreach; every other cause stops answers to leads as well. */
    cause: text('cause', { enum: suppressionCauses }).notNull(),
    /** What happened, for people. */
    reason: text('reason').notNull(),
    recordedBy: text('recorded_by').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('suppressions_address').on(table.organizationId, table.addressDigest, table.cause),
  ],
);
