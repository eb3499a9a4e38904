import { offsetMs, zonedInstant } from '#shared/zoned-time.ts';
import type { Moment } from './conversation.ts';

export const demoTimezone = 'Australia/Sydney';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** No demo mail is later in its day, so that a day past this time lies behind us as a whole. */
const dayEnds = '17:30';

/** The clock on the wall in Sydney, read as if it were UTC. */
function onTheWall(at: Date): number {
  return at.getTime() + offsetMs(at.getTime(), demoTimezone);
}

/** The instant at which clocks in Sydney show this minute; `wall` as if it were UTC. */
function instantOf(wall: number): Date {
  const [date = ''] = new Date(wall).toISOString().split('T');
  return zonedInstant(date, Math.floor((wall % dayMs) / minuteMs), demoTimezone);
}

function isWeekend(day: number): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The instant of a moment, seen from `now`. */
export function instantAt([workingDay, time]: Moment, now: Date): Date {
  const wall = onTheWall(now);
  let day = wall - (wall % dayMs);
  if (wall - day < minutesOf(dayEnds) * minuteMs) day -= dayMs;
  while (isWeekend(day)) day -= dayMs;
  const direction = workingDay < 0 ? dayMs : -dayMs;
  for (let left = Math.abs(workingDay); left > 0; left -= 1) {
    do day += direction;
    while (isWeekend(day));
  }
  return instantOf(day + minutesOf(time) * minuteMs);
}

const zoneWords = {
  month: new Intl.DateTimeFormat('en-AU', { timeZone: demoTimezone, month: 'long' }),
  date: new Intl.DateTimeFormat('en-AU', { timeZone: demoTimezone, day: 'numeric', month: 'long' }),
  weekday: new Intl.DateTimeFormat('en-AU', { timeZone: demoTimezone, weekday: 'long' }),
};

/**
 * A text as it was written on its day: `{month:1}` is the name of the next month, `{date:5}` the date five working days
 * later, `{weekday:2}` the day two working days later.
 */
export function datedText(text: string, at: Date): string {
  return text.replace(
    /\{(month|date|weekday):(\d+)\}/g,
    (_all, kind: keyof typeof zoneWords, count: string) => {
      const target = kind === 'month' ? monthsLater(at, Number(count)) : workingDaysLater(at, Number(count));
      return zoneWords[kind].format(target);
    },
  );
}

function monthsLater(at: Date, months: number): Date {
  const wall = new Date(onTheWall(at));
  return instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months, 15));
}

function workingDaysLater(at: Date, days: number): Date {
  let day = onTheWall(at);
  for (let left = days; left > 0; left -= 1) {
    do day += dayMs;
    while (isWeekend(day));
  }
  return instantOf(day);
}

/** An instant as mail headers of Sydney have it: 'Tue, 06 Oct 2026 14:00:00 +1100'. */
export function mailDate(at: Date): string {
  const wall = onTheWall(at);
  const hours = Math.round((wall - at.getTime()) / (60 * minuteMs));
  return new Date(wall).toUTCString().replace('GMT', `+${String(hours).padStart(2, '0')}00`);
}
