import { figure } from '#web/lib/figure.ts';

/**
 * What a ramp means in its first days, within the daily cap: '20 on the first day, then 30, 40, 50. The cap of 100 is
 * reached on day 9.'
 * @returns null while the numbers are none
 */
export function rampWords(startsAt: number, addsPerDay: number, dailyCap: number | null): string | null {
  if (![startsAt, addsPerDay].every((value) => Number.isInteger(value) && value >= 1)) return null;
  const on = (day: number) => Math.min(startsAt + addsPerDay * day, dailyCap ?? Number.POSITIVE_INFINITY);
  if (dailyCap !== null && dailyCap <= startsAt)
    return `The cap of ${figure(dailyCap)} a day is below that already, so it begins with ${figure(dailyCap)} and stays there.`;
  const first = `At most ${figure(on(0))} on the day of the first email, then ${[1, 2, 3].map((day) => figure(on(day))).join(', ')} on the days after.`;
  if (dailyCap === null) return `${first} It grows on without an end: a cap for the day ends it.`;
  const reached = Math.ceil((dailyCap - startsAt) / addsPerDay) + 1;
  return `${first} The cap of ${figure(dailyCap)} is reached on day ${figure(reached)}.`;
}
