import { describe, expect, it } from 'vitest';
import { zonedDate } from '#shared/zoned-time.ts';
import { dayName, daysUntil, monthOf, morningOf, relativeTime, shortDateTime, zoneName } from './dates.ts';

const sydney = 'Australia/Sydney';
const now = new Date('2026-02-04T01:00:00.000Z');

function ago(minutes: number): string {
  return relativeTime(new Date(now.getTime() - minutes * 60_000).toISOString(), sydney, now);
}

describe('dates', () => {
  it('are those of the organization, in Australian English', () => {
    expect(shortDateTime('2026-02-02T23:11:00.000Z', sydney)).toBe('3 Feb, 10:11 am');
    expect(shortDateTime('2026-02-02T23:11:00.000Z', 'Europe/London')).toBe('2 Feb, 11:11 pm');
  });
  it('name days as people do', () => {
    expect(dayName('2026-02-03T14:00:00.000Z', sydney, now)).toBe('Today');
    expect(dayName('2026-02-03T12:00:00.000Z', sydney, now)).toBe('Yesterday');
    expect(dayName('2026-01-20T12:00:00.000Z', sydney, now)).toBe('Tue, 20 Jan');
    expect(dayName('2025-12-30T00:00:00.000Z', sydney, now)).toBe('Tue, 30 Dec 2025');
  });
  it('say how long ago something was, and the date after a week', () => {
    expect([0, 5, 180, 1440, 4320, 20_000].map(ago)).toEqual([
      'just now',
      '5 min ago',
      '3 h ago',
      '1 day ago',
      '3 days ago',
      '21 Jan 2026',
    ]);
  });
  it('round the days of a trial up', () => {
    expect(daysUntil('2026-02-18T01:00:00.000Z', now)).toBe(14);
    expect(daysUntil('2026-02-04T01:00:01.000Z', now)).toBe(1);
    expect(daysUntil('2026-02-04T00:59:00.000Z', now)).toBe(0);
  });
  it('take the month of the organization', () => {
    expect(monthOf(new Date('2026-01-31T20:00:00.000Z'), sydney)).toBe('2026-02');
  });
  it('turn a date of the organization into its morning and back, also when the clocks change', () => {
    expect(morningOf('2026-02-03', sydney)).toBe('2026-02-02T22:00:00.000Z');
    expect(morningOf('2026-04-05', sydney)).toBe('2026-04-04T23:00:00.000Z');
    expect(morningOf('2026-10-04', sydney)).toBe('2026-10-03T22:00:00.000Z');
    expect(morningOf('2026-03-08', 'America/Los_Angeles')).toBe('2026-03-08T16:00:00.000Z');
    for (const zone of [sydney, 'America/New_York', 'Asia/Kolkata', 'UTC', 'Pacific/Kiritimati']) {
      for (const date of ['2026-02-03', '2026-04-05', '2026-10-04', '2026-11-01', '2027-01-01']) {
        expect(zonedDate(new Date(morningOf(date, zone)), zone)).toBe(date);
      }
    }
  });

  it('name a zone by its city', () => {
    expect(zoneName('America/New_York')).toBe('New York time');
  });
});
