import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api.ts';
import { type Faults, faultsOf, newStep, type SequenceDraft, type StepDraft } from './sequence-draft.ts';

interface Options {
  initial: SequenceDraft;
  /** Saves it; what it throws is said. */
  submit: (draft: SequenceDraft) => Promise<void>;
  failed: (error: unknown) => void;
}

/** State of the form of a sequence: what is typed, what is wrong beside each field, and whether it is being saved. */
export function useSequenceForm({ initial, submit, failed }: Options) {
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function refuse(found: Faults): void {
    setFaults(found);
    setRefusals((count) => count + 1);
  }

  function accept(paths: readonly string[]): void {
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => !paths.includes(path))),
    );
  }

  async function save(): Promise<void> {
    const found = faultsOf(draft);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    setBusy(true);
    try {
      await submit(draft);
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      if (issues.length > 0)
        refuse(Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])));
      failed(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    draft,
    faults,
    busy,
    set: (change: Partial<Pick<SequenceDraft, 'name' | 'stopsCompany'>>) => {
      setDraft((before) => ({ ...before, ...change }));
      accept(Object.keys(change));
    },
    setStep: (index: number, change: Partial<StepDraft>) => {
      setDraft((before) => ({
        ...before,
        steps: before.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
      }));
      accept(Object.keys(change).map((field) => `steps.${index}.${field}`));
    },
    addStep: () => setDraft((before) => ({ ...before, steps: [...before.steps, newStep(false)] })),
    removeStep: (index: number) => {
      setDraft((before) => ({ ...before, steps: before.steps.filter((_step, at) => at !== index) }));
      // They name places that others have now.
      setFaults({});
    },
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!busy) void save();
      },
    },
  };
}

export type SequenceForm = ReturnType<typeof useSequenceForm>;
