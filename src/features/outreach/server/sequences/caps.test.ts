import { describe, expect, it } from 'vitest';
import { type Bounds, type Caps, capOnDay, gapMs, hourOf, nextFree, windowMinutes } from './caps.ts';
import { estimateTimes } from './estimate.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-30T00:30:00.000Z'); // Monday 11:30 in Sydney
const free: Bounds = {
  dailyCap: null,
  hourlyCap: null,
  rampUp: null,
  rampFrom: null,
  window: null,
  spread: true,
};
const office = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
const caps = (fields: Partial<Caps> = {}): Caps => ({
  today: '2026-11-30',
  capToday: null,
  sentToday: 0,
  hour: hourOf(now, zone),
  sentThisHour: 0,
  lastAt: null,
  ...fields,
});

describe('caps', () => {
  it('grow with a ramp up to the daily cap', () => {
    const ramp = { dailyCap: 50, rampUp: { startsAt: 20, addsPerDay: 15 } };
    expect([0, 1, 2, 3].map((day) => capOnDay(ramp, day))).toEqual([20, 35, 50, 50]);
    expect(capOnDay({ ...ramp, dailyCap: null }, 10)).toBe(170);
    expect(capOnDay({ dailyCap: null, rampUp: null }, 3)).toBeNull();
  });

  it('let the next mail go at midnight or at the next hour of the organization’s clock', () => {
    expect(nextFree(caps({ capToday: 20, sentToday: 20 }), free, zone, now).toISOString()).toBe(
      '2026-11-30T13:00:00.000Z',
    );
    const hourly = { ...free, hourlyCap: 5 };
    expect(nextFree(caps({ sentThisHour: 5 }), hourly, zone, now).toISOString()).toBe(
      '2026-11-30T01:00:00.000Z',
    );
    expect(nextFree(caps({ sentThisHour: 4 }), hourly, zone, now)).toBe(now);
  });

  it('count hours of a clock that is half an hour apart from the others', () => {
    expect(hourOf(now, 'Australia/Adelaide').toISOString()).toBe('2026-11-30T00:30:00.000Z');
    expect(hourOf(new Date('2026-11-30T00:29:00.000Z'), 'Australia/Adelaide').toISOString()).toBe(
      '2026-11-29T23:30:00.000Z',
    );
  });

  it('count the hour that the clock repeats as two', () => {
    const first = new Date('2027-04-03T15:30:00.000Z'); // 02:30 in Sydney, before the clocks go back at 03:00
    const second = new Date('2027-04-03T16:30:00.000Z'); // 02:30 once more
    expect(hourOf(first, zone).toISOString()).toBe('2027-04-03T15:00:00.000Z');
    expect(hourOf(second, zone).toISOString()).toBe('2027-04-03T16:00:00.000Z');
    const full = caps({ hour: hourOf(second, zone), sentThisHour: 5 });
    expect(nextFree(full, { ...free, hourlyCap: 5 }, zone, second) > second).toBe(true);
  });

  it('spread a day’s mails over its hours', () => {
    expect(windowMinutes(office)).toBe(480);
    const spread = { ...free, window: office };
    expect(gapMs(spread, 48)).toBe(600_000);
    expect(gapMs({ ...spread, spread: false }, 48)).toBe(0);
    const lastAt = new Date(now.getTime() - 60_000);
    expect(nextFree(caps({ capToday: 48, lastAt }), spread, zone, now).getTime()).toBe(
      lastAt.getTime() + 600_000,
    );
  });
});

describe('an estimate', () => {
  it('is now without caps, and the opening of the hours otherwise', () => {
    expect(estimateTimes(500, caps(), free, zone, now)).toEqual({ first: now, last: now });
    const evening = new Date('2026-11-30T10:00:00.000Z');
    const { first } = estimateTimes(5, caps(), { ...free, window: office }, zone, evening);
    expect(first.toISOString()).toBe('2026-11-30T22:00:00.000Z');
  });

  it('takes as many working days as caps ask for', () => {
    const bounds = { ...free, window: office, dailyCap: 100, spread: false };
    const { last } = estimateTimes(600, caps({ capToday: 100, sentToday: 100 }), bounds, zone, now);
    expect(last?.toISOString()).toBe('2026-12-07T22:00:00.000Z');
  });

  it('follows a ramp', () => {
    const bounds = { ...free, rampUp: { startsAt: 10, addsPerDay: 10 }, spread: false };
    const { last } = estimateTimes(60, caps({ capToday: 10 }), bounds, zone, now);
    expect(last?.toISOString()).toBe('2026-12-01T13:00:00.000Z');
  });

  it('says nothing of an end that is years away', () => {
    expect(estimateTimes(10_000, caps({ capToday: 1 }), { ...free, dailyCap: 1 }, zone, now).last).toBeNull();
  });
});
