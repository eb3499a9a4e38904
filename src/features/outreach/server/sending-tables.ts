import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { consentBases } from '#features/outreach/consent.ts';
import { emailLengths, emailTones, outreachEmailStates } from '#features/outreach/email-contract.ts';
import { enrolmentStates, type SequenceStep, sequenceStates } from '#features/outreach/sequence-contract.ts';
import type { HealthItem, OutreachSettingsInput } from '#features/outreach/settings-contract.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';
import { prospects } from './tables.ts';

/** How an organization does outreach; no row means the defaults of settings.ts. */
export const outreachSettings = tenantTable(
  'outreach_settings',
  {
    requireConsentBasis: boolean('require_consent_basis').notNull().default(false),
    tone: text('tone', { enum: emailTones }).notNull().default('friendly'),
    length: text('length', { enum: emailLengths }).notNull().default('short'),
    approvedSentences: jsonb('approved_sentences').$type<string[]>().notNull().default([]),
    signature: text('signature').notNull().default(''),
    dailyCap: integer('daily_cap'),
    hourlyCap: integer('hourly_cap'),
    rampUp: jsonb('ramp_up').$type<OutreachSettingsInput['rampUp']>(),
    /** The first day of the ramp, a date in the organization's zone: the day of the first sequence mail under it. */
    rampFrom: text('ramp_from'),
    window: jsonb('send_window').$type<OutreachSettingsInput['window']>(),
    spread: boolean('spread').notNull().default(true),
    dkimSelector: text('dkim_selector'),
    pausedAt: instantColumn('paused_at'),
    pausedBy: text('paused_by'),
    pauseReason: text('pause_reason'),
    isPausedByHub: boolean('is_paused_by_hub').notNull().default(false),
    /** Bounces before this instant are no reason to pause again: a person looked at them and went on. */
    bouncesSince: instantColumn('bounces_since'),
    /** What the last look at the DNS records found. */
    dnsItems: jsonb('dns_items').$type<HealthItem[]>(),
    dnsDomain: text('dns_domain'),
    dnsCheckedAt: instantColumn('dns_checked_at'),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);

export const outreachSequences = tenantTable(
  'outreach_sequences',
  {
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    state: text('state', { enum: sequenceStates }).notNull(),
    steps: jsonb('steps').$type<SequenceStep[]>().notNull(),
    stopsCompany: boolean('stops_company').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('outreach_sequences_newest').on(
      table.organizationId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
  ],
);

/** A prospect in a sequence. */
export const outreachEnrolments = tenantTable(
  'outreach_enrolments',
  {
    id: uuid('id').notNull(),
    sequenceId: uuid('sequence_id').notNull(),
    prospectId: uuid('prospect_id').notNull(),
    state: text('state', { enum: enrolmentStates }).notNull(),
    stepsDone: integer('steps_done').notNull().default(0),
    /** When the next step is due at the earliest; null outside `active` and of a pause without an end. */
    nextAt: instantColumn('next_at'),
    reason: text('reason').notNull(),
    /** One for all of one action, so that they can be taken out together. */
    batchId: uuid('batch_id').notNull(),
    /** Domain of the address, in lower case; null for those of free mail services, which are no company's. */
    company: text('company'),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.sequenceId],
      foreignColumns: [outreachSequences.organizationId, outreachSequences.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.prospectId],
      foreignColumns: [prospects.organizationId, prospects.id],
    }).onDelete('cascade'),
    /** A prospect is in one running sequence at a time. */
    uniqueIndex('outreach_enrolments_running')
      .on(table.organizationId, table.prospectId)
      .where(sql`state in ('active', 'approval', 'paused')`),
    index('outreach_enrolments_due')
      .on(table.organizationId, table.nextAt)
      .where(sql`state in ('active', 'paused') and next_at is not null`),
    index('outreach_enrolments_newest').on(
      table.organizationId,
      table.sequenceId,
      table.updatedAt.desc().nullsFirst(),
      table.id,
    ),
    index('outreach_enrolments_prospect').on(table.organizationId, table.prospectId),
    index('outreach_enrolments_batch').on(table.organizationId, table.batchId),
    index('outreach_enrolments_company')
      .on(table.organizationId, table.company)
      .where(sql`company is not null and state in ('active', 'approval', 'paused')`),
  ],
);

/** Every email to a prospect: one row before it leaves. What happens to it afterwards the send gate's ledger says first. */
export const outreachEmails = tenantTable(
  'outreach_emails',
  {
    id: uuid('id').notNull(),
    prospectId: uuid('prospect_id').notNull(),
    enrolmentId: uuid('enrolment_id'),
    /** Of the sequence, from 1. */
    step: integer('step'),
    state: text('state', { enum: outreachEmailStates }).notNull(),
    reason: text('reason').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** As it was written; the hub's identity and way out are added to what leaves. */
    content: text('content').notNull(),
    /** Engine that wrote it; null = a person or a template. */
    engine: text('engine'),
    issues: jsonb('issues').$type<string[]>().notNull().default([]),
    /** Basis of consent at that time, as proof. */
    consentBasis: text('consent_basis', { enum: consentBases }),
    warning: text('warning'),
    /** Row of the send gate's ledger, and its Message-ID without angle brackets; null while it is a draft. */
    mailId: uuid('mail_id'),
    messageId: text('message_id'),
    /** A report said that the address is dead; a bounce that says less is a soft one. */
    isHardBounce: boolean('is_hard_bounce').notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    sendAt: instantColumn('send_at'),
    /** The hour in which a mail of a sequence was counted towards the caps. */
    countedHour: instantColumn('counted_hour'),
    sentAt: instantColumn('sent_at'),
    bouncedAt: instantColumn('bounced_at'),
    complainedAt: instantColumn('complained_at'),
    repliedAt: instantColumn('replied_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.prospectId],
      foreignColumns: [prospects.organizationId, prospects.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.enrolmentId],
      foreignColumns: [outreachEnrolments.organizationId, outreachEnrolments.id],
    }).onDelete('cascade'),
    /** A step is one email. */
    uniqueIndex('outreach_emails_step')
      .on(table.organizationId, table.enrolmentId, table.step)
      .where(sql`enrolment_id is not null`),
    uniqueIndex('outreach_emails_message')
      .on(table.organizationId, table.messageId)
      .where(sql`message_id is not null`),
    uniqueIndex('outreach_emails_mail')
      .on(table.organizationId, table.mailId)
      .where(sql`mail_id is not null`),
    index('outreach_emails_prospect').on(
      table.organizationId,
      table.prospectId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('outreach_emails_drafts')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`state = 'draft'`),
    index('outreach_emails_sent').on(table.organizationId, table.sentAt).where(sql`sent_at is not null`),
  ],
);

/**
 * Sequence mails let through in each hour, counted in the transaction that lets them through: caps cost the same at any
 * size, and deleting prospects gives nothing back.
 */
export const outreachHours = tenantTable(
  'outreach_hours',
  {
    /** Begin of the hour, UTC. */
    hour: instantColumn('hour').notNull(),
    sent: integer('sent').notNull(),
    lastAt: instantColumn('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.hour] })],
);
