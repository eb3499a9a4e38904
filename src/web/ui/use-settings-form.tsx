import { type ReactNode, useState } from 'react';
import type { Issue } from '#shared/errors.ts';
import { messageOf } from '../api.ts';
import { toast } from '../toast.ts';
import { SaveBar } from './save-bar.tsx';
import { useForm } from './use-form.ts';
import { useUnsaved } from './use-unsaved.tsx';

interface Options<V extends Record<string, string | boolean>> {
  /** What is stored, as the fields show it. */
  stored: V;
  /** What the button says, such as 'Save settings'. */
  action: string;
  issues: (values: V) => Issue[];
  isChanged: (before: V, values: V) => boolean;
  /** Saves and answers what is stored then, and when that was. */
  save: (values: V, before: V) => Promise<{ stored: V; savedAt: string | null }>;
}

/** A long form over settings that are there: it saves what was changed, says so at its end, and asks before it is left. */
export function useSettingsForm<V extends Record<string, string | boolean>>({
  stored,
  action,
  issues,
  isChanged,
  save,
}: Options<V>) {
  const [before, setBefore] = useState(stored);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const startFrom = (values: V) => {
    setBefore(values);
    form.reset(values);
  };
  const form = useForm<V>({
    initial: before,
    check: (values) => Promise.resolve(issues(values)),
    submit: async (values) => {
      const saved = await save(values, before);
      startFrom(saved.stored);
      setSavedAt(saved.savedAt);
    },
    failed: (error) =>
      toast({
        title: 'The settings were not saved',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  const changed = isChanged(before, form.values);
  const { question } = useUnsaved(changed);
  const end: ReactNode = (
    <>
      <SaveBar action={action} isChanged={changed} isBusy={form.busy} savedAt={savedAt} />
      {question}
    </>
  );
  return { form, end, before, changed, startFrom };
}
