import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { exactDateTime, relativeTime } from '../lib/dates.ts';
import { useZone } from '../session.tsx';
import { Button } from './button.tsx';
import { Skeleton } from './skeleton.tsx';
import { useNow } from './use-now.ts';
import type { Selection } from './use-selection.ts';
import type { Paging } from './use-window-rows.ts';

/** A link that covers its whole row: it opens by click, by Enter, and in a new tab. */
export const rowLinkClass =
  'block truncate text-left font-medium outline-offset-[-2px] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-offset-[-2px] focus-visible:after:outline-focus';

interface RowLinkProps {
  /** The part of the address that names what is open, such as `lead`; also the row's data attribute. */
  param: string;
  id: string;
  name: string;
}

/** Opens what a row is about, over the list. */
export function RowLink({ param, id, name }: RowLinkProps) {
  return (
    <Link
      to="."
      search={(before: Record<string, string>) => ({ ...before, [param]: id })}
      state={{ fromList: true }}
      resetScroll={false}
      preload={false}
      {...{ [`data-${param}`]: id }}
      dir="auto"
      title={name}
      className={rowLinkClass}
    >
      {name}
    </Link>
  );
}

/** How long ago, with the exact time on hover. */
export function Ago({ instant }: { instant: string }) {
  const zone = useZone();
  const now = useNow();
  return (
    <time dateTime={instant} title={exactDateTime(instant, zone)} className="relative whitespace-nowrap">
      {relativeTime(instant, zone, now)}
    </time>
  );
}

/** Selects a row; it lies above the link that covers the row. */
export function SelectRow({
  id,
  name,
  selection,
}: {
  id: string;
  name: string;
  selection: Selection | null;
}) {
  if (!selection) return null;
  return (
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      className="relative z-1 size-4.5 shrink-0 accent-brand max-md:size-5"
      checked={selection.has(id)}
      onClick={(event) => selection.toggle(id, event.shiftKey)}
      onChange={() => undefined}
    />
  );
}

/** Selects the rows that are loaded, or none. */
export function SelectLoaded({ label, selection }: { label: string; selection: Selection | null }) {
  if (!selection) return null;
  const some = selection.ids.size > 0;
  return (
    <input
      type="checkbox"
      aria-label={label}
      className="size-4.5 accent-brand"
      checked={selection.all || some}
      ref={(box) => {
        if (box) box.indeterminate = !selection.all && some;
      }}
      onChange={selection.toggleLoaded}
    />
  );
}

/** What stands below a list: the next page that is coming, or that it did not come. `of` says what they are, in the plural. */
export function NextRows({ query, of }: { query: Paging; of: string }): ReactNode {
  if (query.isFetchNextPageError) {
    return (
      <div className="flex items-center justify-center gap-3 border-t border-border p-3 text-muted">
        The next {of} could not be loaded.
        <Button onClick={() => void query.fetchNextPage()}>Try again</Button>
      </div>
    );
  }
  if (!query.hasNextPage) return null;
  return (
    <div className="flex h-11 items-center border-t border-border px-4">
      <Skeleton className="w-40" />
    </div>
  );
}

/** What stands below a list that is read on when asked to. */
export function ShowMore({ query }: { query: Paging }): ReactNode {
  if (!query.hasNextPage) return null;
  return (
    <div className="border-t border-border p-3 text-center">
      <Button busy={query.isFetchingNextPage && 'Loading...'} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}

/** Offers what changed in a list that was scrolled too far to be read again by itself. */
export function ShowNewest({ shown, text, onShow }: { shown: boolean; text: string; onShow: () => void }) {
  if (!shown) return null;
  return (
    <div className="sticky top-[calc(var(--bar)+8px)] z-20 flex h-0 justify-center">
      <Button className="h-9 shadow-float" onClick={onShow}>
        {text}
      </Button>
    </div>
  );
}
