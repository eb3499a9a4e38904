import { describe, expect, it } from 'vitest';
import { addDays, addMonths, wallClock, weekdayOf, zonedDate, zonedInstant } from './zoned-time.ts';

describe('a time of day in a zone', () => {
  it.each([
    ['2026-10-04', 150, 'Australia/Sydney', '2026-10-03T16:30:00.000Z'], // skipped: 03:30 is meant
    ['2027-04-04', 150, 'Australia/Sydney', '2027-04-03T15:30:00.000Z'], // comes twice: the first
    ['2026-10-04', 150, 'Australia/Brisbane', '2026-10-03T16:30:00.000Z'],
    ['2027-04-04', 150, 'Australia/Perth', '2027-04-03T18:30:00.000Z'],
    ['2026-07-01', 540, 'Australia/Sydney', '2026-06-30T23:00:00.000Z'],
    ['2026-03-08', 150, 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01', 90, 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-01-01', 0, 'UTC', '2026-01-01T00:00:00.000Z'],
    ['2026-12-31', 1440, 'Asia/Tokyo', '2026-12-31T15:00:00.000Z'],
  ])('%s + %i minutes in %s is %s (S17)', (date, minutes, zone, instant) => {
    expect(zonedInstant(date, minutes, zone).toISOString()).toBe(instant);
  });

  it('gives back the date of every instant of a year around the world', () => {
    for (const zone of [
      'Australia/Sydney',
      'America/Los_Angeles',
      'Europe/London',
      'Asia/Kolkata',
      'Pacific/Apia',
    ]) {
      for (let day = 0; day < 366; day += 1) {
        const date = addDays('2026-01-01', day);
        expect(zonedDate(zonedInstant(date, 12 * 60, zone), zone)).toBe(date);
      }
    }
  });

  it('shows what clocks show, also in the first centuries', () => {
    expect(wallClock(new Date('2026-11-28T05:31:20Z'), 'Australia/Sydney')).toBe('2026-11-28T16:31');
    expect(zonedDate(new Date('0050-06-01T12:00:00Z'), 'UTC')).toBe('0050-06-01');
    expect(zonedInstant('0050-06-01', 720, 'UTC').toISOString()).toBe('0050-06-01T12:00:00.000Z');
  });

  it('counts months on the calendar, and keeps to the last day of a shorter one', () => {
    const later = ['2027-01-29', '2027-01-31', '2028-01-31', '2027-03-31', '2026-12-15'];
    expect(later.map((date) => addMonths(date, 1))).toEqual([
      '2027-02-28',
      '2027-02-28',
      '2028-02-29',
      '2027-04-30',
      '2027-01-15',
    ]);
    expect([addMonths('2028-02-29', 12), addMonths('2026-11-28', 12)]).toEqual(['2029-02-28', '2027-11-28']);
  });

  it('knows weekdays', () => {
    expect([weekdayOf('2026-11-28'), weekdayOf('2026-11-29'), weekdayOf('2026-11-30')]).toEqual([6, 7, 1]);
  });
});
