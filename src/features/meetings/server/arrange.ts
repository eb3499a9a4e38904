import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { countUsage } from '#features/billing/server/public.ts';
import { applyMeeting, lockLead, sendInThread } from '#features/leads/server/public.ts';
import { type LeadStage, leadStage } from '#features/leads/stage.ts';
import { lockThreads } from '#features/mail/server/public.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { sqlState } from '#server/http/errors.ts';
import { AppError } from '#shared/errors.ts';
import type { MeetingRow } from './find.ts';
import { slotsOf } from './find.ts';
import { type MailKind, type MeetingMail, meetingMail } from './invitation-mail.ts';
import { meetings } from './tables.ts';

interface Arrangement {
  /** The meeting as it is to be; its sequence is one more than before when it exists. */
  meeting: Omit<MeetingRow, 'organizationId'>;
  isNew: boolean;
  kind: MailKind;
  message: string | null;
  organization: string;
  host: string;
  timezone: string;
  actor: { name: string; id: string | null };
  /** The client did it. */
  byClient: boolean;
  /** What else belongs to the same transaction. */
  also?: (tx: Tx, row: MeetingRow) => Promise<void>;
}

/** Days in which other free slots are looked for when one is taken, and how many are offered. */
const otherDays = 14;
const otherSlots = 5;

/**
 * Writes a meeting with everything that follows from it in one transaction: no other meeting of the host at that time,
 * the lead's stage and fields, the mail to the client in the thread and in the gate.
 * @throws AppError slot_taken with the next free slots; conflict when someone else changed the meeting meanwhile
 */
export async function arrange(context: OrganizationContext, about: Arrangement): Promise<MeetingRow> {
  const { meeting } = about;
  const mail = await meetingMail(context, {
    ...about,
    by: about.actor.name,
    automatic: about.byClient,
  });
  try {
    const done = await context.tx((tx) => write(context, tx, about, mail));
    if (done.mailId !== null) context.services.gate.deliverSoon(context.organizationId, done.mailId);
    return done.row;
  } catch (error) {
    const taken = error instanceof SlotTaken || sqlState(error) === '23P01';
    if (!taken) throw error;
    throw await slotTaken(context, meeting, about.timezone);
  }
}

class SlotTaken extends Error {}

async function write(
  context: OrganizationContext,
  tx: Tx,
  about: Arrangement,
  mail: MeetingMail | null,
): Promise<{ row: MeetingRow; mailId: string | null }> {
  const { meeting, isNew, kind, actor, timezone } = about;
  const now = context.services.clock.now();
  await lockThreads(tx);
  const lead = await lockLead(tx, meeting.threadId);
  const row = await writeMeeting(tx, meeting, isNew);
  const sent =
    mail === null
      ? null
      : await sendInThread(context, tx, lead, mail.composed, {
          content: mail.content,
          quoted: null,
          kind: 'meeting',
        });
  // The message above has moved the lead: what follows builds on it.
  const moved = sent === null ? lead : await lockLead(tx, meeting.threadId);
  await applyMeeting(tx, moved, {
    call: kind === 'cancelled' ? null : { at: meeting.startsAt, link: meeting.link },
    stage: stageAfter(kind, moved.stage, meeting.stageBefore),
    action: isNew ? 'meeting_booked' : kind === 'cancelled' ? 'meeting_cancelled' : 'meeting_moved',
    meeting: meeting.startsAt.toISOString(),
    actor: actor.name,
    actorId: actor.id,
    now,
  });
  if (isNew) await countUsage(tx, timezone, now, { meetings_booked: 1 });
  await about.also?.(tx, row);
  return { row, mailId: sent?.mail.state === 'queued' ? sent.mail.id : null };
}

/** A stage that a person chose since the booking stays when the meeting is cancelled. */
function stageAfter(kind: MailKind, stage: LeadStage, before: string): LeadStage {
  if (kind !== 'cancelled') return 'booked';
  return stage === 'booked' ? leadStage.parse(before) : stage;
}

async function writeMeeting(
  tx: Tx,
  meeting: Omit<MeetingRow, 'organizationId'>,
  isNew: boolean,
): Promise<MeetingRow> {
  const { id, hostId, threadId, startsAt, endsAt, status } = meeting;
  // One booking of a host at a time, so that the second sees the first instead of waiting for it in the index.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('meeting'), hashtext(${hostId}))`);
  if (status !== 'cancelled') {
    const others = await tx.db
      .select({ id: meetings.id, threadId: meetings.threadId })
      .from(meetings)
      .where(
        and(
          eq(meetings.hostId, hostId),
          ne(meetings.status, 'cancelled'),
          lt(meetings.startsAt, endsAt),
          gt(meetings.endsAt, startsAt),
        ),
      );
    if (others.some((one) => one.id !== id)) throw new SlotTaken();
  }
  if (isNew) {
    const arranged = and(
      eq(meetings.threadId, threadId),
      ne(meetings.status, 'cancelled'),
      gt(meetings.endsAt, meeting.createdAt),
    );
    if ((await tx.db.$count(meetings, arranged)) > 0) throw changedMeanwhile();
    const [row] = await tx.db.insert(meetings).values(meeting).returning();
    if (!row) throw new Error('The meeting was not returned.');
    return row;
  }
  const [row] = await tx.db
    .update(meetings)
    .set(meeting)
    .where(
      and(eq(meetings.id, id), eq(meetings.sequence, meeting.sequence - 1), ne(meetings.status, 'cancelled')),
    )
    .returning();
  if (!row) throw changedMeanwhile();
  return row;
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'Somebody else changed this meeting at the same moment. Look at it again first.',
  );
}

async function slotTaken(
  context: OrganizationContext,
  { hostId, startsAt, endsAt, id }: Arrangement['meeting'],
  timezone: string,
): Promise<AppError> {
  const now = context.services.clock.now();
  const from = startsAt > now ? startsAt : now;
  const slots = await slotsOf(context, {
    hostId,
    from,
    to: new Date(from.getTime() + otherDays * 86_400_000),
    durationMinutes: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
    timezone,
    except: id,
    limit: otherSlots,
  });
  return new AppError('slot_taken', 'This time is taken already. Choose another one.', {
    details: { slots },
  });
}
