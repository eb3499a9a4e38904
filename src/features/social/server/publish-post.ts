import { eq } from 'drizzle-orm';
import { countUsage } from '#features/billing/server/public.ts';
import { type PublishMode, type SocialPost, socialPostsChanged } from '#features/social/contract.ts';
import { platformRules } from '#features/social/platforms.ts';
import type { publishingApi } from '#features/social/publishing-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { loggable } from '#server/http/errors.ts';
import { Reply } from '#server/http/route.ts';
import type { Delivery } from '#server/integrations/social/provider.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { approvedBy, mayApprove } from './approval-rules.ts';
import { type Channels, readChannels } from './channels.ts';
import { assertReady, assertTakeable } from './post-checks.ts';
import { findPost, lockPost, type PostRow, postOut, writePost } from './post-row.ts';
import { type Try, tellOfEnd } from './record-outcome.ts';
import { freshTries, unknownFirst } from './schedule-post.ts';
import { beginTry, sendPost } from './send-post.ts';
import { socialPosts } from './tables.ts';

type Publish = (typeof publishingApi)['endpoints']['publish'];

/** How long a person waits for the other side; the sending goes on behind (contract section 7). */
const waitedMs = 10_000;

/** Publishes now, once. By hand it marks the post as published: the person is the one who confirms. */
export async function publishPost(
  context: Context,
  { params, body }: Input<Publish>,
): Promise<Reply<SocialPost>> {
  const channels = await readChannels(context);
  const started = await context.tx((tx) => begin(context, tx, channels, params.id, body.permalink ?? null));
  if (started.about === null) return reply(context, started.row);
  return awaitSending(
    context,
    sendPost(context, started.row, started.about, channels, neverAborted()),
    params.id,
  );
}

/** A person's press is not taken back when the process stops: what is on its way ends, or is found as lost. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

async function reply(context: Context, row: PostRow): Promise<Reply<SocialPost>> {
  return new Reply(await postOut(context, row), { status: row.state === 'sending' ? 202 : 200 });
}

/** Answers when the sending ended, or after the wait with 202. @throws AppError upstream_failed with the reason */
export async function awaitSending(
  context: Context,
  sending: Promise<{ row: PostRow; delivery: Delivery }>,
  postId: string,
): Promise<Reply<SocialPost>> {
  const handled = sending.catch((error: unknown) => {
    context.log.error({ err: loggable(error) }, 'what came of a post could not be written');
    throw error;
  });
  const done = await Promise.race([handled, later(waitedMs)]);
  if (done === null) {
    // Whoever pressed has gone on to something else by the time it ends.
    handled
      .then(({ row }) => context.tx((tx) => tellOfEnd(tx, row, context.services.clock.now())))
      .catch(() => undefined);
    return reply(context, await findPost(context, postId));
  }
  const { outcome } = done.delivery;
  if (done.row.state === 'published') return reply(context, done.row);
  const fix = outcome.kind === 'refused' ? ` ${outcome.fix.replace(/\.$/, '')}.` : '';
  const reason = outcome.kind === 'published' ? 'The post was changed meanwhile.' : outcome.reason;
  throw new AppError('upstream_failed', `${reason}${fix}`, {
    details: { state: done.row.state },
  });
}

function later(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref();
  });
}

async function begin(
  context: Context,
  tx: Tx,
  channels: Channels,
  id: string,
  permalink: string | null,
): Promise<{ row: PostRow; about: Try | null }> {
  const { session, services } = context;
  const now = services.clock.now();
  const row = await lockPost(tx, id);
  if (row.state === 'published' || row.state === 'sending') return { row, about: null };
  if (row.state === 'unknown') throw unknownFirst();
  await assertMayLeave(context, tx, channels, row, now);
  const { mode } = channels.of[row.platform];
  if (mode === 'by_hand')
    return { row: await markPublished(context, tx, row, { by: mode, permalink }, now), about: null };
  assertWayOut(channels, row);
  await tx.audit({
    action: 'social-post.published',
    subject: id,
    details: { platform: platformRules[row.platform].name, mode },
  });
  tx.emit(socialPostsChanged, { id });
  return beginTry(tx, row, { mode, cause: 'person', actor: session.actor }, now);
}

/** What has to hold before a press lets a post leave, the first time or again. @throws AppError invalid, conflict */
export async function assertMayLeave(
  context: Context,
  tx: Tx,
  channels: Channels,
  row: PostRow,
  now: Date,
): Promise<void> {
  assertTakeable(row.platform, row.content);
  assertReady(row.platform, now, row);
  await assertApproved(context, tx, channels, row, now);
}

/** @throws AppError not_configured with what is missing and what to do */
export function assertWayOut({ of }: Channels, { platform }: PostRow): void {
  const { problem } = of[platform];
  if (problem)
    throw new AppError('not_configured', `${problem.reason} ${problem.fix} in Admin, Integrations.`);
}

/** @throws AppError conflict where a post has to be approved first by somebody else */
async function assertApproved(
  context: Context,
  tx: Tx,
  { settings }: Channels,
  row: PostRow,
  now: Date,
): Promise<void> {
  if (!settings?.requireApproval || row.approvalState === 'approved') return;
  if (!mayApprove(context, settings))
    throw new AppError(
      'conflict',
      'This post has to be approved before it goes out. Ask for approval first.',
    );
  await tx.db
    .update(socialPosts)
    .set(approvedBy(context.session.actor, row.scheduledFor, now))
    .where(eq(socialPosts.id, row.id));
}

/** A person says that the post is out. */
export async function markPublished(
  { session }: Pick<Context, 'session'>,
  tx: Tx,
  row: PostRow,
  { by, permalink }: { by: PublishMode; permalink: string | null },
  now: Date,
): Promise<PostRow> {
  const written = await writePost(tx, row.id, {
    ...freshTries,
    state: 'published',
    publishedAt: now,
    publishedBy: by,
    permalink,
    updatedAt: now,
  });
  await countUsage(tx, session.timezone, now, { posts_published: 1 });
  await tx.audit({
    action: 'social-post.marked-published',
    subject: row.id,
    details: { platform: platformRules[row.platform].name },
  });
  tx.emit(socialPostsChanged, { id: row.id });
  return written;
}
