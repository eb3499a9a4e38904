import { zonedDate } from '#shared/zoned-time.ts';
import { TextField } from '#web/ui/field.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { chosenTime } from './chosen-time.ts';

interface TimeFieldsProps {
  zone: string;
  date: string;
  time: string;
  fault: string | null;
  onChange: (next: { date: string; time: string }) => void;
}

/** Date and time on a zone's clock, with a word about times that the clocks skip or show twice. */
export function TimeFields({ zone, date, time, fault, onChange }: TimeFieldsProps) {
  const now = useNow();
  const chosen = chosenTime(date, time, zone);
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Date"
          type="date"
          required
          min={zonedDate(now, zone)}
          value={date}
          aria-invalid={fault ? true : undefined}
          onChange={(event) => onChange({ date: event.target.value, time })}
        />
        <TextField
          label="Time"
          type="time"
          required
          value={time}
          aria-invalid={fault ? true : undefined}
          onChange={(event) => onChange({ date, time: event.target.value })}
        />
      </div>
      {fault ? (
        <p role="alert" className="mt-2 text-sm text-danger-text">
          {fault}
        </p>
      ) : chosen?.note ? (
        <output className="mt-3 block rounded-md bg-warning-quiet px-3 py-2 text-sm text-warning-text">
          {chosen.note}
        </output>
      ) : null}
    </>
  );
}
