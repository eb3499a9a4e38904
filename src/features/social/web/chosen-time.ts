import { wallClock, zonedInstant } from '#shared/zoned-time.ts';
import { timeOfDay, zoneName } from '#web/lib/dates.ts';

export interface ChosenTime {
  at: Date;
  /** What is unusual about this time, to be said before saving; null = nothing. */
  note: string | null;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Steps by which zones move their clocks, in milliseconds: an hour, Lord Howe Island half of one. */
const shifts = [3_600_000, 1_800_000] as const;

/**
 * The instant at which clocks in a zone show a date ('2026-10-04') and a time ('02:30'), and what is to be said about
 * it: a time that the clocks skip moves on, of one that comes twice the first is taken.
 * @returns null while one of the two is missing or is no date
 */
export function chosenTime(date: string, time: string, zone: string): ChosenTime | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return null;
  if (Number.isNaN(Date.parse(`${date}T00:00:00.000Z`))) return null;
  const at = zonedInstant(date, minutesOf(time), zone);
  const wanted = `${date}T${time}`;
  const shown = timeOfDay(at.toISOString(), zone);
  if (wallClock(at, zone) !== wanted)
    return {
      at,
      note: `The clocks go forward on this day, so this time does not exist in ${zoneName(zone)}. The post goes out at ${shown}.`,
    };
  const twice = shifts.some((shift) => wallClock(new Date(at.getTime() + shift), zone) === wanted);
  return {
    at,
    note: twice
      ? `The clocks go back on this day, so this time comes twice in ${zoneName(zone)}. The post goes out the first time.`
      : null,
  };
}
