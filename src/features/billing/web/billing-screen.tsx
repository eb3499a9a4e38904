import { useEndpoint } from '#web/query.ts';
import { useTitle } from '#web/shell/title.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { billingApi } from '../contract.ts';
import { BillingNotices } from './billing-notices.tsx';
import { BillingSummary, CurrentPlan } from './current-plan.tsx';
import { ActiveModules, AvailableModules } from './module-lists.tsx';
import { UsageThisMonth } from './usage-this-month.tsx';

export function Screen() {
  useTitle('Billing & Subscription');
  const billing = useEndpoint(billingApi.endpoints.read);
  const data = billing.data;

  return (
    <div className="mx-auto max-w-[1040px]">
      <h1 className="text-xl font-semibold tracking-tight">Billing & Subscription</h1>
      {data ? (
        data.subscription ? (
          <>
            <BillingNotices subscription={data.subscription} totals={data.totals} />
            <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
              <div className="grid gap-4">
                <ActiveModules billing={data} />
                <AvailableModules modules={data.modules} />
                <UsageThisMonth />
              </div>
              <div className="grid gap-4">
                <CurrentPlan subscription={data.subscription} />
                <BillingSummary subscription={data.subscription} totals={data.totals} />
              </div>
            </div>
          </>
        ) : (
          <EmptyState
            title="No Subscription Found"
            text="You don't have an active subscription. Please contact support."
          />
        )
      ) : billing.error ? (
        <ErrorState
          title="Failed to fetch subscription"
          error={billing.error}
          onRetry={() => void billing.refetch()}
        />
      ) : (
        <Loading label="Loading your subscription" className="mt-4 grid gap-4 lg:grid-cols-[1fr_340px]">
          {[4, 3].map((lines) => (
            <div key={lines} className="panel divide-y divide-border self-start">
              {Array.from({ length: lines }, (_, line) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines of a skeleton never change places.
                <div key={line} className="flex h-16 items-center justify-between px-5">
                  <Skeleton className="w-40" />
                  <Skeleton className="w-16" />
                </div>
              ))}
            </div>
          ))}
        </Loading>
      )}
    </div>
  );
}
