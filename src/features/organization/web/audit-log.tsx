import { useInfiniteQuery } from '@tanstack/react-query';
import { type ApiError, callPage, type Page } from '#web/api.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { keyOf } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type AuditEntry, organizationApi } from '../contract.ts';

const { auditLog } = organizationApi.endpoints;
const outcomes = { ok: null, denied: 'Denied', failed: 'Failed' } as const;

/** Who did what, newest first. */
export function AuditLog() {
  const log = useInfiniteQuery<
    Page<AuditEntry[]>,
    ApiError,
    { pages: Page<AuditEntry[]>[] },
    readonly unknown[],
    string
  >({
    queryKey: keyOf(auditLog),
    queryFn: ({ pageParam, signal }) =>
      callPage(auditLog, { query: { limit: '30', ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
  const entries = log.data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <Section
      title="Audit log"
      text="Sign-ins, changes to users and settings, and attempts that were refused."
    >
      {log.data ? (
        entries.length === 0 ? (
          <EmptyState title="Nothing yet" compact />
        ) : (
          <>
            <ul className="divide-y divide-border">
              {entries.map((entry) => (
                <AuditLine key={entry.id} entry={entry} />
              ))}
            </ul>
            {log.hasNextPage ? (
              <div className="border-t border-border p-3 text-center">
                <Button
                  busy={log.isFetchingNextPage && 'Loading...'}
                  onClick={() => void log.fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            ) : null}
          </>
        )
      ) : log.error ? (
        <ErrorState
          title="The audit log could not be loaded"
          error={log.error}
          onRetry={() => void log.refetch()}
        />
      ) : (
        <Loading label="Loading the audit log" className="space-y-4 p-5">
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </Loading>
      )}
    </Section>
  );
}

function AuditLine({ entry }: { entry: AuditEntry }) {
  const zone = useZone();
  const outcome = outcomes[entry.outcome];
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-5 py-2.5">
      <time
        dateTime={entry.at}
        title={exactDateTime(entry.at, zone)}
        className="figures w-36 shrink-0 text-sm text-muted"
      >
        {shortDateTime(entry.at, zone)}
      </time>
      <p className="min-w-0 grow basis-64 break-words">
        <span className="inline-block font-medium first-letter:uppercase">
          {entry.action.replaceAll(/[._-]/g, ' ')}
        </span>
        {outcome ? (
          <Badge tone="danger" className="ml-2">
            {outcome}
          </Badge>
        ) : null}
        <span dir="auto" className="block text-sm text-muted">
          {[entry.actor, entry.subject, entry.address].filter(Boolean).join(' · ')}
        </span>
      </p>
    </li>
  );
}
