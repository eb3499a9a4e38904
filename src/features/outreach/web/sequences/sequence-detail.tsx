import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type Sequence, sequenceApi } from '#features/outreach/sequence-contract.ts';
import { useAddress } from '#web/address.ts';
import { shortDate } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useKeys } from '#web/use-keys.ts';
import { EnrolmentsView } from './enrolments-view.tsx';
import { SequenceActions } from './sequence-actions.tsx';
import { sentWords, sequenceStateNames, sequenceStateTones, stepWords, waitWords } from './sequence-words.ts';
import { StateBar } from './state-bar.tsx';
import { useOpenSequence } from './use-open-sequence.ts';

/** One sequence: its steps, where its prospects are, and each of them. */
export function SequenceDetail({ id }: { id: string }) {
  const found = useEndpoint(sequenceApi.endpoints.list);
  const { set } = useAddress();
  const sequence = found.data?.find((one) => one.id === id);
  const back = () => set({ sequence: undefined, state: undefined });

  return (
    <>
      <Link
        to="."
        search={(before: Record<string, string>) => ({ ...before, sequence: undefined, state: undefined })}
        resetScroll={false}
        preload={false}
        className={buttonClass('quiet', '-ml-3.5 mb-1')}
      >
        <ArrowLeft size={16} aria-hidden />
        All sequences
      </Link>
      {sequence ? (
        <>
          <Head sequence={sequence} onDeleted={back} />
          <EnrolmentsView sequence={sequence} />
        </>
      ) : found.error ? (
        <div className="panel">
          <ErrorState
            title="The sequence could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        </div>
      ) : found.data ? (
        <div className="panel">
          <EmptyState
            title="This sequence is not there"
            text="It was deleted, or the address is not right."
          />
        </div>
      ) : (
        <Loading label="Loading the sequence" className="space-y-3">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-40 rounded-lg" />
        </Loading>
      )}
    </>
  );
}

function Head({ sequence, onDeleted }: { sequence: Sequence; onDeleted: () => void }) {
  const zone = useZone();
  const mayWrite = useCan('outreach.write');
  const { edit } = useOpenSequence();
  const { id, name, state, steps, stopsCompany, sent, createdBy, createdAt } = sequence;
  useKeys(mayWrite ? { e: () => edit(id) } : {});
  return (
    <section aria-label={name} className="panel p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 grow basis-64">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 dir="auto" className="min-w-0 text-lg font-semibold break-words">
              {name}
            </h2>
            <Badge tone={sequenceStateTones[state]}>{sequenceStateNames[state]}</Badge>
          </div>
          <p className="figures mt-0.5 text-sm text-muted">
            {sentWords(sent)} · written by {createdBy}, {shortDate(createdAt, zone)}
          </p>
        </div>
        <SequenceActions sequence={sequence} onDeleted={onDeleted} />
      </div>
      <ol aria-label="Steps" className="mt-3 space-y-1 border-t border-border pt-3">
        {steps.map((step, index) => (
          // The place of a step is what it is.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex gap-3">
            <span className="figures w-28 shrink-0 text-muted">
              {index + 1}. {waitWords(step, index === 0)}
            </span>
            <span dir="auto" className="min-w-0 text-left break-words">
              {stepWords(step)}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-1.5 text-sm text-muted">
        {stopsCompany
          ? 'An answer ends it for everyone at the same company.'
          : 'An answer ends it for that prospect only.'}
      </p>
      <div className="mt-4">
        <StateBar sequence={sequence} />
      </div>
    </section>
  );
}
