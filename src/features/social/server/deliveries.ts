import { desc, eq } from 'drizzle-orm';
import {
  type PublishMode,
  postLimits,
  type SocialPost,
  socialPostsChanged,
} from '#features/social/contract.ts';
import type { Delivery, publishingApi } from '#features/social/publishing-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Reply } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { readChannels } from './channels.ts';
import { findPost, lockPost, postOut, writePost } from './post-row.ts';
import { assertMayLeave, assertWayOut, awaitSending, markPublished, neverAborted } from './publish-post.ts';
import { freshTries } from './schedule-post.ts';
import { beginTry, eventIdOf, sendPost } from './send-post.ts';
import { socialDeliveries } from './tables.ts';

type Endpoints = (typeof publishingApi)['endpoints'];

/** Every try to publish a post, newest first. */
export async function listDeliveries(
  context: Context,
  { params }: Input<Endpoints['deliveries']>,
): Promise<Delivery[]> {
  await findPost(context, params.id);
  const rows = await context.db
    .select()
    .from(socialDeliveries)
    .where(eq(socialDeliveries.postId, params.id))
    .orderBy(desc(socialDeliveries.startedAt), desc(socialDeliveries.id))
    .limit(postLimits.deliveries);
  return rows.map((row) => ({
    id: row.id,
    eventId: row.eventId,
    mode: row.mode,
    cause: row.cause,
    outcome: row.outcome,
    statusCode: row.statusCode,
    reason: row.reason,
    answer: row.answer,
    startedAt: row.startedAt.toISOString(),
    durationMs: row.durationMs,
    actor: row.actor,
  }));
}

/**
 * Sends the event of a try once more, under the same id. Only to the automation webhook, whose receiver knows a repeat
 * by that id; a platform would make a second post.
 */
export async function replayDelivery(
  context: Context,
  { params }: Input<Endpoints['replay']>,
): Promise<Reply<SocialPost>> {
  const [delivery] = await context.db
    .select()
    .from(socialDeliveries)
    .where(eq(socialDeliveries.id, params.id));
  if (!delivery) throw notFound('delivery');
  const channels = await readChannels(context);
  const started = await context.tx(async (tx) => {
    const row = await lockPost(tx, delivery.postId);
    const { mode } = channels.of[row.platform];
    if (delivery.mode !== 'webhook' || mode !== 'webhook')
      throw new AppError('conflict', 'Only what was sent to the automation webhook can be sent again.');
    if (row.state === 'sending') throw new AppError('conflict', 'This post is being sent at this moment.');
    if (row.state === 'published')
      throw new AppError('already_published', 'This post is published already: nothing is sent again.');
    if (eventIdOf(row) !== delivery.eventId)
      throw new AppError(
        'conflict',
        'The post was changed since this try, so it is not the same event any more. Publish it instead.',
      );
    const now = context.services.clock.now();
    await assertMayLeave(context, tx, channels, row, now);
    assertWayOut(channels, row);
    tx.emit(socialPostsChanged, { id: row.id });
    return beginTry(tx, row, { mode, cause: 'replay', actor: context.session.actor }, now);
  });
  return awaitSending(
    context,
    sendPost(context, started.row, started.about, channels, neverAborted()),
    delivery.postId,
  );
}

/** A person has looked: the post of a try without an answer is out, or is not. */
export async function resolvePost(
  context: Context,
  { params, body }: Input<Endpoints['resolve']>,
): Promise<SocialPost> {
  const row = await context.tx(async (tx) => {
    const before = await lockPost(tx, params.id);
    if (before.state !== 'unknown') throw new AppError('conflict', 'It is known what became of this post.');
    const now = context.services.clock.now();
    if (body.published) {
      const by = await lastMode(tx, before.id);
      return markPublished(context, tx, before, { by, permalink: body.permalink ?? null }, now);
    }
    const written = await writePost(tx, before.id, {
      ...freshTries,
      state: 'draft',
      scheduledFor: null,
      // Another event: a receiver that has the first one and lost its post would take a repeat for done.
      eventNumber: before.eventNumber + 1,
      updatedAt: now,
    });
    await tx.audit({ action: 'social-post.found-missing', subject: before.id });
    tx.emit(socialPostsChanged, { id: before.id });
    return written;
  });
  return postOut(context, row);
}

/** How the last try of a post left. */
async function lastMode(tx: Tx, postId: string): Promise<PublishMode> {
  const [last] = await tx.db
    .select({ mode: socialDeliveries.mode })
    .from(socialDeliveries)
    .where(eq(socialDeliveries.postId, postId))
    .orderBy(desc(socialDeliveries.startedAt), desc(socialDeliveries.id))
    .limit(1);
  return last?.mode ?? 'by_hand';
}
