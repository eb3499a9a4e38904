import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { shortDate } from '#web/lib/dates.ts';
import { usePages } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { ActivityLine } from '#web/ui/activity-line.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { activityText } from '../activity-text.ts';
import { leadsApi } from '../contract.ts';
import { useMembers } from './use-members.ts';

const { activity } = leadsApi.endpoints;

/** Who changed what, newest first; read only when it is asked for. */
export function LeadActivity({ threadId }: { threadId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="mt-4 border-t border-border pt-3"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="control flex w-fit list-none items-center gap-1.5 rounded-sm pr-2 font-semibold">
        <ChevronRight
          size={16}
          aria-hidden
          className={cx('text-muted transition-transform duration-[120ms]', open && 'rotate-90')}
        />
        Activity
      </summary>
      {open ? <Lines threadId={threadId} /> : null}
    </details>
  );
}

function Lines({ threadId }: { threadId: string }) {
  const zone = useZone();
  const { nameOf } = useMembers();
  const log = usePages(activity, { params: { thread_id: threadId }, query: { limit: '20' } });
  const entries = log.data?.pages.flatMap((page) => page.rows) ?? [];

  if (log.isPending) return <Skeleton className="late mt-2 h-4 w-64" />;
  if (log.isError && entries.length === 0) {
    return (
      <p className="flex flex-wrap items-center gap-3 py-1 text-muted">
        The activity could not be loaded. {log.error.message}
        <Button onClick={() => void log.refetch()}>Try again</Button>
      </p>
    );
  }
  return (
    <>
      {entries.length === 0 ? (
        <p className="py-1 text-muted">Nobody has changed this lead yet.</p>
      ) : (
        <ul className="space-y-1.5 pt-1">
          {entries.map((entry) => (
            <ActivityLine key={entry.id} at={entry.at} actor={entry.actor}>
              {activityText(entry, { person: nameOf, day: (instant) => shortDate(instant, zone) })}
            </ActivityLine>
          ))}
        </ul>
      )}
      {log.hasNextPage ? (
        <Button
          className="mt-2"
          busy={log.isFetchingNextPage && 'Loading...'}
          onClick={() => void log.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  );
}
