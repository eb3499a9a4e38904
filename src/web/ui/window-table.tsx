import type { ReactNode } from 'react';
import { NextRows } from './list-parts.tsx';
import { Loading } from './skeleton.tsx';
import { useNarrow } from './use-narrow.ts';
import { type Paging, type RowPlace, useWindowRows } from './use-window-rows.ts';

/** Where a row goes, with its number for who hears the table: the head is 1. */
export interface TablePlace extends RowPlace {
  index: number;
}

/** What a list has so far. */
export interface WindowRows<Item> {
  rows: readonly Item[];
  query: Paging;
  total: number;
}

interface WindowTableProps<Item> extends WindowRows<Item> {
  label: string;
  /** What the rows are, in the plural: 'The next leads could not be loaded.' */
  of: string;
  /** Classes that lay out the head, and each row, as a grid. */
  columns: string;
  /** Pixels of a row, and of a card under 768 px. */
  heights: { row: number; card: number };
  /** The cells of the head. */
  head: ReactNode;
  /** A row, or a card where it is narrow, with its key. */
  children: (item: Item, place: TablePlace, narrow: boolean) => ReactNode;
}

/**
 * 100,000 rows as a table, or as cards under 768 px: only what is seen is in the page. Real table elements
 * laid out as blocks and grids, since rows that are placed one by one cannot share a table's columns.
 */
export function WindowTable<Item>({
  label,
  of,
  columns,
  heights,
  rows,
  query,
  total,
  head,
  children,
}: WindowTableProps<Item>) {
  const narrow = useNarrow();
  const height = narrow ? heights.card : heights.row;
  const { body, shown } = useWindowRows(rows.length, height, query);
  return (
    <>
      <table aria-label={label} aria-rowcount={total + 1} className="block text-left">
        <thead className="sticky top-(--bar) z-10 hidden rounded-t-lg border-b border-border bg-surface md:block">
          <tr aria-rowindex={1} className={`${columns} h-10 text-sm text-muted *:font-medium`}>
            {head}
          </tr>
        </thead>
        {/* Clipped: while a window is made narrow, rows are wider than it until they are cards. */}
        <tbody {...body} className="relative block overflow-x-clip">
          {shown.map(({ index, top }) => {
            const item = rows[index];
            return item === undefined ? null : children(item, { top, height, index: index + 2 }, narrow);
          })}
        </tbody>
      </table>
      <NextRows query={query} of={of} />
    </>
  );
}

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-4/5', 'w-1/4', 'w-2/3', 'w-3/4', 'w-3/7', 'w-2/7'];

interface WindowTableSkeletonProps {
  label: string;
  /** Classes of a row: its columns and its heights. */
  row: string;
  /** At most ten. */
  count: number;
  /** The cells of a row; the first one is as wide as it is told. */
  children: (width: string) => ReactNode;
}

/** Rows in their final place before they are there. */
export function WindowTableSkeleton({ label, row, count, children }: WindowTableSkeletonProps) {
  return (
    <Loading label={label}>
      <div className="hidden h-10 border-b border-border md:block" />
      {widths.slice(0, count).map((width) => (
        <div key={width} className={`${row} border-b border-border last:border-b-0 max-md:flex`}>
          {children(width)}
        </div>
      ))}
    </Loading>
  );
}
