import { messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type EmailIntegration, emailIntegrationUpdate } from '../contract.ts';
import { saveEmail } from './save-email.ts';

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const schema = emailIntegrationUpdate.pick({ postalAddress: true, dailyLimit: true, sendWindow: true });

interface Values extends Record<string, string | boolean> {
  postalAddress: string;
  dailyLimit: string;
  window: boolean;
  from: string;
  to: string;
}

function initialOf({ postalAddress, dailyLimit, sendWindow }: EmailIntegration): Values {
  return {
    postalAddress,
    dailyLimit: dailyLimit === null ? '' : String(dailyLimit),
    window: sendWindow !== null,
    from: sendWindow?.from ?? '09:00',
    to: sendWindow?.to ?? '17:00',
    ...Object.fromEntries(
      dayNames.map((name, index) => [name, sendWindow ? sendWindow.days.includes(index + 1) : index < 5]),
    ),
  };
}

function bodyOf(values: Values): object {
  const days = dayNames.flatMap((name, index) => (values[name] === true ? [index + 1] : []));
  return {
    postalAddress: values.postalAddress.trim(),
    dailyLimit: values.dailyLimit.trim() === '' ? null : Number(values.dailyLimit),
    sendWindow: values.window ? { days, from: values.from, to: values.to } : null,
  };
}

/** The address at the end of outreach mails, how many of them leave in a day, and when. */
export function SendingForm({ settings }: { settings: EmailIntegration }) {
  const form = useForm<Values>({
    initial: initialOf(settings),
    check: (values) => Promise.resolve(issuesOf(schema.safeParse(bodyOf(values)))),
    submit: async (values) => {
      await saveEmail(settings, schema.parse(bodyOf(values)));
      toast({ title: 'Sending saved' });
    },
    failed: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The changes were not saved.'), tone: 'danger' }),
  });
  const { window } = form.values;
  return (
    <Section
      title="Sending"
      text="Outreach needs a postal address by law in many countries. Limits keep your address in good standing; replies to leads are not held back."
    >
      <form {...form.form} className="p-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('postalAddress')}
            label="Postal address"
            maxLength={300}
            dir="auto"
            className="sm:col-span-2"
          />
          <TextField
            {...form.field('dailyLimit')}
            label="Most outreach emails in a day"
            hint="Empty for no limit."
            inputMode="numeric"
          />
        </div>
        <Checkbox {...form.tick('window')} label="Send outreach at certain times only" className="mt-4" />
        {window ? (
          <fieldset className="mt-3">
            <legend className="sr-only">Days and times of sending</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {dayNames.map((name) => (
                <Checkbox key={name} {...form.tick(name)} label={name} />
              ))}
            </div>
            {form.errors.days ? <p className="mt-1.5 text-sm text-danger-text">{form.errors.days}</p> : null}
            <div className="mt-3 grid max-w-80 grid-cols-2 gap-4">
              <TextField {...form.field('from')} label="From" type="time" />
              <TextField {...form.field('to')} label="Until" type="time" />
            </div>
          </fieldset>
        ) : null}
        <Button type="submit" look="primary" busy={form.busy && 'Saving...'} className="mt-5">
          Save
        </Button>
      </form>
    </Section>
  );
}
