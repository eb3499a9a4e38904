import { type RefObject, useRef } from 'react';
import { useKeys } from '../use-keys.ts';

/** Rows nearer to the top of the window than this lie under the bar, pixels. */
const underBar = 120;

interface RowKeys {
  searchBox: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLDivElement | null>;
  /** The id of the row that has the focus. */
  focused: () => string | null;
}

/**
 * `/` goes to the search, `j` and `k` from row to row. Rows are found by the data attribute on their links.
 * @param row name of the attribute, such as 'lead' for `data-lead`
 */
export function useRowKeys(row: string): RowKeys {
  const searchBox = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  function step(by: 1 | -1): void {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(`[data-${row}]`) ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next =
      at === -1 ? links.find((link) => link.getBoundingClientRect().top > underBar) : links[at + by];
    next?.focus();
  }
  useKeys({ '/': () => searchBox.current?.focus(), j: () => step(1), k: () => step(-1) });

  return {
    searchBox,
    list,
    focused: () => {
      const { activeElement } = document;
      return activeElement instanceof HTMLElement ? (activeElement.dataset[row] ?? null) : null;
    },
  };
}
