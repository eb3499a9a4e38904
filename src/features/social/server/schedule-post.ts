import { type SocialPost, socialPostsChanged } from '#features/social/contract.ts';
import type { publishingApi } from '#features/social/publishing-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { type ApprovalRequest, deliverAll, prepareRequest, writeRequest } from './approval-request.ts';
import { approvalEnd, approvedBy, mayApprove, needsOthers } from './approval-rules.ts';
import { assertMayChange, crossed, isAnother } from './change-post.ts';
import { type Channels, readChannels } from './channels.ts';
import { lockQueue, plannedTime, slotGone, type WantedTime, wantedTime } from './plan-time.ts';
import { assertReady, assertTakeable } from './post-checks.ts';
import { findPost, lockPost, type PostRow, postOut, writePost } from './post-row.ts';

type Endpoints = (typeof publishingApi)['endpoints'];

/** How often a change is begun again that somebody else crossed. */
const timeTries = 5;

export async function schedulePost(
  context: Context,
  { params, body }: Input<Endpoints['schedule']>,
): Promise<SocialPost> {
  const wanted = wantedTime(body.scheduledFor, context.services.clock.now());
  return setTime(context, params.id, wanted);
}

export async function queuePost(
  context: Context,
  { params }: Input<Endpoints['queue']>,
): Promise<SocialPost> {
  return setTime(context, params.id, 'next_slot');
}

/** Columns of a post that begins anew: whatever was tried before is past. */
export const freshTries = {
  tries: 0,
  nextTryAt: null,
  failureReason: null,
  failureFix: null,
  isDueByHand: false,
} as const;

async function setTime(context: Context, id: string, wanted: WantedTime): Promise<SocialPost> {
  const channels = await readChannels(context);
  const { settings } = channels;
  for (let tries = 0; tries < timeTries; tries += 1) {
    const before = await findPost(context, id);
    assertSchedulable(before);
    assertTakeable(before.platform, before.content);
    const asks =
      wanted !== null && needsOthers(context, settings) && !isAsked(before, context.services.clock.now());
    const at =
      asks || wanted !== 'next_slot' ? await plannedTime(context, channels, before.platform, wanted) : wanted;
    if (at !== null) assertReady(before.platform, context.services.clock.now(), before);
    const request =
      asks && settings && at !== 'next_slot'
        ? await prepareRequest(context, [{ ...before, scheduledFor: at }], settings)
        : null;
    const done = await context.tx((tx) => writeTime(context, tx, channels, { before, at, wanted, request }));
    if (done === null) continue;
    deliverAll(context, done.mailIds);
    return postOut(context, done.written);
  }
  throw crossed();
}

interface NewTime {
  before: PostRow;
  /** `next_slot`: looked up under the queue's lock. */
  at: WantedTime;
  wanted: WantedTime;
  request: ApprovalRequest | null;
}

/** Null when the post, or the slot that a mail names, is another than it was before. */
async function writeTime(
  context: Context,
  tx: Tx,
  channels: Channels,
  { before, at, wanted, request }: NewTime,
): Promise<{ written: PostRow; mailIds: string[] } | null> {
  const { session, services } = context;
  if (wanted === 'next_slot') await lockQueue(tx);
  const row = await lockPost(tx, before.id);
  if (isAnother(row, before)) return null;
  const scheduledFor =
    at === 'next_slot' ? await plannedTime({ db: tx.db, services, session }, channels, row.platform, at) : at;
  if (wanted === 'next_slot' && scheduledFor && (await slotGone(tx, row.platform, scheduledFor))) return null;
  const now = services.clock.now();
  const own = channels.settings?.requireApproval && mayApprove(context, channels.settings);
  const written = await writePost(tx, row.id, {
    ...freshTries,
    scheduledFor,
    state: scheduledFor === null ? 'draft' : 'scheduled',
    ...(own && scheduledFor !== null ? approvedBy(session.actor, scheduledFor, now) : {}),
    // Who was asked about this text decides about it at its new time as well.
    ...(row.approvalState === 'pending' ? { approvalExpiresAt: approvalEnd(scheduledFor, now) } : {}),
    updatedAt: now,
  });
  tx.emit(socialPostsChanged, { id: row.id });
  return { written, mailIds: request ? await writeRequest(context, tx, [written], request) : [] };
}

/** Approved text stays approved when only its time changes, and what waits for approval is not asked about again. */
function isAsked({ approvalState, approvalExpiresAt }: PostRow, now: Date): boolean {
  if (approvalState === 'approved') return true;
  return approvalState === 'pending' && approvalExpiresAt !== null && approvalExpiresAt > now;
}

/** @throws AppError conflict also for a post of which nobody knows whether it is out */
function assertSchedulable(row: PostRow): void {
  assertMayChange(row);
  if (row.state === 'unknown') throw unknownFirst();
}

export function unknownFirst(): AppError {
  return new AppError(
    'conflict',
    'Nobody knows whether this post went out: there was no answer. Look at the platform, then say here whether it is there.',
  );
}
