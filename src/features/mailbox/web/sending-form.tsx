import { messageOf } from '#web/api.ts';
import { type HoursValues, hoursOf, hoursValues } from '#web/lib/weekdays.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { HoursFields } from '#web/ui/hours-fields.tsx';
import { Section } from '#web/ui/section.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { type EmailIntegration, emailIntegrationUpdate } from '../contract.ts';
import { saveEmail } from './save-email.ts';

const schema = emailIntegrationUpdate.pick({ postalAddress: true, dailyLimit: true, sendWindow: true });

interface Values extends HoursValues {
  postalAddress: string;
  dailyLimit: string;
}

function initialOf({ postalAddress, dailyLimit, sendWindow }: EmailIntegration): Values {
  return {
    postalAddress,
    dailyLimit: dailyLimit === null ? '' : String(dailyLimit),
    ...hoursValues(sendWindow),
  };
}

function bodyOf(values: Values): object {
  return {
    postalAddress: values.postalAddress.trim(),
    dailyLimit: values.dailyLimit.trim() === '' ? null : Number(values.dailyLimit),
    sendWindow: hoursOf(values),
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
        {window ? <HoursFields form={form} /> : null}
        <Button type="submit" look="primary" busy={form.busy && 'Saving...'} className="mt-5">
          Save
        </Button>
      </form>
    </Section>
  );
}
