import { Link } from '@tanstack/react-router';
import {
  type Enrolment,
  enrolmentState,
  enrolmentStates,
  type Sequence,
  sequenceApi,
} from '#features/outreach/sequence-contract.ts';
import { useAddress } from '#web/address.ts';
import { zoneName } from '#web/lib/dates.ts';
import { type LongList, useLongList } from '#web/long-list.ts';
import { useCan, useDashboardPath, useZone } from '#web/session.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ShowNewest } from '#web/ui/list-parts.tsx';
import { FilterSelect, MatchCount } from '#web/ui/list-tools.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import { EnrolmentList, EnrolmentListSkeleton } from './enrolment-list.tsx';
import { enrolledIn, enrolmentNames } from './sequence-words.ts';

const enrolmentList: LongList<Enrolment> = {
  endpoint: sequenceApi.endpoints.enrolments,
  idOf: ({ id }) => id,
  filter: { param: 'state', valueOf: ({ state }) => state },
};

const states = [
  { value: '', label: 'All states' },
  ...enrolmentStates.map((state) => ({ value: state, label: enrolmentNames[state] })),
];

/** The prospects of a sequence, the last changed first; the address holds the state that is shown. */
export function EnrolmentsView({ sequence }: { sequence: Sequence }) {
  const zone = useZone();
  const mayWrite = useCan('outreach.write');
  const dashboard = useDashboardPath();
  const { params, set } = useAddress();
  const { list } = useRowKeys('prospect');
  const asked = enrolmentState.safeParse(params.state);
  const state = asked.success ? asked.data : null;
  const { query, rows, matching, outdated, showNewest } = useLongList(
    enrolmentList,
    { limit: '100', ...(state ? { state } : {}) },
    { id: sequence.id },
  );
  const total = enrolledIn(sequence);
  const clear = () => set({ state: undefined }, { replace: true });

  return (
    <section aria-label="Prospects of this sequence" className="mt-5">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FilterSelect
          label="State"
          value={state ?? ''}
          options={states}
          onChange={(value) => set({ state: value || undefined }, { replace: true })}
        />
        <MatchCount matching={matching} total={total} of="prospects" />
        <p className="grow text-right text-sm text-muted max-md:hidden">Times are in {zoneName(zone)}.</p>
      </div>
      <ShowNewest shown={outdated} text="Prospects have moved on. Show the newest" onShow={showNewest} />
      <div
        ref={list}
        className={cx('panel', query.isPlaceholderData && 'opacity-60')}
        aria-busy={query.isPlaceholderData}
      >
        {query.isPending ? (
          <EnrolmentListSkeleton />
        ) : query.isError && rows.length === 0 ? (
          <ErrorState
            title="The prospects of this sequence could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : rows.length > 0 ? (
          <EnrolmentList rows={rows} query={query} total={matching ?? rows.length} />
        ) : state ? (
          <EmptyState
            compact
            title={`Nobody is in the state ${enrolmentNames[state]}`}
            actions={<Button onClick={clear}>Clear all filters</Button>}
          />
        ) : (
          <EmptyState
            compact
            title="No prospect is in it yet"
            text={
              mayWrite
                ? 'Select prospects in the list, then choose “Add to sequence”. You see who would be taken before anything happens.'
                : 'Someone who may change prospects adds them from their list.'
            }
            actions={
              mayWrite ? (
                <Link to={dashboard} search={{ tab: 'outreach' }} className={buttonClass()}>
                  Go to the prospects
                </Link>
              ) : null
            }
          />
        )}
      </div>
    </section>
  );
}
