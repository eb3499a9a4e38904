import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { type PlatformSettings, settingsLimits } from '../settings-contract.ts';
import { type SettingsFields, SettingsForm } from './settings-form.tsx';
import { figureRows, landingPart, presetValues, testimonialRows } from './settings-values.ts';

/** What the landing page says in the operator's name. */
export function LandingSettings({ settings }: { settings: PlatformSettings }) {
  return (
    <SettingsForm label="Landing page" part={landingPart} settings={settings}>
      {(form) => (
        <>
          <Section
            title="Introduction"
            text="The first two sentences of the landing page: what this is, and for whom."
            action={
              <a href="/landing" target="_blank" rel="noopener" className="link">
                Open the landing page
              </a>
            }
          >
            <div className="grid gap-4 p-5">
              <TextField
                {...form.field('headline')}
                label="Headline"
                maxLength={settingsLimits.headline}
                dir="auto"
                hint="Left empty, the shipped one is shown."
              />
              <TextAreaField
                {...form.field('intro')}
                label="Text below it"
                rows={3}
                maxLength={settingsLimits.intro}
                dir="auto"
              />
            </div>
          </Section>
          <Figures form={form} />
          <Testimonials form={form} />
        </>
      )}
    </SettingsForm>
  );
}

function Figures({ form }: { form: SettingsFields }) {
  return (
    <Section
      title="Figures"
      text="Up to four. Lines that are empty are not shown; without any, the page has no figures at all."
      action={<Button onClick={() => form.set(presetValues())}>Fill in the preset</Button>}
    >
      <div className="p-5">
        <Notice tone="warning" boxed className="mb-4">
          Figures and testimonials are published in your name. Enter only what you can show: the preset is an
          example of what could stand here, not something that AI Hub has measured.
        </Notice>
        <div className="grid gap-x-4 gap-y-3">
          {figureRows.map((row) => (
            <div key={row} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-4">
              <TextField
                {...form.field(`figure${row}Value`)}
                label={`Figure ${row + 1}`}
                maxLength={settingsLimits.figureValue}
              />
              <TextField
                {...form.field(`figure${row}Label`)}
                label={`What figure ${row + 1} counts`}
                maxLength={settingsLimits.figureLabel}
                dir="auto"
              />
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}

function Testimonials({ form }: { form: SettingsFields }) {
  return (
    <Section
      title="Testimonials"
      text="Up to three, in the words of real customers who agreed to it. Empty ones are not shown."
    >
      <div className="divide-y divide-border">
        {testimonialRows.map((row) => (
          <div key={row} className="grid gap-4 p-5 sm:grid-cols-2">
            <TextAreaField
              {...form.field(`testimonial${row}Quote`)}
              className="sm:col-span-2"
              label={`Testimonial ${row + 1}`}
              rows={2}
              maxLength={settingsLimits.quote}
              dir="auto"
            />
            <TextField
              {...form.field(`testimonial${row}Name`)}
              label={`Name of customer ${row + 1}`}
              maxLength={settingsLimits.name}
              dir="auto"
            />
            <TextField
              {...form.field(`testimonial${row}Role`)}
              label={`Position and company of customer ${row + 1}`}
              maxLength={settingsLimits.role}
              dir="auto"
            />
          </div>
        ))}
      </div>
    </Section>
  );
}
