import type { ReactNode } from 'react';
import { call } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import type { useForm } from '#web/ui/use-form.ts';
import { useSettingsForm } from '#web/ui/use-settings-form.tsx';
import { type PlatformSettings, platformSettingsApi } from '../settings-contract.ts';
import { changedInput, type SettingsPart, settingsIssues } from './settings-values.ts';

const { read, update, site } = platformSettingsApi.endpoints;

export type SettingsFields = Pick<
  ReturnType<typeof useForm<Record<string, string>>>,
  'field' | 'set' | 'values'
>;

interface SettingsFormProps {
  label: string;
  part: SettingsPart;
  settings: PlatformSettings;
  children: (form: SettingsFields) => ReactNode;
}

/** A form over a part of the settings. Only what was changed is sent; leaving with changes asks. */
export function SettingsForm({ label, part, settings, children }: SettingsFormProps) {
  const { form, end } = useSettingsForm<Record<string, string>>({
    stored: part.valuesOf(settings),
    action: 'Save changes',
    issues: (values) => settingsIssues(part, values),
    isChanged: (before, values) => Object.keys(changedInput(part, before, values)).length > 0,
    save: async (values, before) => {
      const saved = await call(update, { body: changedInput(part, before, values) });
      queryClient.setQueryData<PlatformSettings>(keyOf(read), saved);
      await refresh([site]);
      return { stored: part.valuesOf(saved), savedAt: saved.updatedAt };
    },
  });
  return (
    <form {...form.form} aria-label={label} className="max-w-[880px]">
      {children(form)}
      {end}
    </form>
  );
}
