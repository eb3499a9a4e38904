import { and, eq, ne, sql } from 'drizzle-orm';
import { leads } from '#features/leads/server/tables.ts';
import type { Meeting, Slot } from '#features/meetings/contract.ts';
import { freeSlots, type Range } from '#features/meetings/slots.ts';
import { organizations, users } from '#features/organization/server/tables.ts';
import type { OrganizationContext } from '#server/context.ts';
import { tokenHash, tokenOf } from '#server/ids.ts';
import { notFound } from '#shared/errors.ts';
import { readSettings } from './settings.ts';
import { meetings } from './tables.ts';

export type MeetingRow = typeof meetings.$inferSelect;
type Reading = Pick<OrganizationContext, 'db'>;

const tokenPurpose = 'meetings.token';

/** The token of a meeting's link: made from its id, so that every mail about it can show the same link. */
export function linkToken({ services, organizationId }: OrganizationContext, meetingId: string): string {
  return tokenOf('hubl', organizationId, services.seal.digest(meetingId, tokenPurpose));
}

export function publicUrl(context: OrganizationContext, meetingId: string): string {
  return `${context.services.config.publicUrl}/meeting/${linkToken(context, meetingId)}`;
}

export function minutesOf({ startsAt, endsAt }: Pick<MeetingRow, 'startsAt' | 'endsAt'>): number {
  return Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
}

export function meetingOut(context: OrganizationContext, row: MeetingRow, timezone: string): Meeting {
  return {
    id: row.id,
    startsAt: row.startsAt.toISOString(),
    durationMinutes: minutesOf(row),
    timezone,
    link: row.link,
    status: row.status,
    hostId: row.hostId,
    sequence: row.sequence,
    publicUrl: publicUrl(context, row.id),
  };
}

/** The lead that a meeting is with. @throws AppError not_found */
export async function leadOf({ db }: Reading, threadId: string): Promise<typeof leads.$inferSelect> {
  const [lead] = await db.select().from(leads).where(eq(leads.threadId, threadId));
  if (!lead) throw notFound('lead');
  return lead;
}

/** The meeting that is arranged with a lead, not one that was cancelled. */
export async function arrangedWith({ db }: Reading, threadId: string): Promise<MeetingRow | null> {
  const [row] = await db
    .select()
    .from(meetings)
    .where(and(eq(meetings.threadId, threadId), ne(meetings.status, 'cancelled')))
    .orderBy(sql`${meetings.startsAt} desc`)
    .limit(1);
  return row ?? null;
}

/** The meeting of a link. @throws AppError not_found */
export async function meetingOfToken({ db }: Reading, token: string): Promise<MeetingRow> {
  const [row] = await db
    .select()
    .from(meetings)
    .where(eq(meetings.tokenHash, tokenHash(token)));
  if (!row) throw notFound('invitation');
  return row;
}

interface Names {
  organization: string;
  timezone: string;
  host: string;
}

export async function namesFor({ db }: Reading, hostId: string): Promise<Names> {
  const [row] = await db
    .select({
      organization: organizations.name,
      timezone: organizations.timezone,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .innerJoin(organizations, sql`true`)
    .where(eq(users.id, hostId));
  if (!row) throw notFound('colleague');
  return {
    organization: row.organization,
    timezone: row.timezone,
    host: `${row.firstName} ${row.lastName}`.trim(),
  };
}

interface SlotsOf {
  hostId: string;
  from: Date;
  to: Date;
  durationMinutes: number;
  timezone: string;
  /** A meeting that moves does not stand in its own way. */
  except: string | null;
  limit: number;
}

/** Free slots of a host. */
export async function slotsOf(context: Reading, wanted: SlotsOf): Promise<Slot[]> {
  const { hostId, from, to, except } = wanted;
  const settings = await readSettings(context);
  const busy = await busyRanges(context, hostId, { start: from, end: to }, except);
  return freeSlots({ ...wanted, settings, busy }).map(({ start, end }) => ({
    startsAt: start.toISOString(),
    endsAt: end.toISOString(),
  }));
}

/** Days around the range that are looked at: a meeting may begin before it, and buffers reach out of it. */
const marginMs = 86_400_000;

async function busyRanges(
  { db }: Reading,
  hostId: string,
  { start, end }: Range,
  except: string | null,
): Promise<Range[]> {
  const since = new Date(start.getTime() - marginMs).toISOString();
  const until = new Date(end.getTime() + marginMs).toISOString();
  const rows = await db
    .select({ id: meetings.id, start: meetings.startsAt, end: meetings.endsAt })
    .from(meetings)
    .where(
      and(
        eq(meetings.hostId, hostId),
        ne(meetings.status, 'cancelled'),
        sql`${meetings.startsAt} between ${since}::timestamptz and ${until}::timestamptz`,
      ),
    );
  return rows.filter((row) => row.id !== except);
}
