import { and, eq } from 'drizzle-orm';
import { applyMeeting, lockLead } from '#features/leads/server/public.ts';
import type { Invitation, invitationApi, Slot } from '#features/meetings/contract.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { LinkContext, OrganizationContext, Tx } from '#server/context.ts';
import { prettyInstant } from '#server/format.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { arrange } from './arrange.ts';
import { cancelled } from './book.ts';
import { type MeetingRow, meetingOfToken, minutesOf, namesFor, slotsOf } from './find.ts';
import { readSettings } from './settings.ts';
import { meetings } from './tables.ts';

type Endpoints = (typeof invitationApi)['endpoints'];
type Names = Awaited<ReturnType<typeof namesFor>>;

/** Days ahead in which a client can choose another time, and how many slots are shown. */
const offeredDays = 21;
const offeredSlots = 400;

function out(row: MeetingRow, names: Names, now: Date): Invitation {
  return {
    organization: names.organization,
    host: names.host,
    client: row.clientName,
    startsAt: row.startsAt.toISOString(),
    durationMinutes: minutesOf(row),
    timezone: names.timezone,
    link: row.link,
    status: row.status,
    isPast: row.endsAt <= now,
  };
}

/** A meeting with what is said of it. */
interface Found {
  row: MeetingRow;
  names: Names;
  now: Date;
}

async function find(context: LinkContext): Promise<Found> {
  const row = await meetingOfToken(context, context.token);
  return { row, names: await namesFor(context, row.hostId), now: context.services.clock.now() };
}

export async function openInvitation(context: LinkContext): Promise<Invitation> {
  const { row, names, now } = await find(context);
  return out(row, names, now);
}

async function offered(context: LinkContext, row: MeetingRow, timezone: string, now: Date): Promise<Slot[]> {
  const { noticeHours } = await readSettings(context);
  const from = new Date(now.getTime() + noticeHours * 3_600_000);
  return slotsOf(context, {
    hostId: row.hostId,
    from,
    to: new Date(from.getTime() + offeredDays * 86_400_000),
    durationMinutes: minutesOf(row),
    timezone,
    except: row.id,
    limit: offeredSlots,
  });
}

export async function offeredSlotsOf(context: LinkContext): Promise<Slot[]> {
  const { row, names, now } = await find(context);
  const slots = await offered(context, row, names.timezone, now);
  return slots.filter((slot) => slot.startsAt !== row.startsAt.toISOString());
}

function assertOpen(row: MeetingRow, now: Date): void {
  if (row.status === 'cancelled') throw new AppError('conflict', 'This meeting was cancelled.');
  if (row.endsAt <= now) throw new AppError('conflict', 'This meeting is over.');
}

/** The client says yes. Once more does nothing. */
export async function confirmMeeting(context: LinkContext): Promise<Invitation> {
  const found = await find(context);
  assertOpen(found.row, found.now);
  return out(await confirm(context, found), found.names, found.now);
}

/** The client's yes to a meeting that is still ahead. @throws AppError conflict when it was changed meanwhile */
export async function confirm(context: OrganizationContext, { row, names, now }: Found): Promise<MeetingRow> {
  if (row.status === 'confirmed') return row;
  return context.tx(async (tx) => {
    const lead = await lockLead(tx, row.threadId);
    const [written] = await tx.db
      .update(meetings)
      .set({ status: 'confirmed', updatedAt: now })
      .where(
        and(eq(meetings.id, row.id), eq(meetings.sequence, row.sequence), eq(meetings.status, 'invited')),
      )
      .returning();
    if (!written) throw new AppError('conflict', 'This meeting was changed meanwhile. Load the page again.');
    await applyMeeting(tx, lead, {
      call: { at: written.startsAt, link: written.link },
      stage: lead.stage,
      action: 'meeting_confirmed',
      meeting: written.startsAt.toISOString(),
      actor: clientOf(row),
      actorId: null,
      now,
    });
    await tell(tx, written, names, 'confirmed', now);
    return written;
  });
}

export function clientOf(row: MeetingRow): string {
  return row.clientName ?? row.clientEmail ?? 'The client';
}

async function tell(
  tx: Tx,
  row: MeetingRow,
  { timezone }: Names,
  did: 'confirmed' | 'moved' | 'cancelled',
  now: Date,
): Promise<void> {
  const when = prettyInstant(row.startsAt, timezone);
  const words = {
    confirmed: `${clientOf(row)} confirmed the meeting on ${when}.`,
    moved: `${clientOf(row)} chose another time: ${when}.`,
    cancelled: `${clientOf(row)} cancelled the meeting on ${when}.`,
  };
  await notify(
    tx,
    {
      kind: 'meeting',
      userId: row.hostId,
      title: `${clientOf(row)} ${did} the meeting`,
      text: words[did],
      threadId: row.threadId,
      key: `meeting:${row.id}:${did}:${row.sequence}`,
    },
    now,
  );
}

/** The client takes another of the offered slots. @throws AppError slot_taken with the slots that are free */
export async function moveByClient(
  context: LinkContext,
  { body }: Input<Endpoints['move']>,
): Promise<Invitation> {
  const { row, names, now } = await find(context);
  assertOpen(row, now);
  const startsAt = new Date(body.startsAt);
  const slots = await offered(context, row, names.timezone, now);
  if (!slots.some((slot) => slot.startsAt === startsAt.toISOString())) {
    throw new AppError('slot_taken', 'This time is not free any more. Choose another one.', {
      details: { slots: slots.slice(0, 5) },
    });
  }
  const { organizationId: _, ...before } = row;
  const moved = await arrange(context, {
    meeting: {
      ...before,
      startsAt,
      endsAt: new Date(startsAt.getTime() + minutesOf(row) * 60_000),
      // Who chose the time has said yes to it.
      status: 'confirmed',
      sequence: row.sequence + 1,
      updatedAt: now,
    },
    isNew: false,
    kind: 'moved',
    message: null,
    ...names,
    actor: { name: clientOf(row), id: null },
    byClient: true,
    also: (tx, changed) => tell(tx, changed, names, 'moved', now),
  });
  return out(moved, names, now);
}

/** The client cannot come. Once more does nothing. */
export async function cancelByClient(context: LinkContext): Promise<Invitation> {
  const found = await find(context);
  if (found.row.status === 'cancelled') return out(found.row, found.names, found.now);
  assertOpen(found.row, found.now);
  return out(await decline(context, found), found.names, found.now);
}

/** The client's no to a meeting that is still ahead. @throws AppError conflict when it was changed meanwhile */
export function decline(context: OrganizationContext, { row, names, now }: Found): Promise<MeetingRow> {
  return arrange(context, {
    meeting: cancelled(row, now),
    isNew: false,
    kind: 'cancelled',
    message: null,
    ...names,
    actor: { name: clientOf(row), id: null },
    byClient: true,
    also: (tx, changed) => tell(tx, changed, names, 'cancelled', now),
  });
}
