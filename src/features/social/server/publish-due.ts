import { eq } from 'drizzle-orm';
import { organizations } from '#features/organization/server/tables.ts';
import { pictureFault, platformRules, textFault } from '#features/social/platforms.ts';
import { latestHours } from '#features/social/post-state.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { prettyInstant } from '#server/format.ts';
import { type Channels, readChannels } from './channels.ts';
import { type PostRow, writePost } from './post-row.ts';
import { afterRefusal, type Try, tellPeople } from './record-outcome.ts';
import { beginTry, sendPost } from './send-post.ts';
import { socialPosts } from './tables.ts';

/**
 * Publishes one post whose time has come. Whoever gets the lock first claims it; for everyone else it is not due any
 * more. What cannot leave is put down with its reason for a person.
 */
export async function publishDue(
  context: OrganizationContext,
  postId: string,
  signal: AbortSignal,
): Promise<void> {
  const channels = await readChannels(context);
  const begun = await context.tx((tx) => begin(context, tx, channels, postId));
  if (begun) await sendPost(context, begun.row, begun.about, channels, signal);
}

async function begin(
  context: OrganizationContext,
  tx: Tx,
  channels: Channels,
  postId: string,
): Promise<{ row: PostRow; about: Try } | null> {
  const now = context.services.clock.now();
  const [row] = await tx.db
    .select()
    .from(socialPosts)
    .where(eq(socialPosts.id, postId))
    .for('update', { skipLocked: true });
  if (row?.state !== 'scheduled' || row.dueAt === null || row.dueAt > now) return null;
  const { mode, problem } = channels.of[row.platform];
  const stop =
    (isTooLate(row, now) ? tooLate(row, await timezoneOf(tx, context.organizationId)) : null) ??
    notApproved(channels, row) ??
    faultOf(row);
  if (stop) {
    await putDown(tx, row, { state: 'failed', ...stop }, now);
    return null;
  }
  if (mode === 'by_hand') {
    await putDown(tx, row, { state: 'draft', isDueByHand: true, failureReason: null, failureFix: null }, now);
    return null;
  }
  if (problem) {
    await putDown(tx, row, afterRefusal(row, 'schedule', problem, now), now);
    return null;
  }
  return beginTry(tx, row, { mode, cause: 'schedule', actor: null }, now);
}

type Stop = { failureReason: string; failureFix: string };

/** One that is very late asks instead of posting: what was right this morning may be wrong tonight. */
function isTooLate({ scheduledFor }: PostRow, now: Date): boolean {
  return scheduledFor !== null && now.getTime() - scheduledFor.getTime() > latestHours * 3_600_000;
}

function tooLate({ scheduledFor }: PostRow, timezone: string): Stop {
  const due = scheduledFor === null ? 'earlier' : prettyInstant(scheduledFor, timezone);
  return {
    failureReason: `It was due ${due} and was not sent then: the hub was not running, or publishing was paused. More than ${latestHours} hours later nothing is posted without asking.`,
    failureFix: 'Publish it now or choose another time',
  };
}

function notApproved({ settings }: Channels, { approvalState }: PostRow): Stop | null {
  if (!settings?.requireApproval || approvalState === 'approved') return null;
  return {
    failureReason:
      approvalState === 'declined'
        ? 'It was sent back and not approved before its time.'
        : 'Nobody approved it before its time.',
    failureFix: 'Ask for approval and choose another time',
  };
}

function faultOf({ platform, content, imageId, imageUrl }: PostRow): Stop | null {
  const fault = textFault(platform, content) ?? pictureFault(platform, (imageId ?? imageUrl) !== null);
  return fault === null
    ? null
    : { failureReason: fault, failureFix: `Edit the post for ${platformRules[platform].name}` };
}

async function timezoneOf(tx: Tx, organizationId: string): Promise<string> {
  const [row] = await tx.db
    .select({ timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row?.timezone ?? 'UTC';
}

async function putDown(
  tx: Tx,
  row: PostRow,
  columns: Partial<typeof socialPosts.$inferInsert>,
  now: Date,
): Promise<void> {
  const written = await writePost(tx, row.id, { nextTryAt: null, ...columns, updatedAt: now });
  await tellPeople(tx, written, 'schedule', now);
}
