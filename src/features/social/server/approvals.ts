import { notify } from '#features/notifications/server/public.ts';
import type { approvalApi } from '#features/social/approval-contract.ts';
import { type SocialPost, socialPostsChanged } from '#features/social/contract.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { deliverAll, prepareRequest, writeRequest } from './approval-request.ts';
import { approvedBy, decided, mayApprove } from './approval-rules.ts';
import { assertMayChange, crossed } from './change-post.ts';
import { readChannels, type SettingsRow } from './channels.ts';
import { findPost, lockPost, type PostRow, postOut, writePost } from './post-row.ts';
import { socialPosts } from './tables.ts';

type Endpoints = (typeof approvalApi)['endpoints'];

/** @throws AppError conflict where the organization has no approval step */
async function stepOf(context: Context): Promise<SettingsRow> {
  const { settings } = await readChannels(context);
  if (!settings?.requireApproval)
    throw new AppError(
      'conflict',
      'Your organization publishes without approval. An admin can switch the step on.',
    );
  return settings;
}

/** Asks who may approve, again if need be: the link of the mail before stops working. */
export async function requestApproval(
  context: Context,
  { params }: Input<Endpoints['request']>,
): Promise<SocialPost> {
  const before = await findPost(context, params.id);
  const settings = await stepOf(context);
  assertMayChange(before);
  const request = await prepareRequest(context, [before], settings);
  const done = await context.tx(async (tx) => {
    const row = await lockPost(tx, params.id);
    assertMayChange(row);
    const mailIds = await writeRequest(context, tx, [row], request);
    tx.emit(socialPostsChanged, { id: row.id });
    return { row: await lockPost(tx, params.id), mailIds };
  });
  deliverAll(context, done.mailIds);
  return postOut(context, done.row);
}

export async function approvePost(
  context: Context,
  { params, body }: Input<Endpoints['approve']>,
): Promise<SocialPost> {
  return decide(context, params.id, (row, now) => {
    if (body.updatedAt && new Date(body.updatedAt).getTime() !== row.updatedAt.getTime()) throw crossed();
    return approvedBy(context.session.actor, row.scheduledFor, now);
  });
}

export async function declinePost(
  context: Context,
  { params, body }: Input<Endpoints['decline']>,
): Promise<SocialPost> {
  return decide(context, params.id, (_, now) =>
    decided('declined', context.session.actor, body.note?.trim() || null, now),
  );
}

async function decide(
  context: Context,
  id: string,
  columns: (row: PostRow, now: Date) => Partial<typeof socialPosts.$inferInsert>,
): Promise<SocialPost> {
  await findPost(context, id);
  const settings = await stepOf(context);
  const row = await context.tx(async (tx) => {
    const before = await lockPost(tx, id);
    assertMayChange(before);
    if (!mayApprove(context, settings))
      throw new AppError(
        'forbidden',
        'Posts are approved by somebody else here. An admin sees who in Admin, Integrations.',
      );
    return writeDecision(
      tx,
      before,
      columns(before, context.services.clock.now()),
      context.services.clock.now(),
    );
  });
  return postOut(context, row);
}

/** Writes a decision and tells the author. */
export async function writeDecision(
  tx: Tx,
  before: PostRow,
  columns: Partial<typeof socialPosts.$inferInsert>,
  now: Date,
): Promise<PostRow> {
  const row = await writePost(tx, before.id, { ...columns, updatedAt: now });
  await tx.audit({
    action: row.approvalState === 'approved' ? 'social-post.approved' : 'social-post.declined',
    subject: row.id,
  });
  tx.emit(socialPostsChanged, { id: row.id });
  if (row.authorId !== null) {
    const approved = row.approvalState === 'approved';
    await notify(
      tx,
      {
        kind: 'post_approval',
        userId: row.authorId,
        title: approved ? 'Your post was approved' : 'Your post was sent back',
        text: approved
          ? `${row.approvalBy ?? 'Somebody'} approved it.`
          : `${row.approvalBy ?? 'Somebody'} sent it back${row.approvalNote ? `: ${row.approvalNote}` : '.'}`,
        threadId: null,
        postId: row.id,
        key: `post-decision:${row.id}:${now.getTime()}`,
      },
      now,
    );
  }
  return row;
}
