import { useDroppable } from '@dnd-kit/core';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { type LeadStage, stageNames } from '../stage.ts';
import { BoardCard } from './board-card.tsx';
import { StageBadge } from './stage-badge.tsx';
import { type LeadFilter, useLeads } from './use-leads.ts';

interface BoardColumnProps {
  stage: LeadStage;
  filter: LeadFilter;
  mayMove: boolean;
}

/** The leads of one stage, in pages of their own. */
export function BoardColumn({ stage, filter, mayMove }: BoardColumnProps) {
  const { query, rows, matching } = useLeads({ ...filter, stage });
  const { setNodeRef, isOver } = useDroppable({ id: stage });
  return (
    <section
      ref={setNodeRef}
      aria-label={stageNames[stage]}
      className={cx(
        'flex w-68 shrink-0 flex-col rounded-lg border bg-sunken transition-colors duration-[120ms]',
        isOver ? 'border-theme bg-theme-quiet' : 'border-border',
      )}
    >
      <h2 className="flex h-11 items-center justify-between gap-2 px-3">
        <StageBadge stage={stage} />
        <span className="figures text-sm font-medium text-muted">
          {matching === null ? '' : matching.toLocaleString('en-AU')}
        </span>
      </h2>
      <div className="max-h-[calc(100dvh-320px)] min-h-40 space-y-2 overflow-y-auto px-2 pb-2">
        {query.isPending ? (
          <Loading label={`Loading ${stageNames[stage]}`} className="space-y-2">
            <Skeleton className="h-20 rounded-md" />
            <Skeleton className="h-20 rounded-md" />
          </Loading>
        ) : query.isError && rows.length === 0 ? (
          <div className="space-y-2 p-2 text-sm text-muted">
            <p>These leads could not be loaded.</p>
            <Button onClick={() => void query.refetch()}>Try again</Button>
          </div>
        ) : rows.length === 0 ? (
          <p className="px-2 py-6 text-center text-sm text-muted">No leads</p>
        ) : (
          <ul className="space-y-2">
            {rows.map((lead) => (
              <BoardCard key={lead.thread_id} lead={lead} mayMove={mayMove} />
            ))}
          </ul>
        )}
        {query.hasNextPage ? (
          <Button
            look="quiet"
            className="w-full"
            busy={query.isFetchingNextPage && 'Loading...'}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        ) : null}
      </div>
    </section>
  );
}
