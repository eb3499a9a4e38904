import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A list that is read in pages. */
export interface Paging {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** The next page is read when so many rows are left below. */
const aheadRows = 40;

/** Where the list begins on the page, kept up to date when something above it grows. */
function useTop(place: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (place.current) setTop(Math.round(place.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [place]);
  return top;
}

interface WindowRows {
  /** The body of the table; it has to be `relative` and of this height. */
  body: { ref: RefObject<HTMLTableSectionElement | null>; style: CSSProperties };
  /** The rows that are seen, by their index, and how far down in the body each one begins, pixels. */
  shown: readonly { index: number; top: number }[];
}

/** Where a row goes. `top` and `height` rather than a style, so that a row that stays is not drawn again. */
export interface RowPlace {
  top: number;
  height: number;
}

export function rowStyle({ top, height }: RowPlace): CSSProperties {
  return { position: 'absolute', insetInline: 0, height, transform: `translateY(${top}px)` };
}

/**
 * 100,000 rows of one height that scroll with the page: only what is seen is in the page, and the next page is read in
 * time.
 * @param height pixels of a row
 */
export function useWindowRows(count: number, height: number, query: Paging): WindowRows {
  const place = useRef<HTMLTableSectionElement>(null);
  const top = useTop(place);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here.
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;

  useLayoutEffect(() => virtual.measure(), [height, virtual]);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && last >= count - aheadRows)
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, last, count]);

  return {
    body: { ref: place, style: { height: virtual.getTotalSize() } },
    shown: items.map(({ index, start }) => ({ index, top: start - top })),
  };
}
