import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useAddress } from '#web/address.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { usePages } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ShowMore } from '#web/ui/list-parts.tsx';
import { FilterSelect, MatchCount } from '#web/ui/list-tools.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import { actionText, auditDetail, refusalNames } from '../audit-detail.ts';
import { type AuditEntry, auditOutcome, organizationApi } from '../contract.ts';

const { auditLog } = organizationApi.endpoints;
const outcomeOptions = [
  { value: '', label: 'All outcomes' },
  { value: 'ok', label: 'Done' },
  { value: 'denied', label: 'Denied' },
  { value: 'failed', label: 'Failed' },
] as const;
const periods = [
  { value: '', label: 'All time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
] as const;

/** When the period of the address begins, from now; null where it names none. */
function startOf(days: string | undefined): string | null {
  if (!periods.some((one) => one.value !== '' && one.value === days)) return null;
  // To the minute, so that the same filter is the same question for a while.
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  return new Date(minute - Number(days) * 86_400_000).toISOString();
}

/** Search, outcome and period of the address, as the call takes them. */
function filterOf(params: Record<string, string | undefined>, from: string | null) {
  const outcome = auditOutcome.safeParse(params.outcome).data;
  return {
    ...(params.search ? { search: params.search } : {}),
    ...(outcome ? { outcome } : {}),
    ...(from ? { from } : {}),
  };
}

/** Who did what, newest first. */
export function AuditLog() {
  const { params, set } = useAddress();
  const { searchBox } = useRowKeys('audit');
  const onSearch = useCallback((text: string) => set({ search: text }, { replace: true }), [set]);
  // Once per chosen period: while it is looked at, the question stays the same.
  const from = useMemo(() => startOf(params.days), [params.days]);
  const filter = filterOf(params, from);
  const isFiltered = Object.keys(filter).length > 0;
  const log = usePages(
    auditLog,
    { query: { ...filter, limit: '30' } },
    // Whoever opens it looks for what has just been done.
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const entries = log.data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <Section
      title="Audit log"
      text="Sign-ins, changes to users and settings, and attempts that were refused."
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-border px-5 py-3">
        <SearchField
          label="Search the audit log"
          placeholder="Action, person or subject"
          value={params.search ?? ''}
          onSearch={onSearch}
          box={searchBox}
        />
        <FilterSelect
          label="Outcome"
          value={filter.outcome ?? ''}
          options={outcomeOptions}
          onChange={(value) => set({ outcome: value }, { replace: true })}
        />
        <FilterSelect
          label="Period"
          value={params.days ?? ''}
          options={periods}
          onChange={(value) => set({ days: value }, { replace: true })}
        />
        <MatchCount matching={log.data?.pages[0]?.total ?? null} total={null} of="entries" one="entry" />
      </div>
      {log.data ? (
        entries.length === 0 ? (
          <EmptyState
            compact
            title={isFiltered ? 'No entries found' : 'Nothing yet'}
            text={isFiltered ? 'Nothing in the log fits these filters.' : undefined}
            actions={
              isFiltered ? (
                <Button onClick={() => set({ search: undefined, outcome: undefined, days: undefined })}>
                  Clear all filters
                </Button>
              ) : null
            }
          />
        ) : (
          <>
            <ul className="divide-y divide-border">
              {entries.map((entry) => (
                <AuditLine key={entry.id} entry={entry} />
              ))}
            </ul>
            <ShowMore query={log} />
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
  const outcome = refusalNames[entry.outcome];
  const detail = auditDetail(entry);
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
        <span className="inline-block font-medium first-letter:uppercase">{actionText(entry.action)}</span>
        {outcome ? (
          <Badge tone="danger" className="ml-2">
            {outcome}
          </Badge>
        ) : null}
        {detail ? <span className="ml-2">{detail}</span> : null}
        <span dir="auto" className="block text-sm text-muted">
          {[entry.actor, entry.subject, entry.address].filter(Boolean).join(' · ')}
        </span>
      </p>
    </li>
  );
}
