import { eq } from 'drizzle-orm';
import { attachPicture, holdPicture, releasePicture } from '#features/images/server/public.ts';
import { type SocialPost, type socialApi, socialPostsChanged } from '#features/social/contract.ts';
import { platformRules } from '#features/social/platforms.ts';
import { mayChange } from '#features/social/post-state.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { type ApprovalRequest, deliverAll, prepareRequest, writeRequest } from './approval-request.ts';
import { approvedBy, mayApprove, needsOthers, noApproval } from './approval-rules.ts';
import { readChannels, type SettingsRow } from './channels.ts';
import { assertPicture, assertReady, assertTakeable, searchedText } from './post-checks.ts';
import { findPost, lockPost, type PostRow, postOut, writePost } from './post-row.ts';
import { socialDeliveries, socialPostSearch, socialPosts } from './tables.ts';

type Endpoints = (typeof socialApi)['endpoints'];

/** @throws AppError already_published or conflict for a post that is out or on its way */
export function assertMayChange({ state }: Pick<PostRow, 'state'>): void {
  if (mayChange(state)) return;
  throw state === 'published'
    ? new AppError('already_published', 'This post is published already and cannot be changed here any more.')
    : new AppError('conflict', 'This post is being sent at this moment. Wait until it is out.');
}

/** How often a change is begun again that somebody else crossed. */
const changeTries = 5;

/** Changes text or picture. What was approved was another post: an author who may not approve asks again. */
export async function updatePost(
  context: Context,
  { params, body }: Input<Endpoints['update']>,
): Promise<SocialPost> {
  assertPicture(context, body);
  const { settings } = await readChannels(context);
  for (let tries = 0; tries < changeTries; tries += 1) {
    const before = await findPost(context, params.id);
    const after = { ...before, ...changed(before, body) };
    assertMayChange(before);
    assertTakeable(before.platform, after.content);
    assertReady(before.platform, before.scheduledFor, after);
    const asks = before.state === 'scheduled' && needsOthers(context, settings);
    const request = asks && settings ? await prepareRequest(context, [after], settings) : null;
    const done = await context.tx((tx) => writeChange(context, tx, { before, body, settings, request }));
    if (done === null) continue;
    deliverAll(context, done.mailIds);
    return postOut(context, done.written);
  }
  throw crossed();
}

interface Change {
  before: PostRow;
  body: Input<Endpoints['update']>['body'];
  settings: SettingsRow | null;
  request: ApprovalRequest | null;
}

/** Null when the post is another than it was before: what was checked and asked for is void. */
async function writeChange(
  context: Context,
  tx: Tx,
  { before, body, settings, request }: Change,
): Promise<{ written: PostRow; mailIds: string[] } | null> {
  const { session, services } = context;
  const row = await lockPost(tx, before.id);
  if (isAnother(row, before)) return null;
  const now = services.clock.now();
  const columns = changed(row, body);
  await movePicture(tx, row, columns.imageId, now);
  const own = row.state === 'scheduled' && settings?.requireApproval && mayApprove(context, settings);
  const written = await writePost(tx, row.id, {
    ...columns,
    ...noApproval,
    ...(own ? approvedBy(session.actor, row.scheduledFor, now) : {}),
    // Another text is another event: a receiver that knows the first one would take this for a repeat of it.
    ...((await wasTried(tx, row.id)) ? { eventNumber: row.eventNumber + 1 } : {}),
    updatedAt: now,
  });
  if (columns.content !== row.content)
    await tx.db
      .update(socialPostSearch)
      .set({ searchText: searchedText(columns.content, row.platform) })
      .where(eq(socialPostSearch.postId, row.id));
  tx.emit(socialPostsChanged, { id: row.id });
  return { written, mailIds: request ? await writeRequest(context, tx, [written], request) : [] };
}

/** Whether a post has been changed since it was read. */
export function isAnother(row: PostRow, before: PostRow): boolean {
  return row.updatedAt.getTime() !== before.updatedAt.getTime() || row.state !== before.state;
}

export function crossed(): AppError {
  return new AppError('conflict', 'Others are changing this post at this moment. Look at it again.');
}

async function wasTried(tx: Tx, postId: string): Promise<boolean> {
  const [tried] = await tx.db
    .select({ id: socialDeliveries.id })
    .from(socialDeliveries)
    .where(eq(socialDeliveries.postId, postId))
    .limit(1);
  return tried !== undefined;
}

/** The columns that a change names; a picture of one kind takes the place of one of the other. */
function changed(
  row: PostRow,
  { content, imageId, imageUrl, imageAlt }: Input<Endpoints['update']>['body'],
): Pick<PostRow, 'content' | 'imageId' | 'imageUrl' | 'imageAlt'> {
  return {
    content: content ?? row.content,
    imageId: imageId !== undefined ? imageId : imageUrl ? null : row.imageId,
    imageUrl: imageUrl !== undefined ? imageUrl : imageId ? null : row.imageUrl,
    imageAlt: imageAlt === undefined ? row.imageAlt : imageAlt,
  };
}

async function movePicture(tx: Tx, row: PostRow, imageId: string | null, now: Date): Promise<void> {
  if (row.imageId === imageId) return;
  if (imageId !== null) await attachPicture(tx, imageId);
  if (row.imageId !== null) await letGo(tx, row.id, row.imageId, now);
}

/** A picture that no other post shows is not needed any more. */
async function letGo(tx: Tx, postId: string, imageId: string, now: Date): Promise<void> {
  await holdPicture(tx, imageId);
  const users = await tx.db
    .select({ id: socialPosts.id })
    .from(socialPosts)
    .where(eq(socialPosts.imageId, imageId))
    .limit(2);
  if (users.every(({ id }) => id === postId)) await releasePicture(tx, imageId, now);
}

export async function removePost(
  context: Context,
  { params }: Input<Endpoints['remove']>,
): Promise<undefined> {
  await context.tx(async (tx) => {
    const row = await lockPost(tx, params.id);
    assertMayChange(row);
    if (row.imageId !== null) await letGo(tx, row.id, row.imageId, context.services.clock.now());
    await tx.db.delete(socialPosts).where(eq(socialPosts.id, row.id));
    await tx.audit({
      action: 'social-post.deleted',
      subject: row.id,
      details: { platform: platformRules[row.platform].name },
    });
    tx.emit(socialPostsChanged, { id: row.id });
  });
  return undefined;
}
