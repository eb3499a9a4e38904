import type { UseQueryResult } from '@tanstack/react-query';
import type { EnrolmentPlan } from '#features/outreach/sequence-contract.ts';
import type { ApiError } from '#web/api.ts';
import { exactDateTime, shortDateTime, zoneName } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { prospectsWord } from '../prospects-word.ts';
import { leftOutLines } from './sequence-words.ts';

interface EnrolPlanProps {
  plan: UseQueryResult<EnrolmentPlan, ApiError>;
  /** Prospects of the selection. */
  count: number;
}

/** Who would be taken into a sequence, who is left out and why, and about when the first emails would leave. */
export function EnrolPlan({ plan, count }: EnrolPlanProps) {
  if (plan.data) return <Plan plan={plan.data} />;
  return plan.error ? (
    <ErrorState
      title="It is not known who would be taken"
      error={plan.error}
      onRetry={() => void plan.refetch()}
    />
  ) : (
    <Loading label={`Looking at ${prospectsWord(count)}`} className="space-y-3">
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-20 rounded-lg" />
    </Loading>
  );
}

function Plan({ plan: { taken, leftOut, firstAt, lastAt, warnings } }: { plan: EnrolmentPlan }) {
  const lines = leftOutLines(leftOut);
  const left = lines.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <div aria-live="polite">
        <p className="text-xl font-semibold">
          {taken === 0 ? 'Nobody would be taken' : `${prospectsWord(taken)} would be taken`}
        </p>
        {firstAt === null ? null : <Times first={firstAt} last={lastAt} taken={taken} />}
      </div>
      {left > 0 ? (
        <section aria-labelledby="left-out">
          <h3 id="left-out" className="font-medium">
            {prospectsWord(left)} left out
          </h3>
          <ul className="mt-1.5 space-y-1">
            {lines.map(({ words, count }) => (
              <li key={words} className="flex gap-3">
                <span className="figures w-12 shrink-0 text-right font-medium">
                  {count.toLocaleString('en-AU')}
                </span>
                <span className="text-muted">{words}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {warnings.map((warning) => (
        <Notice key={warning} boxed tone="warning">
          {warning}
        </Notice>
      ))}
    </>
  );
}

function Times({ first, last, taken }: { first: string; last: string | null; taken: number }) {
  const zone = useZone();
  const when = (instant: string) => (
    <time dateTime={instant} title={exactDateTime(instant, zone)} className="whitespace-nowrap">
      {shortDateTime(instant, zone)}
    </time>
  );
  if (taken === 1 || first === last)
    return (
      <p className="mt-1 text-muted">
        {taken === 1 ? 'The first email leaves' : 'The first emails leave'} about {when(first)},{' '}
        {zoneName(zone)}.
      </p>
    );
  return (
    <p className="mt-1 text-muted">
      The first emails leave about {when(first)}
      {last === null ? ', the last of them in more than two years' : <> to {when(last)}</>}, {zoneName(zone)},
      within the caps and hours under Sending.
    </p>
  );
}
