import { useState } from 'react';
import { dayName, timeOfDay } from '../lib/dates.ts';
import { Button } from './button.tsx';
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

const daysAtFirst = 5;

/** Free times by day, each a button; a few days at first. */
export function SlotPicker({ label, days, zone, selected, onSelect }: SlotPickerProps) {
  const now = useNow();
  const [shown, setShown] = useState(daysAtFirst);
  return (
    <fieldset aria-label={label} className="min-w-0 space-y-3">
      {days.slice(0, shown).map(({ date, slots }) => (
        <div key={date}>
          <p className="mb-1.5 text-sm font-medium">{dayName(slots[0]?.startsAt ?? '', zone, now)}</p>
          <div className="flex flex-wrap gap-1.5">
            {slots.map(({ startsAt }) => (
              <button
                key={startsAt}
                type="button"
                aria-pressed={startsAt === selected}
                onClick={() => onSelect(startsAt)}
                className={cx(
                  'control figures min-w-22 rounded-md border px-2.5 text-sm whitespace-nowrap',
                  startsAt === selected
                    ? 'border-brand bg-brand font-medium text-on-brand'
                    : 'border-border-strong bg-surface hover:bg-hover',
                )}
              >
                {timeOfDay(startsAt, zone)}
              </button>
            ))}
          </div>
        </div>
      ))}
      {days.length > shown ? (
        <Button look="quiet" onClick={() => setShown(shown + daysAtFirst)}>
          Later days
        </Button>
      ) : null}
    </fieldset>
  );
}
