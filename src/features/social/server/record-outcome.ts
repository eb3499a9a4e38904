import { and, eq, ne } from 'drizzle-orm';
import { countUsage } from '#features/billing/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { type PublishMode, socialPostPublished, socialPostsChanged } from '#features/social/contract.ts';
import { platformRules } from '#features/social/platforms.ts';
import { nextTry } from '#features/social/post-state.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import type { Delivery, Outcome } from '#server/integrations/social/provider.ts';
import type { Channels } from './channels.ts';
import { lockPost, type PostRow, writePost } from './post-row.ts';
import { socialAccounts, socialDeliveries, socialPosts, socialSettings } from './tables.ts';

export type Cause = 'person' | 'schedule' | 'replay';

/** A try that has begun: its row is written, the post is claimed by it. */
export interface Try {
  deliveryId: string;
  postId: string;
  mode: PublishMode;
  cause: Cause;
}

/**
 * Writes what came of a try, in one transaction: delivery, post, usage, news. A try that was given up as lost meanwhile
 * is believed when it says that the post is out.
 * @param timezone the organization's, for the month of its usage. @param channels what the try was made with
 */
export async function recordOutcome(
  context: OrganizationContext,
  about: Try,
  { outcome, log }: Delivery,
  { timezone, channels }: { timezone: string; channels: Channels },
): Promise<PostRow> {
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    const row = await lockPost(tx, about.postId);
    await tx.db
      .update(socialDeliveries)
      .set({
        outcome: outcome.kind,
        statusCode: log.status,
        reason: outcome.kind === 'published' ? outcome.note : outcome.reason,
        answer: log.answer.slice(0, 2000).toWellFormed().replaceAll('\u0000', ''),
        durationMs: log.durationMs,
      })
      // A report of the automation may have settled it before the answer came.
      .where(and(eq(socialDeliveries.id, about.deliveryId), eq(socialDeliveries.outcome, 'pending')));
    const mine = row.state === 'sending' && row.claimId === about.deliveryId;
    if (!mine && !(row.state === 'unknown' && outcome.kind === 'published')) return row;
    const doubtful = about.cause === 'replay' && (await wasUnknown(tx, about));
    const written = await writePost(tx, row.id, {
      ...columnsAfter(row, about, outcome, doubtful, now),
      claimId: null,
      claimedAt: null,
      updatedAt: now,
    });
    await tellOfFault(tx, row, outcome, channels, now);
    if (outcome.kind === 'published') await countUsage(tx, timezone, now, { posts_published: 1 });
    await tellPeople(tx, written, about.cause, now);
    return written;
  });
}

type Columns = Partial<typeof socialPosts.$inferInsert>;

/** Whether an earlier try of this post's event got no answer: a replay that is refused then proves nothing about it. */
export async function wasUnknown(
  tx: Tx,
  { postId, deliveryId }: Pick<Try, 'postId' | 'deliveryId'>,
): Promise<boolean> {
  const [mine] = await tx.db
    .select({ eventId: socialDeliveries.eventId })
    .from(socialDeliveries)
    .where(eq(socialDeliveries.id, deliveryId));
  if (!mine) return false;
  const [earlier] = await tx.db
    .select({ id: socialDeliveries.id })
    .from(socialDeliveries)
    .where(
      and(
        eq(socialDeliveries.postId, postId),
        eq(socialDeliveries.eventId, mine.eventId),
        eq(socialDeliveries.outcome, 'unknown'),
        ne(socialDeliveries.id, deliveryId),
      ),
    )
    .limit(1);
  return earlier !== undefined;
}

function columnsAfter(row: PostRow, about: Try, outcome: Outcome, doubtful: boolean, now: Date): Columns {
  if (outcome.kind === 'published')
    return {
      state: 'published',
      publishedAt: now,
      publishedBy: about.mode,
      permalink: outcome.permalink,
      externalId: outcome.externalId,
      nextTryAt: null,
      failureReason: null,
      failureFix: null,
    };
  if (outcome.kind === 'unknown' || doubtful)
    return {
      state: 'unknown',
      nextTryAt: null,
      failureReason: outcome.reason,
      failureFix: `Look at ${platformRules[row.platform].name}`,
    };
  return afterRefusal(row, about.cause, outcome, now);
}

/** What a definite refusal leaves: the next automatic try, or a post that waits for a person. */
export function afterRefusal(
  row: PostRow,
  cause: Cause,
  {
    reason,
    fix,
    retry,
    retryAfterSeconds,
  }: { reason: string; fix: string; retry: boolean; retryAfterSeconds?: number },
  now: Date,
): Columns {
  const told = { failureReason: reason, failureFix: fix };
  if (cause !== 'schedule') {
    const ahead = row.scheduledFor !== null && row.scheduledFor > now;
    return { ...told, nextTryAt: null, state: ahead ? 'scheduled' : 'failed' };
  }
  const tries = row.tries + 1;
  const next = retry ? nextTry(tries, now, retryAfterSeconds ?? null) : null;
  return { ...told, tries, nextTryAt: next, state: next ? 'scheduled' : 'failed' };
}

/** A connection that has ended, or a webhook that is gone, is remembered: no further post is tried on it. */
async function tellOfFault(
  tx: Tx,
  { platform }: PostRow,
  outcome: Outcome,
  { settings, of }: Channels,
  now: Date,
): Promise<void> {
  if (outcome.kind !== 'refused') return;
  const { name } = platformRules[platform];
  // Only the connection that was used: another may have taken its place meanwhile.
  if (outcome.code === 'gone' && settings?.webhookUrl)
    await tx.db
      .update(socialSettings)
      .set({ webhookStopped: outcome.reason.slice(0, 500), updatedAt: now })
      .where(eq(socialSettings.webhookUrl, settings.webhookUrl));
  const token = of[platform].account?.token;
  if (outcome.code !== 'token_dead' || token === undefined) return;
  const [dead] = await tx.db
    .update(socialAccounts)
    .set({ deadReason: outcome.reason.slice(0, 500), lastCheckedAt: now })
    .where(and(eq(socialAccounts.platform, platform), eq(socialAccounts.token, token)))
    .returning({ platform: socialAccounts.platform });
  if (!dead) return;
  await notify(
    tx,
    {
      kind: 'social_account',
      userId: null,
      title: `Reconnect ${name}`,
      text: outcome.reason,
      threadId: null,
      key: `social-account:${platform}:dead:${now.toISOString().slice(0, 10)}`,
    },
    now,
  );
}

/** News of a post that has come to another state; people are told of what nobody is looking at. */
export async function tellPeople(tx: Tx, row: PostRow, cause: Cause, now: Date): Promise<void> {
  tx.emit(socialPostsChanged, { id: row.id });
  if (cause !== 'schedule') return;
  if (row.state === 'published') tx.emit(socialPostPublished, { id: row.id, platform: row.platform });
  await tellOfEnd(tx, row, now);
}

/** Behind the bell: an end that nobody was waiting for, unless all went well. */
export async function tellOfEnd(tx: Tx, row: PostRow, now: Date): Promise<void> {
  const { name } = platformRules[row.platform];
  const title =
    row.state === 'failed'
      ? `A post did not go out to ${name}`
      : row.state === 'unknown'
        ? `Nobody knows whether a post is out on ${name}`
        : row.isDueByHand
          ? `It is time to post on ${name}`
          : null;
  if (title === null) return;
  await notify(
    tx,
    {
      kind: row.isDueByHand ? 'post_due' : 'post_failed',
      userId: null,
      title,
      text: row.failureReason ?? row.content,
      threadId: null,
      postId: row.id,
      key: `post:${row.id}:${row.state}:${row.updatedAt.getTime()}`,
    },
    now,
  );
}
