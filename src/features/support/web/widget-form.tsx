import { call } from '#web/api.ts';
import { zoneName } from '#web/lib/dates.ts';
import { keyOf, queryClient } from '#web/query.ts';
import { Checkbox, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import { HoursFields } from '#web/ui/hours-fields.tsx';
import { Section } from '#web/ui/section.tsx';
import { useSettingsForm } from '#web/ui/use-settings-form.tsx';
import { type SupportSettings, supportSettingsApi, widgetLimits } from '../widget-contract.ts';
import { type WidgetValues, widgetInput, widgetIssues, widgetValues } from './widget-values.ts';

const { read, update } = supportSettingsApi.endpoints;

const sides = [
  { value: 'right', label: 'Bottom right' },
  { value: 'left', label: 'Bottom left' },
];

/** Where the widget may be, how it looks, when people answer, and who is told that somebody waits. */
export function WidgetForm({ settings }: { settings: SupportSettings }) {
  const { form, end } = useSettingsForm<WidgetValues>({
    stored: widgetValues(settings),
    action: 'Save settings',
    issues: widgetIssues,
    isChanged: (before, values) => JSON.stringify(values) !== JSON.stringify(before),
    save: async (values) => {
      const saved = await call(update, { body: widgetInput(values) });
      queryClient.setQueryData<SupportSettings>(keyOf(read), saved);
      return { stored: widgetValues(saved), savedAt: new Date().toISOString() };
    },
  });

  return (
    <form {...form.form} aria-label="Settings of the widget" className="mb-8">
      <Section title="Where and how" text="Only the websites that you name may show the widget.">
        <div className="grid gap-4 p-5 sm:grid-cols-2">
          <TextAreaField
            {...form.field('origins')}
            className="sm:col-span-2"
            label="Websites"
            rows={3}
            spellCheck={false}
            placeholder="https://www.example.com"
            hint="One address on each line, without a path. https://*.example.com stands for every name below it."
          />
          <TextField {...form.field('colour')} label="Colour" type="color" className="max-w-40" />
          <SelectField {...form.field('side')} label="Place" options={sides} />
          <TextAreaField
            {...form.field('greeting')}
            className="sm:col-span-2"
            label="Greeting"
            rows={2}
            dir="auto"
            maxLength={widgetLimits.greeting}
            hint="Stands before the sentence that it is an automated assistant, which is always said."
          />
        </div>
      </Section>
      <Section
        title="People"
        text="When somebody of your team answers, and who is told that a visitor waits."
      >
        <div className="grid gap-5 p-5">
          <div>
            <Checkbox {...form.tick('window')} label="People answer at certain hours only" />
            {form.values.window ? (
              <HoursFields form={form} hint={`In ${zoneName(settings.timezone)}.`} />
            ) : null}
          </div>
          <TextAreaField
            {...form.field('awayText')}
            label="Said outside these hours"
            rows={2}
            dir="auto"
            maxLength={widgetLimits.away}
            placeholder="Our team is not here at the moment. Leave your email address, and a person answers you there."
            hint="Empty: the usual sentence, in the visitor’s language."
          />
          <TextField
            {...form.field('alertEmail')}
            label="Email for those who wait"
            type="email"
            className="max-w-96"
            placeholder="All owners"
            hint="An active member’s address. Written to 2, 10 and 30 minutes after a visitor has asked for a person, until somebody takes over."
          />
        </div>
      </Section>
      {end}
    </form>
  );
}
