import { zonedDate } from '#shared/zoned-time.ts';
import type { Slot } from './contract.ts';

/** Slots by the day on which they are in a zone, in order. */
export function slotDays(slots: readonly Slot[], zone: string): { date: string; slots: Slot[] }[] {
  const days = new Map<string, Slot[]>();
  for (const slot of slots) {
    const date = zonedDate(new Date(slot.startsAt), zone);
    days.set(date, [...(days.get(date) ?? []), slot]);
  }
  return [...days].map(([date, list]) => ({ date, slots: list }));
}
