import { Checkbox, TextField } from '#web/ui/field.tsx';
import { HoursFields } from '#web/ui/hours-fields.tsx';
import { Section } from '#web/ui/section.tsx';
import type { useForm } from '#web/ui/use-form.ts';
import { rampWords } from './ramp-words.ts';
import type { SettingsValues } from './settings-values.ts';

type Form = Pick<ReturnType<typeof useForm<SettingsValues>>, 'field' | 'tick' | 'values' | 'errors'>;

/** Caps, the slow beginning, and the hours of sending. */
export function WhenFields({ form }: { form: Form }) {
  return (
    <Section
      title="How many, and when"
      text="For emails of sequences. One that a person sends from a prospect leaves at once."
    >
      <div className="divide-y divide-border *:p-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('dailyCap')}
            label="Most in a day"
            inputMode="numeric"
            hint="Empty for no cap. Days are those of your organization."
          />
          <TextField
            {...form.field('hourlyCap')}
            label="Most in an hour"
            inputMode="numeric"
            hint="Empty for no cap."
          />
        </div>
        <Ramp form={form} />
        <Hours form={form} />
        <Checkbox {...form.tick('spread')} label="Spread them over the day instead of all at its beginning" />
      </div>
    </Section>
  );
}

function Ramp({ form }: { form: Form }) {
  const { ramp, startsAt, addsPerDay, dailyCap } = form.values;
  const cap = dailyCap.trim() === '' ? null : Number(dailyCap);
  const words = rampWords(Number(startsAt), Number(addsPerDay), Number.isInteger(cap) ? cap : null);
  return (
    <div>
      <Checkbox
        {...form.tick('ramp')}
        label="Begin slowly: providers trust an address that grows day by day"
      />
      {ramp ? (
        <>
          <div className="mt-3 grid max-w-96 grid-cols-2 gap-4">
            <TextField {...form.field('startsAt')} label="On the first day" inputMode="numeric" />
            <TextField {...form.field('addsPerDay')} label="More each day" inputMode="numeric" />
          </div>
          {words ? <p className="mt-2 text-muted">{words}</p> : null}
        </>
      ) : null}
    </div>
  );
}

function Hours({ form }: { form: Form }) {
  return (
    <div>
      <Checkbox {...form.tick('window')} label="Only on certain days and at certain times" />
      {form.values.window ? <HoursFields form={form} hint="On the clock where the recipient is." /> : null}
    </div>
  );
}
