import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { exactDateTime, relativeTime } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { useNarrow } from '#web/ui/use-narrow.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { Lead } from '../contract.ts';
import { lastActivity, leadName } from '../format.ts';
import { StageBadge } from './stage-badge.tsx';
import type { Selection } from './use-selection.ts';

const rowHeight = 44;
const cardHeight = 84;
const columns =
  'grid grid-cols-[minmax(0,2fr)_minmax(0,1.5fr)_112px_minmax(0,1.1fr)_112px] lg:grid-cols-[minmax(0,2fr)_minmax(0,1.7fr)_112px_minmax(0,1.8fr)_minmax(0,1fr)_120px] items-center gap-4 px-4';

interface Paging {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface LeadListProps {
  rows: readonly Lead[];
  query: Paging;
  total: number;
  /** Null for who may do nothing with many leads. */
  selection: Selection | null;
}

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

/**
 * 100,000 rows as a table, or as cards under 768 px: only what is seen is in the page. Real table elements
 * laid out as blocks and grids, since rows that are placed one by one cannot share a table's columns.
 */
export function LeadList({ rows, query, total, selection }: LeadListProps) {
  const narrow = useNarrow();
  const place = useRef<HTMLTableSectionElement>(null);
  const top = useTop(place);
  const height = narrow ? cardHeight : rowHeight;
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here.
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;

  useLayoutEffect(() => virtual.measure(), [height, virtual]);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && last >= rows.length - 40)
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, last, rows.length]);

  const rowStyle = (start: number): CSSProperties => ({
    position: 'absolute',
    insetInline: 0,
    height,
    transform: `translateY(${start - top}px)`,
  });

  return (
    <>
      <table aria-label="Leads" aria-rowcount={total + 1} className="block text-left">
        <thead className="sticky top-(--bar) z-10 hidden rounded-t-lg border-b border-border bg-surface md:block">
          <tr aria-rowindex={1} className={`${columns} h-10 text-sm text-muted *:font-medium`}>
            <th scope="col" className="flex items-center gap-3">
              {selection ? (
                <input
                  type="checkbox"
                  aria-label="Select the leads shown"
                  className="size-4.5 accent-brand"
                  checked={selection.all || selection.ids.size > 0}
                  ref={(box) => {
                    if (box) box.indeterminate = !selection.all && selection.ids.size > 0;
                  }}
                  onChange={selection.toggleLoaded}
                />
              ) : null}
              Name
            </th>
            <th scope="col">Company or email</th>
            <th scope="col">Stage</th>
            <th scope="col" className="hidden lg:block">
              Interested in
            </th>
            <th scope="col" className="text-right">
              Budget
            </th>
            <th scope="col" className="text-right">
              Last activity
            </th>
          </tr>
        </thead>
        <tbody ref={place} className="relative block" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const lead = rows[item.index];
            if (!lead) return null;
            const where = { style: rowStyle(item.start), index: item.index + 2, lead, selection };
            return narrow ? (
              <Card key={lead.thread_id} {...where} />
            ) : (
              <Row key={lead.thread_id} {...where} />
            );
          })}
        </tbody>
      </table>
      {isFetchNextPageError ? (
        <div className="flex items-center justify-center gap-3 border-t border-border p-3 text-muted">
          The next leads could not be loaded.
          <Button onClick={() => void fetchNextPage()}>Try again</Button>
        </div>
      ) : hasNextPage ? (
        <div className="flex h-11 items-center border-t border-border px-4">
          <Skeleton className="w-40" />
        </div>
      ) : null}
    </>
  );
}

interface PlacedLead {
  lead: Lead;
  selection: Selection | null;
  index: number;
  style: CSSProperties;
}

/** The name as a real link that covers its whole row: it opens by click, by Enter, and in a new tab. */
function OpenLink({ lead }: { lead: Lead }) {
  return (
    <Link
      to="."
      search={(before: Record<string, string>) => ({ ...before, lead: lead.thread_id })}
      state={{ fromList: true }}
      resetScroll={false}
      preload={false}
      data-lead={lead.thread_id}
      dir="auto"
      title={leadName(lead)}
      className="block truncate text-left font-medium outline-offset-[-2px] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-offset-[-2px] focus-visible:after:outline-focus"
    >
      {leadName(lead)}
    </Link>
  );
}

function When({ instant }: { instant: string }) {
  const zone = useZone();
  const now = useNow();
  return (
    <time dateTime={instant} title={exactDateTime(instant, zone)} className="relative whitespace-nowrap">
      {relativeTime(instant, zone, now)}
    </time>
  );
}

function Text({ value, className = '' }: { value: string | null; className?: string }) {
  return (
    <td dir="auto" title={value ?? undefined} className={cx('truncate text-muted', className || 'text-left')}>
      {value}
    </td>
  );
}

/** Lies above the link that covers the row. */
function Select({ lead, selection }: Pick<PlacedLead, 'lead' | 'selection'>) {
  if (!selection) return null;
  return (
    <input
      type="checkbox"
      aria-label={`Select ${leadName(lead)}`}
      className="relative z-1 size-4.5 shrink-0 accent-brand max-md:size-5"
      checked={selection.has(lead.thread_id)}
      onClick={(event) => selection.toggle(lead.thread_id, event.shiftKey)}
      onChange={() => undefined}
    />
  );
}

function Row({ lead, index, style, selection }: PlacedLead) {
  return (
    <tr
      aria-rowindex={index}
      style={style}
      className={cx(
        columns,
        'border-b border-border last:border-b-0',
        selection?.has(lead.thread_id) ? 'bg-theme-quiet' : 'hover:bg-hover',
      )}
    >
      <td className="flex min-w-0 items-center gap-3">
        <Select lead={lead} selection={selection} />
        <span className="min-w-0">
          <OpenLink lead={lead} />
        </span>
      </td>
      <Text value={lead.company ?? lead.contact_email} />
      <td>
        <StageBadge stage={lead.stage} />
      </td>
      <Text value={lead.billboard ?? lead.advertising_goal} className="hidden text-left lg:block" />
      <Text value={lead.budget} className="figures text-right" />
      <td className="figures text-right text-muted">
        <When instant={lastActivity(lead)} />
      </td>
    </tr>
  );
}

function Card({ lead, index, style, selection }: PlacedLead) {
  return (
    <tr
      aria-rowindex={index}
      style={style}
      className={cx(
        'block border-b border-border last:border-b-0 active:bg-hover',
        selection?.has(lead.thread_id) && 'bg-theme-quiet',
      )}
    >
      <td className="flex h-full flex-col justify-center gap-1 px-4">
        <div className="flex items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2.5">
            <Select lead={lead} selection={selection} />
            <span className="min-w-0">
              <OpenLink lead={lead} />
            </span>
          </span>
          <StageBadge stage={lead.stage} />
        </div>
        <p dir="auto" className="truncate text-left text-sm text-muted">
          {lead.company ?? lead.contact_email ?? 'No company'}
        </p>
        <p className="figures flex justify-between gap-3 text-sm text-muted">
          <When instant={lastActivity(lead)} />
          <span dir="auto" className="truncate">
            {lead.budget}
          </span>
        </p>
      </td>
    </tr>
  );
}

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-4/5', 'w-1/4', 'w-2/3', 'w-3/4', 'w-3/7', 'w-2/7'];

/** Rows in their final place before they are there. */
export function LeadListSkeleton() {
  return (
    <Loading label="Loading leads">
      <div className="hidden h-10 border-b border-border md:block" />
      {widths.map((width) => (
        <div
          key={width}
          className={`${columns} h-21 border-b border-border last:border-b-0 max-md:flex md:h-11`}
        >
          <Skeleton className={width} />
          <Skeleton className="hidden w-2/3 md:block" />
          <Skeleton className="h-5 w-16 rounded-full max-md:ml-auto" />
          <Skeleton className="hidden w-1/2 lg:block" />
          <Skeleton className="ml-auto hidden w-16 md:block" />
          <Skeleton className="ml-auto hidden w-20 md:block" />
        </div>
      ))}
    </Loading>
  );
}
