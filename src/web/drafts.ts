import { useSyncExternalStore } from 'react';
import { onTokenChange } from './token.ts';

export interface Drafts<Draft> {
  of: (id: string) => Draft;
  change: (id: string, change: Partial<Draft>) => void;
  clear: (id: string) => void;
  /** The same as `of`, for a component that shows it. */
  use: (id: string) => Draft;
}

/**
 * What is being written, by what it belongs to, while the page is open: closing a dialog loses nothing, and a page that is
 * closed or loaded again asks first, in the browser's own words, where `isWritten` says of a draft that somebody would miss
 * it. It ends with the session: what one person has begun is not shown to the next one in the same browser.
 */
export function draftsOf<Draft extends object>(
  empty: Draft,
  isWritten: (draft: Draft) => boolean,
): Drafts<Draft> {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const announce = () => {
    // Only while there is something to lose: a page that listens is not kept by the browser for Back.
    if ([...drafts.values()].some(isWritten)) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const of = (id: string) => drafts.get(id) ?? empty;

  onTokenChange(() => {
    drafts.clear();
    announce();
  });

  return {
    of,
    change: (id, change) => {
      drafts.set(id, { ...of(id), ...change });
      announce();
    },
    clear: (id) => {
      drafts.delete(id);
      announce();
    },
    use: (id) => useSyncExternalStore(subscribe, () => of(id)),
  };
}
