import { addDays, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import { type Bounds, type Caps, capOnDay, daysBetween, nextFree, openFrom, windowMinutes } from './caps.ts';

/** Further ahead than this nobody plans. */
const mostDays = 730;

/**
 * About when the first and the last of so many mails leave within caps and hours, as if all recipients lived in the
 * organization's zone. `last` is null when it takes longer than two years.
 */
export function estimateTimes(
  count: number,
  caps: Caps,
  bounds: Bounds,
  timezone: string,
  now: Date,
): { first: Date; last: Date | null } {
  const opening = (at: Date) => openFrom(bounds.window, timezone, at);
  const free = nextFree(caps, bounds, timezone, now);
  const first = opening(free > now ? free : now);
  const minutes = windowMinutes(bounds.window);
  let left = count;
  let at = first;
  for (let day = 0; day < mostDays; day += 1) {
    const date = zonedDate(at, timezone);
    const cap = capOnDay(bounds, daysBetween(bounds.rampFrom ?? zonedDate(first, timezone), date));
    const ofHours = bounds.hourlyCap === null ? null : Math.ceil((bounds.hourlyCap * minutes) / 60);
    const most = Math.min(cap ?? Infinity, ofHours ?? Infinity);
    const room = date === caps.today ? Math.max(0, most - caps.sentToday) : most;
    if (left <= room) {
      const share = most === Infinity || (!bounds.spread && bounds.hourlyCap === null) ? 0 : left / most;
      return { first, last: new Date(at.getTime() + Math.floor(share * minutes) * 60_000) };
    }
    left -= room;
    at = opening(zonedInstant(addDays(date, 1), 0, timezone));
  }
  return { first, last: null };
}
