import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAddress, useCloseOpened } from '#web/address.ts';
import type { ApiError } from '#web/api.ts';
import { useEndpoint } from '#web/query.ts';
import { useSignOut } from '#web/session.tsx';
import { useTitle } from '#web/shell/title.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { platformApi, tenantSort } from '../contract.ts';
import { BillingTab } from './billing-tab.tsx';
import { Figures } from './figures.tsx';
import { ModulesTab } from './modules-tab.tsx';
import { SetupTab } from './setup-tab.tsx';
import { TenantsTab } from './tenants-tab.tsx';
import { readAgainMs, useTenants } from './use-tenants.ts';

const TenantDialog = lazy(async () => ({ default: (await import('./tenant-dialog.tsx')).TenantDialog }));

const tabs = [
  { key: 'tenants', name: 'Tenant Management' },
  { key: 'modules', name: 'Module Analytics' },
  { key: 'new-company', name: 'New Company Setup' },
  { key: 'billing', name: 'Billing Overview' },
] as const;

/** What the owner of the platform sees instead of a tenant's dashboard. */
export function Screen() {
  useTitle('SaaS Management Dashboard');
  const leave = useSignOut();
  const { params } = useAddress();
  const close = useCloseOpened('tenant');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl font-semibold tracking-tight">SaaS Management Dashboard</h1>
        <div className="flex flex-wrap gap-2">
          <Link to="/platform/audit-log" className={buttonClass('quiet')}>
            Audit log
          </Link>
          <Link to="/platform/settings" className={buttonClass('secondary')}>
            Platform Settings
          </Link>
          <Button onClick={() => void leave()}>Logout</Button>
        </div>
      </div>
      <Dashboard />
      <Suspense fallback={null}>
        {params.tenant ? (
          <TenantDialog key={params.tenant} organizationId={params.tenant} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function Dashboard() {
  const { params, set } = useAddress();
  const sort = tenantSort.safeParse(params.sort).data ?? 'newest';
  const tenants = useTenants(params.search ?? '', sort);
  const summary = useEndpoint(platformApi.endpoints.modulesSummary, {}, { refetchInterval: readAgainMs });
  const current = tabs.find((tab) => tab.key === params.tab) ?? tabs[0];
  const pages = tenants.data?.pages;
  const sums = pages?.[0]?.rows.overview;

  if ((tenants.error && !pages) || (summary.error && !summary.data)) {
    return (
      <Failed
        overview={pages ? null : tenants.error}
        summary={summary.data ? null : summary.error}
        onRetry={() => {
          void tenants.refetch();
          void summary.refetch();
        }}
      />
    );
  }
  if (!pages || !sums || !summary.data) return <Waiting />;
  return (
    <>
      <Figures sums={sums} />
      <Tabs
        label="Platform"
        tabs={tabs}
        current={current.key}
        onSelect={(key) => set({ tab: key === 'tenants' ? undefined : key })}
      >
        {current.key === 'tenants' ? (
          <TenantsTab tenants={tenants} pages={pages} sort={sort} search={params.search ?? ''} />
        ) : null}
        {current.key === 'modules' ? <ModulesTab summary={summary.data} tenants={sums.totalTenants} /> : null}
        {current.key === 'new-company' ? <SetupTab /> : null}
        {current.key === 'billing' ? <BillingTab /> : null}
      </Tabs>
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy className="mt-5">
      <p className="mb-3 text-muted">Loading SaaS Dashboard...</p>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['tenants', 'revenue', 'users', 'rate'].map((card) => (
          <div key={card} data-placeholder className="panel h-[82px] px-4 py-3">
            <Skeleton className="w-24" />
            <Skeleton className="mt-3 h-5 w-16" />
          </div>
        ))}
      </div>
      <Loading label="Loading tenants" className="mt-8">
        <Skeleton className="h-72 rounded-lg" />
      </Loading>
    </div>
  );
}

interface FailedProps {
  overview: ApiError | null;
  summary: ApiError | null;
  onRetry: () => void;
}

/** The specification's words (section 8), with a way on. */
function Failed({ overview, summary, onRetry }: FailedProps) {
  const parts = [
    { label: 'Overview Error:', error: overview },
    { label: 'Module Stats Error:', error: summary },
  ];
  return (
    <div role="alert" className="panel mt-5 flex flex-col items-center px-6 py-14 text-center">
      <h2 className="text-lg font-semibold">SaaS Dashboard Error</h2>
      <p className="mt-1.5 text-muted">Failed to load dashboard data</p>
      <dl className="mt-4 max-w-[60ch] space-y-2">
        {parts.map(({ label, error }) =>
          error ? (
            <div key={label}>
              <dt className="inline font-medium">{label}</dt>{' '}
              <dd className="inline break-words">
                {error.message}
                {error.requestId ? (
                  <span className="block font-mono text-xs text-muted">Request {error.requestId}</span>
                ) : null}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      <Button className="mt-5" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
