import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ProspectField } from '#features/outreach/contract.ts';
import type { ImportRow } from '#features/outreach/import-contract.ts';
import { figure } from '#web/lib/figure.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { NextRows } from '#web/ui/list-parts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { CorrectCell } from './correct-cell.tsx';
import { type RowFilter, useImportRows } from './use-import-rows.ts';

const states: Record<ImportRow['state'], { name: string; tone: Tone }> = {
  ok: { name: 'New', tone: 'success' },
  duplicate: { name: 'There already', tone: 'violet' },
  rejected: { name: 'Rejected', tone: 'danger' },
};
const grid =
  'grid grid-cols-[44px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-5 lg:grid-cols-[52px_minmax(0,1.3fr)_minmax(0,1.2fr)_minmax(0,1fr)_104px] lg:gap-x-4';
const usualHeight = 44;

interface ImportRowsProps {
  id: string;
  /** Fields whose cells can be corrected; none where nothing can be changed any more. */
  correctable?: readonly ProspectField[];
  filter: RowFilter;
  /** What scrolls: the list itself, or on phones the whole step. */
  scroller: RefObject<HTMLElement | null>;
}

/** Rows of the file as they would be imported: only what is seen is in the page. */
export function ImportRows({ id, correctable = [], filter, scroller }: ImportRowsProps) {
  const query = useImportRows(id, filter);
  const rows = (query.data?.pages ?? []).flatMap((page) => page.rows);
  const total = query.data?.pages.at(-1)?.total ?? rows.length;
  const place = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    // A row keeps its height when the filter puts it elsewhere.
    getItemKey: (index) => rows[index]?.line ?? index,
    overscan: 10,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !place.current) return;
    setTop(
      Math.round(place.current.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop),
    );
  }, [scroller, rows.length, filter]);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && last >= rows.length - 30)
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, last, rows.length]);

  if (query.isPending) return <RowsSkeleton />;
  if (query.isError && rows.length === 0)
    return (
      <ErrorState
        title="The rows could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (rows.length === 0) return <EmptyState compact title="No rows of this kind" />;
  return (
    <div className={cx('transition-opacity duration-[120ms]', query.isPlaceholderData && 'opacity-60')}>
      <table aria-label="Rows of the file" aria-rowcount={total + 1} className="block text-left">
        <thead className="sticky top-0 z-1 hidden border-b border-border bg-raised lg:block">
          <tr aria-rowindex={1} className={`${grid} h-9 items-center text-sm text-muted *:font-medium`}>
            <th scope="col" className="text-right">
              Line
            </th>
            <th scope="col">Business Name</th>
            <th scope="col">Contact Email</th>
            <th scope="col">Address</th>
            <th scope="col" className="text-right">
              State
            </th>
          </tr>
        </thead>
        <tbody ref={place} className="relative block" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            return row ? (
              <tr
                key={row.line}
                ref={virtual.measureElement}
                data-index={item.index}
                aria-rowindex={item.index + 2}
                style={{ transform: `translateY(${item.start - top}px)` }}
                className={cx(grid, 'absolute inset-x-0 items-center border-b border-border py-2.5')}
              >
                <Cells id={id} row={row} correctable={correctable} />
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
      <NextRows query={query} of="rows" />
    </div>
  );
}

interface CellsProps {
  id: string;
  row: ImportRow;
  correctable: readonly ProspectField[];
}

function Cells({ id, row, correctable }: CellsProps) {
  const { businessName, contactEmail, address } = row.values;
  const note = [row.reason, row.warning].filter((text) => text !== null).join(' ');
  return (
    <>
      <td className="figures self-start text-right text-sm text-muted lg:leading-[22px]">
        <span className="sr-only">Line </span>
        {figure(row.line)}
      </td>
      <td dir="auto" title={businessName} className="truncate text-left font-medium">
        {businessName || <span className="font-normal text-muted">No name</span>}
      </td>
      <Text value={contactEmail} />
      <Text value={address} />
      <td className="text-right max-lg:col-start-3 max-lg:row-start-1">
        <Badge tone={states[row.state].tone}>{states[row.state].name}</Badge>
      </td>
      {note === '' ? null : (
        <td
          dir="auto"
          className={cx(
            'col-span-full col-start-2 text-left text-sm break-words',
            row.state === 'rejected'
              ? 'text-danger-text'
              : row.state === 'duplicate'
                ? 'text-violet-text'
                : 'text-warning-text',
          )}
        >
          <CorrectCell importId={id} row={row} note={note} fields={correctable} />
        </td>
      )}
    </>
  );
}

function Text({ value }: { value: string }) {
  return (
    <td
      dir="auto"
      title={value}
      className={cx(
        'truncate text-left text-muted max-lg:col-span-2 max-lg:col-start-2 max-lg:text-sm',
        value === '' && 'max-lg:hidden',
      )}
    >
      {value}
    </td>
  );
}

function RowsSkeleton() {
  return (
    <Loading label="Loading the rows" className="lg:pt-9">
      {['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/3', 'w-1/4', 'w-3/7', 'w-2/7'].map((width) => (
        <div key={width} className={`${grid} h-11 items-center border-b border-border`}>
          <Skeleton />
          <Skeleton className={width} />
          <Skeleton className="hidden w-2/3 lg:block" />
          <Skeleton className="hidden w-1/2 lg:block" />
          <Skeleton className="h-5 w-16 rounded-full" />
        </div>
      ))}
    </Loading>
  );
}
