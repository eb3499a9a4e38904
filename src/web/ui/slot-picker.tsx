import { useState } from 'react';
import { dayName, timeOfDay } from '../lib/dates.ts';
import { cx } from './cx.ts';
import { useNow } from './use-now.ts';

interface SlotPickerProps {
  label: string;
  /** Days with their instants, in order. */
  days: readonly { date: string; slots: readonly { startsAt: string }[] }[];
  zone: string;
  selected: string | null;
  onSelect: (startsAt: string) => void;
}

const choice = 'control figures shrink-0 rounded-md border px-3 text-sm whitespace-nowrap';

function look(on: boolean): string {
  return on
    ? 'border-brand bg-brand font-medium text-on-brand'
    : 'border-border-strong bg-surface hover:bg-hover';
}

/** Free times: first the day, then a time of it. */
export function SlotPicker({ label, days, zone, selected, onSelect }: SlotPickerProps) {
  const now = useNow();
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = days.find(({ slots }) => slots.some(({ startsAt }) => startsAt === selected));
  const day = days.find(({ date }) => date === picked) ?? chosen ?? days[0];
  return (
    <div className="min-w-0 space-y-3">
      <fieldset
        aria-label="Day"
        className="-mx-1 flex min-w-0 gap-1.5 overflow-x-auto px-1 pb-1.5 [scrollbar-width:thin]"
      >
        {days.map(({ date, slots }) => (
          <button
            key={date}
            type="button"
            aria-pressed={date === day?.date}
            onClick={() => setPicked(date)}
            className={cx(
              choice,
              date === day?.date ? 'border-brand bg-brand-quiet font-medium' : look(false),
            )}
          >
            {dayName(slots[0]?.startsAt ?? '', zone, now)}
          </button>
        ))}
      </fieldset>
      <fieldset
        aria-label={label}
        className="grid min-w-0 grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-1.5"
      >
        {day?.slots.map(({ startsAt }) => (
          <button
            key={startsAt}
            type="button"
            aria-pressed={startsAt === selected}
            onClick={() => onSelect(startsAt)}
            className={cx(choice, 'px-1', look(startsAt === selected))}
          >
            {timeOfDay(startsAt, zone)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
