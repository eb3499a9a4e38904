import { eq } from 'drizzle-orm';
import type { LeadStage } from '#features/leads/stage.ts';
import { type Meeting, meetingLimits, type meetingsApi, type Slot } from '#features/meetings/contract.ts';
import { users } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import { newId, tokenHash } from '#server/ids.ts';
import { can, keyCan } from '#shared/access.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { arrange } from './arrange.ts';
import type { MeetingRow } from './find.ts';
import { arrangedWith, leadOf, linkToken, meetingOut, minutesOf, namesFor, slotsOf } from './find.ts';
import { readSettings } from './settings.ts';

type Endpoints = (typeof meetingsApi)['endpoints'];

const dayMs = 86_400_000;
/** How far ahead a meeting can be arranged. */
const farthestMs = 2 * 365 * dayMs;

export async function readMeeting(
  context: Context,
  { params }: Input<Endpoints['read']>,
): Promise<{ meeting: Meeting | null }> {
  const lead = await leadOf(context, params.thread_id);
  const row = await arrangedWith(context, lead.threadId);
  if (!row) return { meeting: null };
  const { session } = context;
  const mayWrite = session.scopes ? keyCan(session.scopes, 'leads.write') : can(session.role, 'leads.write');
  const meeting = meetingOut(context, row, session.timezone);
  return { meeting: mayWrite ? meeting : { ...meeting, publicUrl: null } };
}

/** Arranges a meeting and invites the lead; one that is arranged and not over moves instead. */
export async function bookMeeting(
  context: Context,
  { params, body }: Input<Endpoints['book']>,
): Promise<Reply<Meeting>> {
  const { session, services } = context;
  const now = services.clock.now();
  const lead = await leadOf(context, params.thread_id);
  const known = await arrangedWith(context, lead.threadId);
  const before = known && known.endsAt > now ? known : null;
  const settings = await readSettings(context);
  const startsAt = new Date(body.startsAt);
  assertAhead(startsAt, now);
  const minutes = body.durationMinutes ?? (before ? minutesOf(before) : settings.durationMinutes);
  const hostId = await hostOf(context, lead.assigneeId);
  const names = await namesFor(context, hostId);
  const id = before?.id ?? newId();
  const meeting = {
    id,
    threadId: lead.threadId,
    hostId,
    startsAt,
    endsAt: new Date(startsAt.getTime() + minutes * 60_000),
    link: body.link === undefined ? (before?.link ?? settings.link) : body.link,
    status: 'invited' as const,
    sequence: before ? before.sequence + 1 : 0,
    tokenHash: tokenHash(linkToken(context, id)),
    clientName: lead.name,
    clientEmail: lead.contactEmail,
    stageBefore: before?.stageBefore ?? stageBefore(lead.stage),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  const row = await arrange(context, {
    meeting,
    isNew: before === null,
    kind: before ? 'moved' : 'invited',
    message: body.message ?? null,
    ...names,
    actor: { name: session.actor, id: session.userId ?? session.id },
    byClient: false,
  });
  return new Reply(meetingOut(context, row, session.timezone), { status: before ? 200 : 201 });
}

/** A lead whose earlier meeting is over stays booked when the next one is cancelled only if it was not so by that meeting. */
function stageBefore(stage: LeadStage): LeadStage {
  return stage === 'booked' ? 'in_progress' : stage;
}

function assertAhead(startsAt: Date, now: Date): void {
  const message =
    startsAt <= now
      ? 'This time has passed. Choose a later one.'
      : startsAt.getTime() - now.getTime() > farthestMs
        ? 'Choose a time within the next two years.'
        : null;
  if (message !== null) throw new AppError('invalid', message, { issues: [{ path: 'startsAt', message }] });
}

/**
 * The assignee holds the meeting, else the one who asks.
 * @throws AppError conflict when that is nobody who works here
 */
async function hostOf({ db, session }: Context, assigneeId: string | null): Promise<string> {
  if (assigneeId === null) {
    if (session.userId !== null) return session.userId;
    throw new AppError('conflict', 'Assign this lead to somebody first: a meeting needs a host.');
  }
  const [assignee] = await db
    .select({ isActive: users.isActive })
    .from(users)
    .where(eq(users.id, assigneeId));
  if (!assignee?.isActive) {
    throw new AppError(
      'conflict',
      'The colleague who has this lead is deactivated. Assign it to somebody else first: a meeting needs a host.',
    );
  }
  return assigneeId;
}

/** Cancels the meeting, tells the client, and puts the lead back to the stage before. */
export async function cancelMeeting(
  context: Context,
  { params }: Input<Endpoints['cancel']>,
): Promise<undefined> {
  const { session, services } = context;
  const lead = await leadOf(context, params.thread_id);
  const row = await arrangedWith(context, lead.threadId);
  if (!row || row.endsAt <= services.clock.now()) throw notFound('meeting');
  await arrange(context, {
    meeting: cancelled(row, services.clock.now()),
    isNew: false,
    kind: 'cancelled',
    message: null,
    ...(await namesFor(context, row.hostId)),
    actor: { name: session.actor, id: session.userId ?? session.id },
    byClient: false,
  });
  return undefined;
}

/** The row of a meeting that takes place no longer. */
export function cancelled(row: MeetingRow, now: Date): Omit<MeetingRow, 'organizationId'> {
  const { organizationId: _, ...meeting } = row;
  return { ...meeting, status: 'cancelled', sequence: row.sequence + 1, updatedAt: now };
}

/** Free slots of the one who would hold the meeting; without a range the next seven days. */
export async function listSlots(
  context: Context,
  { params, query }: Input<Endpoints['slots']>,
): Promise<Slot[]> {
  const { session, services } = context;
  const now = services.clock.now();
  const lead = await leadOf(context, params.thread_id);
  const known = await arrangedWith(context, lead.threadId);
  const settings = await readSettings(context);
  const asked = query.from ? new Date(query.from) : now;
  const from = asked > now ? asked : now;
  const to = query.to ? new Date(query.to) : new Date(from.getTime() + 7 * dayMs);
  if (to.getTime() - from.getTime() > meetingLimits.slotDays * dayMs) {
    throw new AppError('invalid', `Ask for at most ${meetingLimits.slotDays} days at once.`);
  }
  return slotsOf(context, {
    hostId: await hostOf(context, lead.assigneeId),
    from,
    to,
    durationMinutes: query.durationMinutes ?? settings.durationMinutes,
    timezone: session.timezone,
    except: known?.id ?? null,
    limit: meetingLimits.slots,
  });
}
