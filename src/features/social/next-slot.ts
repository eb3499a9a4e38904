import { addDays, weekdayOf, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import type { QueueSlot } from './settings-contract.ts';

/** Weeks that are looked through; a queue that is full for longer has no next slot. */
const weeks = 52;

/**
 * The first slot after `now` that no post of the platform has.
 * @param taken instants, in milliseconds, for which posts of the platform are scheduled
 * @returns null when there are no slots, or all of the next year are taken
 */
export function nextSlot(
  slots: readonly QueueSlot[],
  zone: string,
  now: Date,
  taken: ReadonlySet<number>,
): Date | null {
  const today = zonedDate(now, zone);
  for (let ahead = 0; ahead <= weeks * 7; ahead += 1) {
    const date = addDays(today, ahead);
    const weekday = weekdayOf(date);
    const free = slots
      .filter(({ day }) => day === weekday)
      .map(({ time }) => zonedInstant(date, minutesOf(time), zone))
      .filter((at) => at > now && !taken.has(at.getTime()))
      .toSorted((a, b) => a.getTime() - b.getTime());
    if (free[0]) return free[0];
  }
  return null;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
