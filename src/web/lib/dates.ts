import { zonedDate, zonedInstant } from '#shared/zoned-time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat('en-AU', { timeZone: zone, ...options });
    formats.set(key, found);
  }
  return found;
}

/** '3 Feb, 10:11 am' in the organization's zone (specification section 2). */
export function shortDateTime(instant: string, zone: string): string {
  return format(zone, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  }).format(new Date(instant));
}

/** 'Tuesday, 3 February 2026 at 10:11 am AEDT': the whole truth, for titles. */
export function exactDateTime(instant: string, zone: string): string {
  return format(zone, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  }).format(new Date(instant));
}

/** '3 Feb 2026' */
export function shortDate(instant: string, zone: string): string {
  return format(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant));
}

/** '10:11 am' */
export function timeOfDay(instant: string, zone: string): string {
  return format(zone, { hour: 'numeric', minute: '2-digit', hour12: true }).format(new Date(instant));
}

/** The calendar day of an instant in a zone, as a key for day separators. */
export function dayKey(instant: string, zone: string): string {
  return format(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(instant));
}

/** 'Today', 'Yesterday', 'Tue, 3 Feb' or, in another year, 'Tue, 3 Feb 2025'. */
export function dayName(instant: string, zone: string, now: Date): string {
  const key = dayKey(instant, zone);
  if (key === dayKey(now.toISOString(), zone)) return 'Today';
  if (key === dayKey(new Date(now.getTime() - 86_400_000).toISOString(), zone)) return 'Yesterday';
  const sameYear = key.slice(-4) === dayKey(now.toISOString(), zone).slice(-4);
  return format(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(new Date(instant));
}

/** 'just now', '5 min ago', '3 h ago', '2 days ago', then the date. */
export function relativeTime(instant: string, zone: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`;
  return shortDate(instant, zone);
}

/** Whole days from now until an instant, rounded up, 0 when it has passed: '14 days remaining' on the first day of a trial. */
export function daysUntil(instant: string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(instant).getTime() - now.getTime()) / 86_400_000));
}

/** '2026-11' in the organization's zone. */
export function monthOf(now: Date, zone: string): string {
  return zonedDate(now, zone).slice(0, 7);
}

/** The instant of nine in the morning of a date ('2026-02-03') in a zone. */
export function morningOf(date: string, zone: string): string {
  return zonedInstant(date, 9 * 60, zone).toISOString();
}

/** The city of a zone's name: 'Australia/Sydney' is 'Sydney time'. */
export function zoneName(zone: string): string {
  return `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`;
}
