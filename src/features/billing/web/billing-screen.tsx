import { type BillingAccount, type BillingRequest, paymentsApi } from '#features/payments/contract.ts';
import { useEndpoint } from '#web/query.ts';
import { useTitle } from '#web/shell/title.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type BillingState, billingApi } from '../contract.ts';
import { BillingNotices } from './billing-notices.tsx';
import { BillingSummary, CurrentPlan } from './current-plan.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { ActiveModules, AvailableModules } from './module-lists.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RequestList } from './request-list.tsx';
import { UsageThisMonth } from './usage-this-month.tsx';

export function Screen() {
  useTitle('Billing & Subscription');
  const billing = useEndpoint(billingApi.endpoints.read);
  const account = useEndpoint(paymentsApi.endpoints.account);
  const requests = useEndpoint(paymentsApi.endpoints.requests);
  const error = billing.error ?? account.error ?? requests.error;
  const readAgain = () => void Promise.all([billing.refetch(), account.refetch(), requests.refetch()]);

  return (
    <div className="mx-auto max-w-[1040px]">
      <h1 className="text-xl font-semibold tracking-tight">Billing & Subscription</h1>
      {billing.data && account.data && requests.data ? (
        <Content billing={billing.data} account={account.data} requests={requests.data} />
      ) : error ? (
        <ErrorState title="Failed to fetch subscription" error={error} onRetry={readAgain} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

interface ContentProps {
  billing: BillingState;
  account: BillingAccount;
  requests: readonly BillingRequest[];
}

function Content({ billing, account, requests }: ContentProps) {
  const { subscription, totals } = billing;
  if (!subscription)
    return (
      <EmptyState
        title="No Subscription Found"
        text="You don't have an active subscription. Please contact support."
      />
    );
  return (
    <>
      <BillingNotices {...{ subscription, totals, account, requests }} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="max-md:space-y-4 md:max-lg:columns-2 md:max-lg:gap-4 md:max-lg:*:mb-4 md:max-lg:*:break-inside-avoid lg:col-start-2 lg:row-start-1 lg:space-y-4">
          <CurrentPlan subscription={subscription} account={account} />
          <BillingSummary {...{ billing, subscription, account }} />
          <QuickActions {...{ subscription, account }} />
          <RequestList requests={requests} />
        </div>
        <div className="grid gap-4 lg:col-start-1 lg:row-start-1">
          <ActiveModules billing={billing} ending={account.endingModules} />
          <AvailableModules modules={billing.modules} />
          <UsageThisMonth />
          <InvoiceList />
        </div>
      </div>
    </>
  );
}

function Waiting() {
  return (
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
  );
}
