import { addDays, weekdayOf, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import type { MeetingSettings } from './contract.ts';

export interface Range {
  start: Date;
  end: Date;
}

interface SlotsWanted {
  from: Date;
  to: Date;
  durationMinutes: number;
  timezone: string;
  settings: Pick<MeetingSettings, 'workingHours' | 'bufferMinutes'>;
  /** Meetings that the host has already. */
  busy: readonly Range[];
  /** No more than so many. */
  limit: number;
}

/** Slots begin at these distances within the working hours; shorter meetings follow each other at once. */
const stepMinutes = 30;

/** Minutes after midnight of '09:30'. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Free slots within the working hours, in the organization's zone, oldest first. Right also on days when clocks change. */
export function freeSlots(wanted: SlotsWanted): Range[] {
  const { from, to, durationMinutes, timezone, settings, limit } = wanted;
  const durationMs = durationMinutes * 60_000;
  const bufferMs = settings.bufferMinutes * 60_000;
  const step = Math.min(stepMinutes, durationMinutes);
  const busy = wanted.busy.toSorted((a, b) => a.start.getTime() - b.start.getTime());
  const found: Range[] = [];
  const last = zonedDate(to, timezone);
  for (let date = zonedDate(from, timezone); date <= last && found.length < limit; date = addDays(date, 1)) {
    const day = weekdayOf(date);
    const hours = settings.workingHours
      .filter((one) => one.day === day)
      .toSorted((a, b) => a.from.localeCompare(b.from));
    for (const one of hours) {
      const end = zonedInstant(date, minutesOf(one.to), timezone);
      for (let minute = minutesOf(one.from); found.length < limit; minute += step) {
        const start = zonedInstant(date, minute, timezone);
        const slot = { start, end: new Date(start.getTime() + durationMs) };
        if (slot.end > end) break;
        if (start < from || slot.end > to) continue;
        // A skipped hour gives the same instants twice; overlapping hours too.
        if (found.some((known) => known.start.getTime() === start.getTime())) continue;
        if (!busy.some((range) => overlaps(slot, range, bufferMs))) found.push(slot);
      }
    }
  }
  return found.toSorted((a, b) => a.start.getTime() - b.start.getTime());
}

/** Whether two ranges touch the same time, or come closer than the buffer. Ends are exclusive. */
export function overlaps(a: Range, b: Range, bufferMs = 0): boolean {
  return a.start.getTime() < b.end.getTime() + bufferMs && b.start.getTime() < a.end.getTime() + bufferMs;
}
