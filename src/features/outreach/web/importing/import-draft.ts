import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { consentBasis } from '#features/outreach/consent.ts';
import { prospectField } from '#features/outreach/contract.ts';
import { duplicateChoice } from '#features/outreach/import-contract.ts';
import { onTokenChange } from '#web/token.ts';

const draftShape = z.object({
  step: z.enum(['columns', 'check']),
  /** Where each column goes, as it is being chosen; null = as the server has it. */
  fields: z.array(prospectField.nullable()).nullable(),
  duplicates: duplicateChoice,
  /** `unknown`: 'I cannot say yet'; null = not answered. */
  basis: z.union([consentBasis, z.literal('unknown')]).nullable(),
  source: z.string(),
});
export type ImportDraft = z.infer<typeof draftShape>;

const draftsShape = z.record(z.string(), draftShape);
type Drafts = z.infer<typeof draftsShape>;

const empty: ImportDraft = { step: 'columns', fields: null, duplicates: 'skip', basis: null, source: '' };
const storageKey = 'prospect-imports';
/** Files that wait at the same time; an older one begins again with what the server knows. */
const kept = 5;

function stored(): Drafts {
  try {
    const parsed = draftsShape.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    // Not JSON, or the browser keeps nothing: there is no draft then.
    return {};
  }
}

/** What is being chosen for files that wait, as long as this browser tab lives: neither closing nor reloading loses it. */
let drafts = stored();
const listeners = new Set<() => void>();

function put(next: Drafts): void {
  drafts = Object.fromEntries(Object.entries(next).slice(-kept));
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(drafts));
  } catch {
    // The browser keeps nothing: the drafts live as long as the page.
  }
  for (const listener of listeners) listener();
}

// What one session has chosen is not shown to the next one in the same browser.
onTokenChange(() => put({}));

export function changeImportDraft(id: string, change: Partial<ImportDraft>): void {
  const { [id]: before = empty, ...others } = drafts;
  put({ ...others, [id]: { ...before, ...change } });
}

export function useImportDraft(id: string): ImportDraft {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => drafts[id] ?? empty,
  );
}
