import { gte, isNull, sql } from 'drizzle-orm';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { nextOpening, type SendWindow } from '#server/integrations/send-rules.ts';
import { addDays, offsetMs, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import { outreachHours, outreachSettings } from '../sending-tables.ts';

type Settings = typeof outreachSettings.$inferSelect;

/** What bounds sequence mails, without which there is no bound. */
export interface Bounds {
  dailyCap: number | null;
  hourlyCap: number | null;
  rampUp: Settings['rampUp'];
  /** First day of the ramp; null = it begins with the next mail. */
  rampFrom: string | null;
  window: SendWindow | null;
  spread: boolean;
}

/** The daily cap on the n-th day of a ramp, from 0: what it has grown to, at most the cap itself. */
export function capOnDay(
  { dailyCap, rampUp }: Pick<Bounds, 'dailyCap' | 'rampUp'>,
  day: number,
): number | null {
  if (!rampUp) return dailyCap;
  const grown = rampUp.startsAt + rampUp.addsPerDay * Math.max(0, day);
  return dailyCap === null ? grown : Math.min(dailyCap, grown);
}

/** Whole days between two dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / 86_400_000);
}

export interface Caps {
  today: string;
  capToday: number | null;
  sentToday: number;
  hour: Date;
  sentThisHour: number;
  lastAt: Date | null;
}

const hourMs = 3_600_000;

/** The hour of a wall clock in which an instant lies, as the instant at which it began; an hour that comes twice is two. */
export function hourOf(at: Date, timezone: string): Date {
  const offset = offsetMs(at.getTime(), timezone);
  return new Date(Math.floor((at.getTime() + offset) / hourMs) * hourMs - offset);
}

/** What of today and of this hour is used, in the organization's zone. */
export async function readCaps(
  { db }: Pick<OrganizationContext, 'db'>,
  bounds: Bounds,
  timezone: string,
  now: Date,
): Promise<Caps> {
  const today = zonedDate(now, timezone);
  const hour = hourOf(now, timezone);
  const [row] = await db
    .select({
      sentToday: sql<number>`coalesce(sum(${outreachHours.sent}), 0)::int`,
      sentThisHour: sql<number>`coalesce(sum(${outreachHours.sent}) filter (where ${outreachHours.hour} = ${hour.toISOString()}::timestamptz), 0)::int`,
      lastAt: sql<string | null>`max(${outreachHours.lastAt})`,
    })
    .from(outreachHours)
    .where(gte(outreachHours.hour, zonedInstant(today, 0, timezone)));
  return {
    today,
    capToday: capOnDay(bounds, bounds.rampFrom === null ? 0 : daysBetween(bounds.rampFrom, today)),
    sentToday: row?.sentToday ?? 0,
    hour,
    sentThisHour: row?.sentThisHour ?? 0,
    lastAt: row?.lastAt ? new Date(row.lastAt) : null,
  };
}

/** From when on mails may leave by the hours of sending, in a zone: `at` itself within them, or without any. */
export function openFrom(window: SendWindow | null, zone: string, at: Date): Date {
  return (window && nextOpening(window, zone, at)) ?? at;
}

/** Minutes in which sequence mails leave on a day. */
export function windowMinutes(window: SendWindow | null): number {
  if (!window) return 24 * 60;
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return minutes(window.to) - minutes(window.from);
}

/** So far apart are mails that are spread over the window, milliseconds; 0 without a daily cap. */
export function gapMs({ spread, window }: Bounds, capToday: number | null): number {
  if (!spread || capToday === null) return 0;
  return Math.floor((windowMinutes(window) * 60_000) / capToday);
}

/** From when on the next mail may leave as far as caps go; `now` itself when nothing stands in the way. */
export function nextFree(caps: Caps, bounds: Bounds, timezone: string, now: Date): Date {
  if (caps.capToday !== null && caps.sentToday >= caps.capToday) {
    return zonedInstant(addDays(caps.today, 1), 0, timezone);
  }
  if (bounds.hourlyCap !== null && caps.sentThisHour >= bounds.hourlyCap) {
    return new Date(caps.hour.getTime() + hourMs);
  }
  const after = caps.lastAt ? caps.lastAt.getTime() + gapMs(bounds, caps.capToday) : 0;
  return after > now.getTime() ? new Date(after) : now;
}

const lock = statement(
  'outreach.lock-caps',
  `select pg_advisory_xact_lock(hashtext('outreach-caps'), hashtext($1::text))`,
);
const count = statement(
  'outreach.take-slot',
  `insert into outreach_hours (organization_id, hour, sent, last_at) values ($1, $2, 1, $3)
   on conflict (organization_id, hour) do update
   set sent = outreach_hours.sent + 1, last_at = greatest(outreach_hours.last_at, excluded.last_at)`,
);

/**
 * Counts one sequence mail into this hour, if caps leave room for it. One organization's mails are counted one after the
 * other, so that several processes together stay within the caps.
 * @returns from when on there is room, when there is none now
 */
export async function takeSlot(
  tx: Tx,
  bounds: Bounds,
  timezone: string,
  now: Date,
): Promise<{ taken: true; hour: Date } | { taken: false; until: Date; gapMs: number }> {
  await tx.run(lock, []);
  const caps = await readCaps(tx, bounds, timezone, now);
  const free = nextFree(caps, bounds, timezone, now);
  if (free > now) return { taken: false, until: free, gapMs: gapMs(bounds, caps.capToday) };
  await tx.run(count, [caps.hour, now]);
  if (bounds.rampUp && bounds.rampFrom === null) {
    await tx.db
      .update(outreachSettings)
      .set({ rampFrom: caps.today })
      .where(isNull(outreachSettings.rampFrom));
  }
  return { taken: true, hour: caps.hour };
}
