import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from './tenant-table.ts';

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
    purpose: text('purpose', { enum: ['account'] }).notNull(),
    state: text('state', { enum: ['queued', 'sending', 'sent', 'kept', 'failed', 'unconfirmed'] }).notNull(),
    /** Why it left, was held or failed, for people. */
    reason: text('reason').notNull(),
    messageId: text('message_id').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Sealed with the installation's secret: a reset link must not be readable in a dump. */
    body: text('body').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    leftAt: instantColumn('left_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('outgoing_mail_newest').on(table.organizationId, table.createdAt.desc().nullsFirst(), table.id),
  ],
);
