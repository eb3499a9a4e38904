import { expect, it } from 'vitest';
import { nextSlot } from './next-slot.ts';

const zone = 'Australia/Sydney';
const slots = [
  { day: 1, time: '09:00' },
  { day: 3, time: '17:30' },
];
/** Saturday, 28 November 2026, 6 pm in Sydney. */
const now = new Date('2026-11-28T07:00:00Z');

it('is the first slot of the week that is still ahead', () => {
  expect(nextSlot(slots, zone, now, new Set())?.toISOString()).toBe('2026-11-29T22:00:00.000Z');
});

it('passes over slots that are taken, also into the next week', () => {
  const taken = new Set([Date.parse('2026-11-29T22:00:00Z'), Date.parse('2026-12-02T06:30:00Z')]);
  expect(nextSlot(slots, zone, now, taken)?.toISOString()).toBe('2026-12-06T22:00:00.000Z');
});

it('takes no slot that has passed today', () => {
  const monday = new Date('2026-11-29T22:00:00Z');
  expect(nextSlot(slots, zone, monday, new Set())?.toISOString()).toBe('2026-12-02T06:30:00.000Z');
});

it('keeps the wall clock when clocks change, and moves on from a time that does not exist', () => {
  const sundays = [{ day: 7, time: '02:30' }];
  const before = new Date('2026-09-28T00:00:00Z');
  expect(nextSlot(sundays, zone, before, new Set())?.toISOString()).toBe('2026-10-03T16:30:00.000Z');
});

it('is none without slots, or when the whole year is taken', () => {
  expect(nextSlot([], zone, now, new Set())).toBeNull();
  const taken = new Set<number>();
  for (let at = nextSlot(slots, zone, now, taken); at; at = nextSlot(slots, zone, now, taken))
    taken.add(at.getTime());
  expect(taken.size).toBe(104);
});
