import {
  emailLengthNames,
  emailLengths,
  emailToneNames,
  emailTones,
} from '#features/outreach/email-contract.ts';
import {
  type OutreachSettings,
  outreachSettingsApi,
  outreachSettingsLimits,
} from '#features/outreach/settings-contract.ts';
import { call } from '#web/api.ts';
import { Checkbox, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { useSettingsForm } from '#web/ui/use-settings-form.tsx';
import { showSettings } from './pause-sending.ts';
import { changedSettings, type SettingsValues, settingsIssues, valuesOf } from './settings-values.ts';
import { WhenFields } from './when-fields.tsx';

const tones = emailTones.map((tone) => ({ value: tone, label: emailToneNames[tone] }));
const lengths = emailLengths.map((length) => ({ value: length, label: emailLengthNames[length] }));

/** How emails are written, and when and how many of a sequence leave. Only what was changed is sent. */
export function SettingsForm({ settings }: { settings: OutreachSettings }) {
  const stored = valuesOf(settings);
  const { form, end, before, changed, startFrom } = useSettingsForm<SettingsValues>({
    stored,
    action: 'Save settings',
    issues: settingsIssues,
    isChanged: (was, values) => Object.keys(changedSettings(was, values)).length > 0,
    save: async (values, was) => {
      const saved = await call(outreachSettingsApi.endpoints.update, { body: changedSettings(was, values) });
      await showSettings(saved);
      return { stored: valuesOf(saved), savedAt: new Date().toISOString() };
    },
  });
  // What others saved meanwhile is shown, unless something is being typed here.
  if (!changed && !form.busy && JSON.stringify(stored) !== JSON.stringify(before)) startFrom(stored);

  return (
    <form {...form.form} aria-label="Settings of Outreach">
      <Section title="Writing" text="How AI writes, and what ends every email.">
        <div className="grid gap-4 p-5 sm:grid-cols-2">
          <SelectField {...form.field('tone')} label="Tone" options={tones} />
          <SelectField {...form.field('length')} label="Length" options={lengths} />
          <TextAreaField
            {...form.field('approvedSentences')}
            className="sm:col-span-2"
            label="Sentences that AI may use about you"
            rows={4}
            dir="auto"
            hint={`One on each line, at most ${outreachSettingsLimits.sentences}. AI uses them word by word and claims nothing else about you.`}
          />
          <TextAreaField
            {...form.field('signature')}
            className="sm:col-span-2"
            label="Signature"
            rows={3}
            dir="auto"
            maxLength={outreachSettingsLimits.signature}
            hint="Ends every email, above your name, your address and the link to unsubscribe."
          />
          <Checkbox
            {...form.tick('requireConsentBasis')}
            className="sm:col-span-2"
            label="No email leaves without a recorded basis of consent, not even one that a person wrote"
          />
        </div>
      </Section>
      <WhenFields form={form} />
      <Section title="Records of your domain">
        <div className="p-5">
          <TextField
            {...form.field('dkimSelector')}
            label="DKIM selector"
            className="max-w-80"
            placeholder="Common ones are tried"
            hint="Your mail provider names it. It is used by “Check now” only."
          />
        </div>
      </Section>
      {end}
    </form>
  );
}
