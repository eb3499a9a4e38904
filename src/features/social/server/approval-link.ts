import { eq } from 'drizzle-orm';
import { organizations } from '#features/organization/server/tables.ts';
import type { approvalLinkApi, PostForApproval } from '#features/social/approval-contract.ts';
import { mayChange } from '#features/social/post-state.ts';
import type { LinkContext } from '#server/context.ts';
import { tokenHash } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { approversOf } from './approval-request.ts';
import { approvedBy, decided } from './approval-rules.ts';
import { writeDecision } from './approvals.ts';
import { readChannels } from './channels.ts';
import { approvalOut, lockPost, type PostRow, postOut } from './post-row.ts';
import { socialPosts } from './tables.ts';

type Endpoints = (typeof approvalLinkApi)['endpoints'];

/** Who decides by the link of the mail: it was sent to the approvers alone. */
const linkActor = 'The approver (by the link in the mail)';

/** @throws AppError not_found also for a link whose post was changed or asked about again */
async function find(context: LinkContext): Promise<PostRow> {
  const [row] = await context.db
    .select()
    .from(socialPosts)
    .where(eq(socialPosts.approvalToken, tokenHash(context.token)));
  if (!row) throw notFound('post');
  return row;
}

export async function openApproval(context: LinkContext): Promise<PostForApproval> {
  return out(context, await find(context));
}

async function out(context: LinkContext, row: PostRow): Promise<PostForApproval> {
  const now = context.services.clock.now();
  const [organization] = await context.db
    .select({ name: organizations.name, timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  const post = await postOut(context, row);
  return {
    organization: organization?.name ?? '',
    author: row.author,
    platform: row.platform,
    content: row.content,
    imageUrl: post.imageUrl,
    imageAlt: row.imageAlt,
    scheduledFor: post.scheduledFor,
    timezone: organization?.timezone ?? 'UTC',
    approval: approvalOut(row, now),
    closed: closedBecause(row, now),
  };
}

function closedBecause(row: PostRow, now: Date): string | null {
  if (row.state === 'published') return 'This post is published.';
  if (!mayChange(row.state)) return 'This post is being sent at this moment.';
  if (row.approvalState === 'approved') return 'This post is approved.';
  if (row.approvalState === 'declined') return 'This post was sent back to its author.';
  if (row.approvalExpiresAt !== null && row.approvalExpiresAt <= now)
    return 'The time to decide is over. The author can ask again.';
  return null;
}

/** The mail went to who approved at that time: once the step is off, or nobody of them is left, its link decides nothing. */
async function nobodyApproves(context: LinkContext): Promise<string | null> {
  const { settings } = await readChannels(context);
  if (!settings?.requireApproval) return 'Posts are published without approval now.';
  return (await approversOf(context, settings)).length > 0
    ? null
    : 'Who was asked does not approve posts any more. The author can ask again.';
}

export async function approveByLink(context: LinkContext): Promise<PostForApproval> {
  return decide(context, (row, now) => approvedBy(linkActor, row.scheduledFor, now));
}

export async function declineByLink(
  context: LinkContext,
  { body }: Input<Endpoints['decline']>,
): Promise<PostForApproval> {
  return decide(context, (_, now) => decided('declined', linkActor, body.note?.trim() || null, now));
}

async function decide(
  context: LinkContext,
  columns: (row: PostRow, now: Date) => Partial<typeof socialPosts.$inferInsert>,
): Promise<PostForApproval> {
  const found = await find(context);
  const nobody = await nobodyApproves(context);
  const row = await context.tx(async (tx) => {
    const now = context.services.clock.now();
    const before = await lockPost(tx, found.id);
    if (before.approvalToken !== found.approvalToken) throw notFound('post');
    const closed = closedBecause(before, now) ?? nobody;
    if (closed) throw new AppError('conflict', closed);
    return writeDecision(tx, before, columns(before, now), now);
  });
  return out(context, row);
}
