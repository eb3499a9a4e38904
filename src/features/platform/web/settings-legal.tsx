import { type LegalText, legalTemplates, legalTexts } from '#features/legal/templates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { type PlatformSettings, settingsLimits } from '../settings-contract.ts';
import { type SettingsFields, SettingsForm } from './settings-form.tsx';
import { legalPart } from './settings-values.ts';

/** Terms and privacy policy, in Markdown. */
export function LegalSettings({ settings }: { settings: PlatformSettings }) {
  return (
    <SettingsForm label="Legal texts" part={legalPart} settings={settings}>
      {(form) => (
        <>
          <Text form={form} name="terms" isTemplate={settings.terms === ''} />
          <Text form={form} name="privacy" isTemplate={settings.privacy === ''} />
        </>
      )}
    </SettingsForm>
  );
}

interface TextProps {
  form: SettingsFields;
  name: LegalText;
  isTemplate: boolean;
}

function Text({ form, name, isTemplate }: TextProps) {
  const { title, path } = legalTexts[name];
  const hint =
    'Markdown: ## for a heading, - for a list, [words](https://…) for a link. HTML is shown as text.';
  return (
    <Section
      title={title}
      text={
        isTemplate
          ? 'What is published is the shipped template, and says so. Replace it with a text of your own.'
          : 'What is published is your own text.'
      }
      action={
        <div className="flex flex-wrap items-center gap-3">
          {isTemplate ? <Badge tone="warning">Template</Badge> : null}
          <a href={path} target="_blank" rel="noopener" className="link">
            Open {path}
          </a>
        </div>
      }
    >
      <div className="p-5">
        <TextAreaField
          {...form.field(name)}
          label={`Text of the ${title}`}
          labelHidden
          rows={14}
          maxLength={settingsLimits.legalText}
          dir="auto"
          hint={hint}
        />
        <Button
          look="quiet"
          className="mt-3"
          disabled={form.values[name] === legalTemplates[name]}
          onClick={() => form.set({ [name]: legalTemplates[name] })}
        >
          Put the template back
        </Button>
      </div>
    </Section>
  );
}
