import { Badge } from '#web/ui/badge.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import type { PartState, PlatformSettings } from '../settings-contract.ts';
import { SettingsForm } from './settings-form.tsx';
import { salesPart } from './settings-values.ts';

/** Whom customers write to, and what of the installation is set up. */
export function InstallationSettings({ settings }: { settings: PlatformSettings }) {
  const { mail, ai, stripe } = settings.state;
  return (
    <>
      <div className="max-w-[880px]">
        <Section
          title="State of the installation"
          text="Set by environment variables when the hub starts; secrets are never shown."
        >
          <dl className="divide-y divide-border">
            <State name="Mail" state={mail} />
            <State name="AI" state={ai} />
            <State name="Stripe" state={stripe} />
          </dl>
        </Section>
      </div>
      <SettingsForm label="Sales" part={salesPart} settings={settings}>
        {(form) => (
          <Section title="Sales">
            <div className="p-5">
              <TextField
                {...form.field('salesAddress')}
                className="max-w-105"
                label="Sales address"
                type="email"
                autoComplete="off"
                hint="Where “Contact Sales” leads, on the landing page and in Call Management. Left empty, people are told to ask whoever runs this installation."
              />
            </div>
          </Section>
        )}
      </SettingsForm>
    </>
  );
}

function State({ name, state }: { name: string; state: PartState }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-5 py-3.5">
      <dt className="w-20 font-medium">{name}</dt>
      <dd className="flex min-w-0 grow basis-72 flex-wrap items-baseline gap-x-3 gap-y-1.5">
        <span className="w-30 shrink-0">
          <Badge tone={state.configured ? 'success' : 'neutral'}>
            {state.configured ? 'Configured' : 'Not configured'}
          </Badge>
        </span>
        <span className="min-w-0 grow basis-60 break-words text-muted">{state.words}</span>
      </dd>
    </div>
  );
}
