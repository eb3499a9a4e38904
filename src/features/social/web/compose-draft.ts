import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { uploadedPicture } from '#features/images/contract.ts';
import { onTokenChange } from '#web/token.ts';
import { platform } from '../platforms.ts';

const whenKind = z.enum(['draft', 'next_slot', 'at']);
export type WhenKind = z.infer<typeof whenKind>;

const draftShape = z.object({
  brief: z.string(),
  platforms: z.array(platform),
  /** The text of every platform that has none of its own. */
  text: z.string(),
  /** Texts of platforms that are written differently. */
  own: z.partialRecord(platform, z.string()),
  /** The uploaded picture. */
  picture: uploadedPicture.nullable(),
  alt: z.string(),
  when: whenKind,
  date: z.string(),
  time: z.string(),
});
export type ComposeDraft = z.infer<typeof draftShape>;

const empty: ComposeDraft = {
  brief: '',
  platforms: ['linkedin'],
  text: '',
  own: {},
  picture: null,
  alt: '',
  when: 'draft',
  date: '',
  time: '',
};

const storageKey = 'social-composer';

function stored(): ComposeDraft {
  try {
    const parsed = draftShape.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return parsed.success ? parsed.data : empty;
  } catch {
    // Not JSON, or the browser keeps nothing: there is no draft then.
    return empty;
  }
}

/** What is being written, as long as this browser tab lives: neither closing nor reloading loses it. */
let current = stored();
const listeners = new Set<() => void>();

function put(next: ComposeDraft): void {
  current = next;
  try {
    if (isEmptyDraft(next)) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // The browser keeps nothing: the draft lives as long as the page.
  }
  for (const listener of listeners) listener();
}

// What one session has written is not shown to the next one in the same browser.
onTokenChange(() => put(empty));

/** Nothing in it that would be missed. */
export function isEmptyDraft({ brief, text, own, picture }: ComposeDraft): boolean {
  return `${brief}${text}${Object.values(own).join('')}`.trim() === '' && picture === null;
}

export function composeDraft(): ComposeDraft {
  return current;
}

export function changeDraft(change: Partial<ComposeDraft>): void {
  put({ ...current, ...change });
}

export function clearDraft(): void {
  put(empty);
}

export function useComposeDraft(): ComposeDraft {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
