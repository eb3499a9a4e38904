import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { images } from '#features/images/server/tables.ts';
import { users } from '#features/organization/server/tables.ts';
import { type PublishMode, publishModes } from '#features/social/contract.ts';
import { type Platform, platforms } from '#features/social/platforms.ts';
import { postStates } from '#features/social/post-state.ts';
import type { QueueSlot } from '#features/social/settings-contract.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

export interface StoredEngagement {
  likes: number;
  comments: number;
  shares: number;
  reach: number | null;
  source: 'platform' | 'sample';
}

export const socialPosts = tenantTable(
  'social_posts',
  {
    id: uuid('id').notNull(),
    /** The variants of one post for several platforms share it. */
    entryId: uuid('entry_id').notNull(),
    platform: text('platform', { enum: platforms }).notNull(),
    content: text('content').notNull(),
    state: text('state', { enum: postStates }).notNull(),
    scheduledFor: instantColumn('scheduled_for'),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
    publishedAt: instantColumn('published_at'),
    permalink: text('permalink'),
    /** The post's id on the platform, for reading its engagement. */
    externalId: text('external_id'),
    /** How it left. */
    publishedBy: text('published_by', { enum: publishModes }),
    failureReason: text('failure_reason'),
    failureFix: text('failure_fix'),
    /** Automatic tries made for this time of publishing. */
    tries: integer('tries').notNull().default(0),
    nextTryAt: instantColumn('next_try_at'),
    /** Its time came and only a person can publish it. */
    isDueByHand: boolean('is_due_by_hand').notNull().default(false),
    /** One more after a person said that a try without an answer came to nothing: the next one is another event. */
    eventNumber: integer('event_number').notNull().default(1),
    /** The try that is sending it now; the delivery's id. */
    claimId: uuid('claim_id'),
    claimedAt: instantColumn('claimed_at'),
    imageId: uuid('image_id'),
    imageUrl: text('image_url'),
    imageAlt: text('image_alt'),
    engagement: jsonb('engagement').$type<StoredEngagement>(),
    engagementAt: instantColumn('engagement_at'),
    authorId: uuid('author_id'),
    author: text('author'),
    approvalState: text('approval_state', { enum: ['pending', 'approved', 'declined'] }),
    /** Digest of the token in the approval mail's link. */
    approvalToken: text('approval_token'),
    approvalAt: instantColumn('approval_at'),
    approvalExpiresAt: instantColumn('approval_expires_at'),
    approvalBy: text('approval_by'),
    approvalNote: text('approval_note'),
    /** The group in which it is listed and counted. */
    group: text('list_group', { enum: ['draft', 'scheduled', 'published'] })
      .notNull()
      .generatedAlwaysAs(
        sql`case when state = 'published' then 'published' when state in ('scheduled', 'sending') then 'scheduled' else 'draft' end`,
      ),
    /** Where it stands in the calendar. */
    calendarAt: instantColumn('calendar_at').generatedAlwaysAs(sql`coalesce(published_at, scheduled_for)`),
    /** When the hub acts next on a scheduled one. */
    dueAt: instantColumn('due_at').generatedAlwaysAs(sql`coalesce(next_try_at, scheduled_for)`),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('social_posts_approval').on(table.organizationId, table.approvalToken),
    index('social_posts_newest').on(table.organizationId, table.createdAt.desc().nullsFirst(), table.id),
    index('social_posts_group').on(
      table.organizationId,
      table.group,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('social_posts_platform').on(
      table.organizationId,
      table.platform,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('social_posts_platform_group').on(
      table.organizationId,
      table.platform,
      table.group,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('social_posts_soonest').on(table.organizationId, table.group, table.scheduledFor, table.id),
    index('social_posts_calendar').on(table.organizationId, table.calendarAt, table.id),
    index('social_posts_entry').on(table.organizationId, table.entryId),
    index('social_posts_permalink').on(table.organizationId, table.permalink),
    // Read over all organizations, by the clock.
    index('social_posts_due').on(table.organizationId, table.dueAt).where(sql`state = 'scheduled'`),
    index('social_posts_sending').on(table.claimedAt).where(sql`state = 'sending'`),
    index('social_posts_image').on(table.organizationId, table.imageId),
    index('social_posts_author').on(table.organizationId, table.authorId),
    foreignKey({
      columns: [table.organizationId, table.imageId],
      foreignColumns: [images.organizationId, images.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.authorId],
      foreignColumns: [users.organizationId, users.id],
    }),
  ],
);

/** The text that search looks in, apart from the post so that a change of state does not touch its large index. */
export const socialPostSearch = tenantTable(
  'social_post_search',
  { postId: uuid('post_id').notNull(), searchText: text('search_text').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.postId] }),
    foreignKey({
      columns: [table.organizationId, table.postId],
      foreignColumns: [socialPosts.organizationId, socialPosts.id],
    }).onDelete('cascade'),
  ],
);

/** Posts by state and platform, kept by triggers. */
export const socialPostCounts = tenantTable(
  'social_post_counts',
  {
    state: text('state', { enum: postStates }).notNull(),
    platform: text('platform', { enum: platforms }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.state, table.platform] })],
);

/** Each try to publish a post; written before anything leaves. */
export const socialDeliveries = tenantTable(
  'social_deliveries',
  {
    id: uuid('id').notNull(),
    postId: uuid('post_id').notNull(),
    /** The same for every try of one post: by it the other side knows a repeat. */
    eventId: text('event_id').notNull(),
    mode: text('mode', { enum: publishModes }).notNull(),
    cause: text('cause', { enum: ['person', 'schedule', 'replay'] }).notNull(),
    outcome: text('outcome', { enum: ['pending', 'published', 'refused', 'unknown'] }).notNull(),
    statusCode: integer('status_code'),
    reason: text('reason'),
    answer: text('answer'),
    startedAt: instantColumn('started_at').notNull(),
    /** Just before the call that makes it public: who died before has published nothing. */
    handedOverAt: instantColumn('handed_over_at'),
    durationMs: integer('duration_ms'),
    actor: text('actor'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('social_deliveries_post').on(
      table.organizationId,
      table.postId,
      table.startedAt.desc().nullsFirst(),
    ),
    foreignKey({
      columns: [table.organizationId, table.postId],
      foreignColumns: [socialPosts.organizationId, socialPosts.id],
    }).onDelete('cascade'),
  ],
);

export const socialSettings = tenantTable(
  'social_settings',
  {
    mode: text('mode', { enum: publishModes }).notNull(),
    /** What differs from `mode`, by platform. */
    platformModes: jsonb('platform_modes').$type<Partial<Record<Platform, PublishMode>>>().notNull(),
    webhookUrl: text('webhook_url'),
    /** Sealed. */
    webhookSecret: text('webhook_secret'),
    webhookSecretNext: text('webhook_secret_next'),
    /** Why nothing is sent to the webhook any more. */
    webhookStopped: text('webhook_stopped'),
    slots: jsonb('slots').$type<Partial<Record<Platform, QueueSlot[]>>>().notNull(),
    requireApproval: boolean('require_approval').notNull(),
    /** Null: every owner and admin. */
    approverId: uuid('approver_id'),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId] }),
    index('social_settings_approver').on(table.organizationId, table.approverId),
    foreignKey({
      columns: [table.organizationId, table.approverId],
      foreignColumns: [users.organizationId, users.id],
    }),
  ],
);

/** The page or account at a platform that posts go to. */
export const socialAccounts = tenantTable(
  'social_accounts',
  {
    platform: text('platform', { enum: platforms }).notNull(),
    accountId: text('account_id').notNull(),
    name: text('name').notNull(),
    /** Sealed. */
    token: text('token').notNull(),
    /** Sealed; what a fresh token is asked for with. */
    refreshToken: text('refresh_token'),
    expiresAt: instantColumn('expires_at'),
    refreshExpiresAt: instantColumn('refresh_expires_at'),
    /** Null while it works; otherwise why it does not, and somebody has to connect again. */
    deadReason: text('dead_reason'),
    lastCheckedAt: instantColumn('last_checked_at'),
    /** When a process last took its turn at it. */
    tendedAt: instantColumn('tended_at'),
    lastError: text('last_error'),
    /** Days before the end of which people were told last; null = not yet. */
    warnedDays: integer('warned_days'),
    connectedAt: instantColumn('connected_at').notNull(),
    connectedBy: text('connected_by'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.platform] })],
);

/** Somebody is at a platform to allow the hub to publish; what comes back is held against this. Kept for an hour. */
export const socialConnectAttempts = tenantTable(
  'social_connect_attempts',
  {
    id: uuid('id').notNull(),
    platform: text('platform', { enum: platforms }).notNull(),
    userId: uuid('user_id').notNull(),
    stateHash: text('state_hash').notNull(),
    /** Sealed; the secret of RFC 7636 where the platform takes one. */
    verifier: text('verifier'),
    /** Sealed; the accounts that were offered, with their tokens. */
    offered: text('offered'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('social_connect_attempts_state').on(table.organizationId, table.stateHash),
    index('social_connect_attempts_user').on(table.organizationId, table.userId),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete('cascade'),
  ],
);

/** Reports of an automation that were taken already: each has its effect once. Kept for a week. */
export const socialReports = tenantTable(
  'social_reports',
  { eventId: text('event_id').notNull(), receivedAt: instantColumn('received_at').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.eventId] }),
    index('social_reports_age').on(table.organizationId, table.receivedAt),
  ],
);
