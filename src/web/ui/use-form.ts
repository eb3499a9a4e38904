import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { Issue } from '#shared/errors.ts';
import { ApiError } from '../api.ts';

type Values = Record<string, string | boolean>;

interface Options<V extends Values> {
  initial: V;
  /** What is wrong, in the contract's words. Asynchronous, so that schemas load only when they are needed. */
  check: (values: V) => Promise<Issue[]>;
  submit: (values: V) => Promise<void>;
  /** Failures that belong to no field, or also to be said aloud. */
  failed: (error: unknown) => void;
  /** The field that a failure without issues belongs to. */
  place?: (error: unknown) => Issue[];
}

/** The part of a path that names a field: 'organization.slug' is `slug`. */
function fieldOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** The issues of a refused value, as `check` returns them. */
export function issuesOf(result: {
  success: boolean;
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
}): Issue[] {
  return (result.error?.issues ?? []).map((found) => ({
    path: found.path.map(String).join('.'),
    message: found.message,
  }));
}

/** State of a form: values, what is wrong beside each field, and whether it is being sent. */
export function useForm<V extends Values>({ initial, check, submit, failed, place }: Options<V>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (refusals === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function refuse(issues: readonly Issue[]): void {
    const first: Record<string, string> = {};
    for (const found of issues) first[fieldOf(found.path)] ??= found.message;
    setErrors(first);
    setRefusals((count) => count + 1);
  }

  function accept(names: readonly string[]): void {
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    );
  }

  function set(patch: Partial<V>): void {
    setValues((before) => ({ ...before, ...patch }));
    accept(Object.keys(patch));
  }

  function setOne(name: keyof V & string, value: string | boolean): void {
    setValues((before) => ({ ...before, [name]: value }));
    accept([name]);
  }

  async function send(): Promise<void> {
    setBusy(true);
    try {
      const issues = await check(values);
      if (issues.length > 0) {
        refuse(issues);
        return;
      }
      setErrors({});
      await submit(values);
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const known = issues.filter((found) => fieldOf(found.path) in values);
      const placed = [...known, ...(place?.(error) ?? [])];
      if (placed.length > 0) refuse(placed);
      if (known.length === 0) failed(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    values,
    errors,
    busy,
    set,
    reset: (to: V) => {
      setValues(to);
      setErrors({});
    },
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!busy) void send();
      },
    },
    /** Wiring of a text or select field. */
    field: (name: keyof V & string) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        setOne(name, event.target.value),
    }),
    /** Wiring of a checkbox. */
    tick: (name: keyof V & string) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setOne(name, event.target.checked),
    }),
  };
}
