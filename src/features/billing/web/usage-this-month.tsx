import { modules } from '#shared/modules.ts';
import { monthOf } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { billingApi } from '../contract.ts';
import { metricName } from '../metric-name.ts';

/** The bar scales against this much (specification section 9). */
const barScale = 1000;

export function UsageThisMonth() {
  const month = monthOf(useNow(), useZone());
  const usage = useEndpoint(billingApi.endpoints.usage, { params: { month } });
  return (
    <section className="panel px-5 pt-3.5 pb-5" aria-labelledby="usage">
      <h2 id="usage" className="font-semibold">
        Usage This Month
      </h2>
      {usage.data ? (
        usage.data.length === 0 ? (
          <p className="mt-1 text-muted">Nothing has been counted yet.</p>
        ) : (
          <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
            {usage.data.map((entry) => (
              <div
                key={`${entry.moduleType} ${entry.metricType}`}
                title={modules[entry.moduleType].name}
                className="grid grid-cols-[1fr_auto] items-baseline gap-x-3"
              >
                <dt className="text-muted first-letter:uppercase">{metricName(entry.metricType)}</dt>
                <dd className="figures font-medium">{entry.value.toLocaleString('en-AU')}</dd>
                <dd aria-hidden className="col-span-2 mt-1 h-1 overflow-hidden rounded-full bg-neutral-quiet">
                  <span
                    className="block h-full rounded-full bg-brand"
                    style={{ width: `${Math.min(100, (entry.value / barScale) * 100)}%` }}
                  />
                </dd>
              </div>
            ))}
          </dl>
        )
      ) : usage.error ? (
        <ErrorState title="Failed to fetch usage" error={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <Loading label="Loading usage" className="mt-3 space-y-3">
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
        </Loading>
      )}
    </section>
  );
}
