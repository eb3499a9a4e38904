import { type RefObject, useRef } from 'react';
import { useKeys } from '#web/use-keys.ts';

interface DraftKeys {
  list: RefObject<HTMLOListElement | null>;
  /** How to go to the draft after this one, or before it when it is the last; asked for before it leaves the list. */
  wayOn: (id: string) => () => void;
}

const current = () => document.activeElement?.closest<HTMLElement>('[data-draft]') ?? null;

function go(to: HTMLElement | undefined): void {
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: 'start' });
}

const withCurrent = (act: (id: string) => void) => () => {
  const id = current()?.dataset.draft;
  if (id) act(id);
};

/**
 * `j` and `k` from draft to draft, `e` edits and `a` approves the one that has the focus, also when a button in it has.
 * Drafts are found by `data-draft`.
 */
export function useDraftKeys(
  on: { edit: (id: string) => void; approve: (id: string) => void } | null,
): DraftKeys {
  const list = useRef<HTMLOListElement>(null);
  const all = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-draft]') ?? [])];

  function step(by: 1 | -1): void {
    const drafts = all();
    const at = drafts.findIndex((one) => one === current());
    go(at === -1 ? drafts[0] : drafts[at + by]);
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ...(on ? { e: withCurrent(on.edit), a: withCurrent(on.approve) } : {}),
  });

  return {
    list,
    wayOn: (id) => {
      const drafts = all();
      const at = drafts.findIndex((one) => one.dataset.draft === id);
      const next = drafts[at + 1] ?? drafts[at - 1];
      return () => go(next);
    },
  };
}
