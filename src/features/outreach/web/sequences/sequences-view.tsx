import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type Sequence, sequenceApi, sequenceLimits } from '#features/outreach/sequence-contract.ts';
import { useAddress } from '#web/address.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { rowLinkClass } from '#web/ui/list-parts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import { useKeys } from '#web/use-keys.ts';
import { SequenceActions } from './sequence-actions.tsx';
import { SequenceDetail } from './sequence-detail.tsx';
import { sentWords, sequenceStateNames, sequenceStateTones, stepsWord } from './sequence-words.ts';
import { StateBar } from './state-bar.tsx';
import { useOpenSequence } from './use-open-sequence.ts';

/** All sequences, or the one that the address names. */
export function SequencesView() {
  const { params } = useAddress();
  return params.sequence ? <SequenceDetail key={params.sequence} id={params.sequence} /> : <SequenceList />;
}

function SequenceList() {
  const found = useEndpoint(sequenceApi.endpoints.list);
  const mayWrite = useCan('outreach.write');
  const { edit } = useOpenSequence();
  const { list } = useRowKeys('sequence');
  const create = () => edit('new');
  useKeys(mayWrite ? { n: create } : {});

  if (found.data?.length === 0)
    return (
      <div className="panel">
        <EmptyState
          title="No sequences yet"
          text={
            <p>
              A sequence writes to a prospect up to {sequenceLimits.steps} times, with days in between, and
              stops by itself when someone answers, unsubscribes or cannot be reached. You write it once and
              choose the prospects; it sends nothing before you start it.
            </p>
          }
          actions={
            mayWrite ? (
              <Button look="primary" onClick={create}>
                New sequence
              </Button>
            ) : null
          }
        />
      </div>
    );
  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <p className="max-w-[68ch] text-muted">
          Emails that follow each other and stop by themselves when someone answers.
        </p>
        {mayWrite ? (
          <Button look="primary" className="max-sm:ml-auto" onClick={create}>
            <Plus size={16} aria-hidden />
            New sequence
          </Button>
        ) : null}
      </div>
      {found.data ? (
        <div ref={list}>
          <ul className="panel divide-y divide-border">
            {found.data.map((sequence) => (
              <Row key={sequence.id} sequence={sequence} />
            ))}
          </ul>
        </div>
      ) : found.error ? (
        <div className="panel">
          <ErrorState
            title="The sequences could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        </div>
      ) : (
        <Loading label="Loading sequences" className="panel divide-y divide-border">
          {['w-1/3', 'w-1/4', 'w-2/5'].map((width) => (
            <div key={width} className="space-y-3 px-4 py-4">
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="h-1.5 w-full rounded-full" />
            </div>
          ))}
        </Loading>
      )}
    </>
  );
}

function Row({ sequence }: { sequence: Sequence }) {
  const { id, name, state, steps, sent } = sequence;
  return (
    <li className="relative px-4 py-3.5 hover:bg-hover">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Link
              to="."
              search={(before: Record<string, string>) => ({ ...before, sequence: id })}
              resetScroll={false}
              preload={false}
              data-sequence={id}
              dir="auto"
              title={name}
              className={`${rowLinkClass} max-w-full`}
            >
              {name}
            </Link>
            <Badge tone={sequenceStateTones[state]}>{sequenceStateNames[state]}</Badge>
          </div>
          <p className="figures mt-0.5 text-sm text-muted">
            {stepsWord(steps.length)} · {sentWords(sent)}
          </p>
        </div>
        {/* Above the link that covers the row. */}
        <div className="relative z-1">
          <SequenceActions sequence={sequence} />
        </div>
      </div>
      <div className="mt-2.5">
        <StateBar sequence={sequence} />
      </div>
    </li>
  );
}
