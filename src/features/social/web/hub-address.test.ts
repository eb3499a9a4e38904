import { describe, expect, it } from 'vitest';
import { calendarOf, filterOf, movedSpan, viewOf } from './hub-address.ts';

const now = new Date('2026-11-28T13:30:00Z');
const zone = 'Australia/Sydney';

describe('the address of the hub', () => {
  it('says view and filter; what it does not know counts as not said', () => {
    expect(viewOf({ view: 'calendar' })).toBe('calendar');
    expect(viewOf({ view: 'nothing' })).toBe('overview');
    expect(filterOf({ status: 'draft', platform: 'myspace', search: 'ferry' })).toEqual({
      search: 'ferry',
      status: 'draft',
      platform: null,
    });
  });

  it('shows the week from Sunday to Saturday around today on the organization’s calendar', () => {
    const week = calendarOf({}, now, zone);
    expect(week.days).toEqual([
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
    ]);
    expect(movedSpan(week, 1)).toBe('2026-12-06');
    expect(movedSpan(week, -1)).toBe('2026-11-22');
  });

  it('shows whole weeks of a month, at most six', () => {
    const month = calendarOf({ span: 'month', date: '2026-02-15' }, now, zone);
    expect([month.days[0], month.days.at(-1), month.days.length]).toEqual(['2026-02-01', '2026-02-28', 28]);
    const long = calendarOf({ span: 'month', date: '2026-08-31' }, now, zone);
    expect([long.days[0], long.days.at(-1), long.days.length]).toEqual(['2026-07-26', '2026-09-05', 42]);
    const december = calendarOf({ span: 'month', date: '2026-12-31' }, now, zone);
    expect(december.days.at(-1)).toBe('2027-01-02');
    expect(movedSpan(december, 1)).toBe('2027-01-01');
    expect(movedSpan(long, -1)).toBe('2026-07-01');
  });

  it('is not confused by a date that is none', () => {
    expect(calendarOf({ date: '2026-99-99' }, now, zone).days).toContain('2026-11-29');
  });
});
