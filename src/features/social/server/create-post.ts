import { countUsage } from '#features/billing/server/public.ts';
import { attachPicture } from '#features/images/server/public.ts';
import {
  type PostDetails,
  type SocialPost,
  type socialApi,
  socialPostsChanged,
} from '#features/social/contract.ts';
import type { Platform } from '#features/social/platforms.ts';
import type { Context, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { deliverAll, prepareRequest, writeRequest } from './approval-request.ts';
import { approvedBy, mayApprove, needsOthers } from './approval-rules.ts';
import { type Channels, readChannels } from './channels.ts';
import { lockQueue, plannedTime, slotGone, type WantedTime, wantedTime } from './plan-time.ts';
import { assertPicture, assertReady, assertTakeable, type Picture, searchedText } from './post-checks.ts';
import { detailsOut, findPost, type PostRow, postOut } from './post-row.ts';
import { socialPostSearch, socialPosts } from './tables.ts';

type Endpoints = (typeof socialApi)['endpoints'];

export async function createPost(
  context: Context,
  { body }: Input<Endpoints['create']>,
): Promise<SocialPost> {
  const { platform, content, scheduledFor, ...picture } = body;
  const rows = await createPosts(context, {
    variants: [{ platform, content }],
    picture,
    when: wantedTime(scheduledFor ?? null, context.services.clock.now()),
  });
  const [row] = rows;
  if (!row) throw new Error('A post was not written.');
  return postOut(context, row);
}

export async function createEntry(
  context: Context,
  { body }: Input<Endpoints['createEntry']>,
): Promise<PostDetails[]> {
  const { variants, when, ...picture } = body;
  const wanted = when === 'next_slot' ? when : wantedTime(when, context.services.clock.now());
  return detailsOut(context, await createPosts(context, { variants, picture, when: wanted }));
}

interface NewPosts {
  variants: readonly { platform: Platform; content: string }[];
  picture: Picture;
  when: WantedTime;
}

/** How often a slot that somebody else took in the same moment is looked up again. */
const slotTries = 5;

/** Writes the variants of one post in one transaction, with the approval that they need. */
async function createPosts(context: Context, wanted: NewPosts): Promise<PostRow[]> {
  assertPicture(context, wanted.picture);
  for (const { platform, content } of wanted.variants) assertTakeable(platform, content);
  const channels = await readChannels(context);
  const queued = wanted.when === 'next_slot';
  const asks = wanted.when !== null && needsOthers(context, channels.settings);
  for (let tries = 0; tries < slotTries; tries += 1) {
    // A mail names the time, so it is looked up before; otherwise under the queue's lock.
    const planned = queued && !asks ? null : await newRows(context, channels, wanted);
    const request =
      asks && planned && channels.settings ? await prepareRequest(context, planned, channels.settings) : null;
    const written = await context.tx(async (tx) => {
      if (queued) await lockQueue(tx);
      if (queued && planned && (await anySlotGone(tx, planned))) return null;
      const rows = planned ?? (await newRows({ ...context, db: tx.db }, channels, wanted));
      await writePosts(tx, context, rows);
      return { rows, mailIds: request ? await writeRequest(context, tx, rows, request) : [] };
    });
    if (written === null) continue;
    deliverAll(context, written.mailIds);
    return Promise.all(written.rows.map(({ id }) => findPost(context, id)));
  }
  throw new AppError('conflict', 'Others are filling the queue at this moment. Try again.');
}

type NewRow = typeof socialPosts.$inferInsert & { id: string; scheduledFor: Date | null };

async function newRows(
  context: Pick<Context, 'db' | 'services' | 'session'>,
  channels: Channels,
  { variants, picture, when }: NewPosts,
): Promise<NewRow[]> {
  const { session, services } = context;
  const now = services.clock.now();
  const { settings } = channels;
  const entryId = newId();
  const rows: NewRow[] = [];
  for (const { platform, content } of variants) {
    const scheduledFor = await plannedTime(context, channels, platform, when);
    assertReady(platform, scheduledFor, picture);
    rows.push({
      id: newId(),
      entryId,
      platform,
      content,
      scheduledFor,
      state: scheduledFor === null ? 'draft' : 'scheduled',
      imageId: picture.imageId ?? null,
      imageUrl: picture.imageUrl ?? null,
      imageAlt: picture.imageAlt ?? null,
      authorId: session.userId,
      author: session.actor,
      createdAt: now,
      updatedAt: now,
      ...(scheduledFor !== null && settings?.requireApproval && mayApprove(context, settings)
        ? approvedBy(session.actor, scheduledFor, now)
        : {}),
    });
  }
  return rows;
}

async function anySlotGone(tx: Tx, rows: readonly NewRow[]): Promise<boolean> {
  for (const { platform, scheduledFor } of rows)
    if (scheduledFor !== null && (await slotGone(tx, platform, scheduledFor))) return true;
  return false;
}

async function writePosts(tx: Tx, { session, services }: Context, rows: readonly NewRow[]): Promise<void> {
  const [first] = rows;
  if (first?.imageId) await attachPicture(tx, first.imageId);
  await tx.db.insert(socialPosts).values([...rows]);
  await tx.db
    .insert(socialPostSearch)
    .values(
      rows.map(({ id, content, platform }) => ({ postId: id, searchText: searchedText(content, platform) })),
    );
  await countUsage(tx, session.timezone, services.clock.now(), { posts_created: rows.length });
  tx.emit(socialPostsChanged, { id: null });
}
