import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

/** One row for an organization's mailbox: how it is, and which process reads it. */
export const mailboxes = tenantTable(
  'mailboxes',
  {
    /** Digest of server, user and folder: with another account the folders begin anew. */
    account: text('account').notNull(),
    state: text('state', { enum: ['connecting', 'syncing', 'connected', 'failed'] }).notNull(),
    lastSuccessAt: instantColumn('last_success_at'),
    lastError: text('last_error'),
    /** The process that reads the mailbox, until `leased_until`: another one takes over afterwards. */
    leasedBy: uuid('leased_by'),
    leasedUntil: instantColumn('leased_until'),
    checkRequestedAt: instantColumn('check_requested_at'),
    lastCheckAt: instantColumn('last_check_at'),
    /** Messages that the last comparison had to fetch again. */
    recovered: integer('recovered').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);

export const mailboxFolders = tenantTable(
  'mailbox_folders',
  {
    path: text('path').notNull(),
    role: text('role', { enum: ['inbox', 'sent'] }).notNull(),
    uidValidity: bigint('uid_validity', { mode: 'number' }).notNull(),
    /** Everything up to this UID has been dealt with. */
    lastUid: bigint('last_uid', { mode: 'number' }).notNull(),
    /** UIDs below this were there at the first look: of them only mail since `since` is taken. */
    firstNext: bigint('first_next', { mode: 'number' }).notNull(),
    since: instantColumn('since').notNull(),
    /** From before `since`: left on the server. */
    older: integer('older').notNull().default(0),
    pending: integer('pending').notNull().default(0),
    checkedAt: instantColumn('checked_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.path] })],
);

/** What became of each message that the server showed. */
export const mailboxLedger = tenantTable(
  'mailbox_ledger',
  {
    folder: text('folder').notNull(),
    uidValidity: bigint('uid_validity', { mode: 'number' }).notNull(),
    uid: bigint('uid', { mode: 'number' }).notNull(),
    /** Its Message-ID without angle brackets, or the digest that stands for one. */
    messageId: text('message_id'),
    state: text('state', { enum: ['stored', 'duplicate', 'skipped', 'missing'] }).notNull(),
    reason: text('reason'),
    /** When the server received it. */
    receivedAt: instantColumn('received_at').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.folder, table.uidValidity, table.uid] }),
    index('mailbox_ledger_received').on(table.organizationId, table.receivedAt),
    index('mailbox_ledger_gaps')
      .on(table.organizationId, table.at)
      .where(sql`state in ('skipped', 'missing')`),
    foreignKey({
      columns: [table.organizationId, table.folder],
      foreignColumns: [mailboxFolders.organizationId, mailboxFolders.path],
    }).onDelete('cascade'),
  ],
);
