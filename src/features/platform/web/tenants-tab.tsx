import { Link } from '@tanstack/react-router';
import { planNames, statusNames, statusTone } from '#features/billing/subscription-names.ts';
import { priceOf } from '#shared/modules.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type Overview, platformApi, type TenantRow } from '../contract.ts';

/** The tenant companies with their sums. */
export function TenantsTab() {
  const overview = useEndpoint(platformApi.endpoints.overview, {}, { refetchInterval: 30_000 });
  if (overview.data) return <Tenants data={overview.data} />;
  if (overview.error) {
    return (
      <ErrorState
        title="The tenants could not be loaded"
        error={overview.error}
        onRetry={() => void overview.refetch()}
      />
    );
  }
  return (
    <Loading label="Loading tenants" className="space-y-3">
      <Skeleton className="h-20 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </Loading>
  );
}

function Figure({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <div className="panel px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>
        <span className="figures text-xl font-semibold">{value}</span>
        {detail ? <span className="ml-2 text-sm text-muted">{detail}</span> : null}
      </dd>
    </div>
  );
}

function Tenants({ data }: { data: Overview }) {
  const { totalTenants, activeTenants, trialTenants, monthlyRevenue, totalUsers } = data.overview;
  const rate = totalTenants === 0 ? 0 : Math.round((activeTenants / totalTenants) * 100);
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure
          label="Total Tenants"
          value={totalTenants.toLocaleString('en-AU')}
          detail={`${activeTenants} active, ${trialTenants} in trial`}
        />
        <Figure label="Monthly Revenue" value={money(monthlyRevenue, 'USD')} />
        <Figure label="Total Users" value={totalUsers.toLocaleString('en-AU')} />
        <Figure label="Active Rate" value={`${rate}%`} />
      </dl>
      <div className="panel mt-4">
        {data.tenants.length === 0 ? (
          <EmptyState
            title="No tenants yet"
            text="Companies that sign up are listed here."
            actions={
              <Link to="/signup" className="link">
                Open the sign-up page
              </Link>
            }
          />
        ) : (
          <table className="w-full table-fixed text-left md:table-auto">
            <caption className="sr-only">Tenant companies</caption>
            <thead>
              <tr className="h-10 text-sm text-muted *:px-4 *:font-medium">
                <th scope="col">Organization</th>
                <th scope="col" className="w-24 md:w-auto">
                  Status
                </th>
                <th scope="col" className="hidden md:table-cell">
                  Plan
                </th>
                <th scope="col" className="hidden text-right md:table-cell">
                  Users
                </th>
                <th scope="col" className="w-32 text-right md:w-auto">
                  Revenue
                </th>
                <th scope="col" className="hidden text-right md:table-cell">
                  Created
                </th>
              </tr>
            </thead>
            <tbody>
              {data.tenants.map((tenant) => (
                <TenantLine key={tenant.organization.id} tenant={tenant} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}

function TenantLine({ tenant }: { tenant: TenantRow }) {
  const zone = useZone();
  const { organization, subscription, modules, userCount, activeUsers } = tenant;
  const price = priceOf(modules.map((entry) => entry.moduleType)).monthlyCents / 100;
  return (
    <tr className="h-11 border-t border-border *:px-4">
      <th scope="row" className="max-w-80 font-normal">
        <span dir="auto" className="block truncate pt-1.5 font-medium" title={organization.name}>
          {organization.name}
        </span>
        <span className="block truncate pb-1.5 text-sm text-muted">{organization.contactEmail}</span>
      </th>
      <td>
        {subscription ? (
          <Badge tone={statusTone(subscription)}>{statusNames[subscription.status]}</Badge>
        ) : (
          <Badge>Inactive</Badge>
        )}
      </td>
      <td className="hidden text-muted md:table-cell">
        {subscription ? planNames[subscription.plan] : 'None'}
      </td>
      <td
        className="figures hidden text-right text-muted md:table-cell"
        title={`${activeUsers} active of ${userCount}`}
      >
        {activeUsers}/{userCount}
      </td>
      <td className="figures text-right text-muted">{money(price, 'USD')}</td>
      <td className="figures hidden text-right text-muted md:table-cell">
        {shortDate(organization.createdAt, zone)}
      </td>
    </tr>
  );
}
