import { type HoursValues, weekdays } from '../lib/weekdays.ts';
import { Checkbox, TextField } from './field.tsx';
import type { useForm } from './use-form.ts';

interface HoursFieldsProps {
  form: Pick<ReturnType<typeof useForm<HoursValues>>, 'field' | 'tick' | 'errors'>;
  hint?: string;
}

/** Days and times at which mail leaves. */
export function HoursFields({ form, hint }: HoursFieldsProps) {
  return (
    <fieldset className="mt-3">
      <legend className="sr-only">Days and times of sending</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {weekdays.map((name) => (
          <Checkbox key={name} {...form.tick(name)} label={name} />
        ))}
      </div>
      {form.errors.days ? <p className="mt-1.5 text-sm text-danger-text">{form.errors.days}</p> : null}
      <div className="mt-3 grid max-w-80 grid-cols-2 gap-4">
        <TextField {...form.field('from')} label="From" type="time" />
        <TextField {...form.field('to')} label="Until" type="time" />
      </div>
      {hint ? <p className="mt-2 text-sm text-muted">{hint}</p> : null}
    </fieldset>
  );
}
