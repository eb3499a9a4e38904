const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-AU', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    formats.set(zone, found);
  }
  return found;
}

/** How far a zone's wall clock is ahead of UTC at an instant, both in milliseconds. */
export function offsetMs(at: number, zone: string): number {
  const parts = formatIn(zone).formatToParts(new Date(at));
  const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value ?? 0);
  const wall = new Date(0);
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  wall.setUTCHours(part('hour'), part('minute'));
  return wall.getTime() - Math.floor(at / 60_000) * 60_000;
}

const dayMs = 86_400_000;

/**
 * The instant of a wall clock's time in a zone. A time that the clocks skip moves on by what they skip, of one that
 * comes twice the first is meant ('compatible' in the Temporal standard).
 * @param date '2026-02-03'
 * @param minutes after midnight; beyond a day's end it is the next day
 */
export function zonedInstant(date: string, minutes: number, zone: string): Date {
  const wall = Date.parse(`${date}T00:00:00.000Z`) + minutes * 60_000;
  const before = offsetMs(wall - dayMs, zone);
  const after = offsetMs(wall + dayMs, zone);
  const right = [before, after]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetMs(at, zone) === wall)
    .toSorted((a, b) => a - b);
  return new Date(right[0] ?? wall - before);
}

/** What clocks in a zone show at an instant: '2026-02-03T14:30'. */
export function wallClock(at: Date, zone: string): string {
  return new Date(at.getTime() + offsetMs(at.getTime(), zone)).toISOString().slice(0, 16);
}

/** The calendar date of an instant in a zone: '2026-02-03'. */
export function zonedDate(at: Date, zone: string): string {
  return wallClock(at, zone).slice(0, 10);
}

/** The date so many days later: dates have no zone. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The date so many months later, 'YYYY-MM-DD'; the last day of the month where it has no such day (31 January, 28 February). */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** ISO weekday of a date: 1 is Monday, 7 Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay() || 7;
}
