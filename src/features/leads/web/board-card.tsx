import { useDraggable } from '@dnd-kit/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { exactDateTime, relativeTime } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { cx } from '#web/ui/cx.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { Lead } from '../contract.ts';
import { lastActivity, leadName } from '../format.ts';

/** What a card shows; `title` is the name, as a link where the card can be opened. */
export function BoardCardFace({ lead, title }: { lead: Lead; title?: ReactNode }) {
  const zone = useZone();
  const now = useNow();
  const when = lastActivity(lead);
  return (
    <div className="space-y-1 px-3 py-2.5">
      {title ?? (
        <p dir="auto" className="truncate font-medium">
          {leadName(lead)}
        </p>
      )}
      <p dir="auto" className="truncate text-sm text-muted">
        {lead.company ?? lead.contact_email ?? 'No company'}
      </p>
      <p className="figures flex items-baseline justify-between gap-3 text-sm text-muted">
        <time dateTime={when} title={exactDateTime(when, zone)} className="shrink-0">
          {relativeTime(when, zone, now)}
        </time>
        <span dir="auto" className="truncate font-medium text-text">
          {lead.budget}
        </span>
      </p>
    </div>
  );
}

/** A lead on the board: carried by its whole surface, opened by its name or Enter. */
export function BoardCard({ lead, mayMove }: { lead: Lead; mayMove: boolean }) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: lead.thread_id,
    disabled: !mayMove,
  });
  return (
    <li
      ref={setNodeRef}
      {...(mayMove ? listeners : {})}
      className={cx(
        'relative list-none rounded-md border border-border bg-surface hover:border-border-strong',
        mayMove && 'cursor-grab touch-manipulation active:cursor-grabbing',
        isDragging && 'opacity-40',
      )}
    >
      <BoardCardFace
        lead={lead}
        title={
          <Link
            ref={setActivatorNodeRef}
            to="."
            search={(before: Record<string, string>) => ({ ...before, lead: lead.thread_id })}
            state={{ fromList: true }}
            resetScroll={false}
            preload={false}
            draggable={false}
            data-lead={lead.thread_id}
            {...(mayMove ? { 'aria-describedby': attributes['aria-describedby'] } : {})}
            dir="auto"
            title={leadName(lead)}
            className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {leadName(lead)}
          </Link>
        }
      />
    </li>
  );
}
