import { useNavigate } from '@tanstack/react-router';
import { Eye, Settings } from 'lucide-react';
import { useCallback } from 'react';
import { planNames } from '#features/billing/subscription-names.ts';
import { priceOf } from '#shared/modules.ts';
import { useAddress } from '#web/address.ts';
import type { Page } from '#web/api.ts';
import { shortDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/figure.ts';
import { money } from '#web/lib/money.ts';
import { useZone } from '#web/session.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RowLink, ShowMore } from '#web/ui/list-parts.tsx';
import { FilterSelect, MatchCount } from '#web/ui/list-tools.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import type { Overview, TenantRow, TenantSort } from '../contract.ts';
import { StatusBadge } from './status-badge.tsx';
import type { useTenants } from './use-tenants.ts';

const sorts: readonly { value: TenantSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name_asc', label: 'Name A to Z' },
  { value: 'name_desc', label: 'Name Z to A' },
];

interface TenantsTabProps {
  tenants: ReturnType<typeof useTenants>;
  pages: readonly Page<Overview>[];
  search: string;
  sort: TenantSort;
}

/** The tenant companies: found by name, address or subdomain, each opened from its row. */
export function TenantsTab({ tenants, pages, search, sort }: TenantsTabProps) {
  const { set } = useAddress();
  const { searchBox, list } = useRowKeys('tenant');
  const onSearch = useCallback((text: string) => set({ search: text }, { replace: true }), [set]);
  const rows = pages.flatMap((page) => page.rows.tenants);
  const total = pages[0]?.rows.overview.totalTenants ?? 0;

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          label="Search tenants"
          placeholder="Name, email or subdomain"
          value={search}
          onSearch={onSearch}
          box={searchBox}
        />
        <FilterSelect
          label="Sort tenants"
          value={sort}
          options={sorts}
          onChange={(value) => set({ sort: value === 'newest' ? undefined : value }, { replace: true })}
        />
        <MatchCount matching={pages[0]?.total ?? null} total={total} of="tenants" />
      </div>
      <div ref={list} className="panel" aria-busy={tenants.isPlaceholderData ? true : undefined}>
        {rows.length > 0 ? <Table rows={rows} /> : <Nothing filtered={search !== ''} />}
        <ShowMore query={tenants} />
      </div>
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  const { set } = useAddress();
  return filtered ? (
    <EmptyState
      title="No tenants found"
      text="No company has this in its name, email or subdomain."
      actions={<Button onClick={() => set({ search: undefined })}>Clear all filters</Button>}
    />
  ) : (
    <EmptyState
      title="No tenants yet"
      text="Companies that sign up, or that you set up, are listed here."
      actions={
        <Button look="primary" onClick={() => set({ tab: 'new-company' })}>
          Set up a company
        </Button>
      }
    />
  );
}

function Table({ rows }: { rows: readonly TenantRow[] }) {
  return (
    <table className="w-full table-fixed text-left lg:table-auto">
      <caption className="sr-only">Tenant companies</caption>
      <thead>
        <tr className="h-10 text-sm text-muted *:px-4 *:font-medium">
          <th scope="col">Organization</th>
          <th scope="col" className="w-28 lg:w-auto">
            Status
          </th>
          <th scope="col" className="hidden lg:table-cell">
            Plan
          </th>
          <th scope="col" className="hidden w-20 text-right sm:table-cell lg:w-auto">
            Users
          </th>
          <th scope="col" className="hidden w-36 text-right sm:table-cell lg:w-auto">
            Revenue
          </th>
          <th scope="col" className="hidden text-right lg:table-cell">
            Created
          </th>
          <th scope="col" className="hidden w-28 text-right md:table-cell">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((tenant) => (
          <TenantLine key={tenant.organization.id} tenant={tenant} />
        ))}
      </tbody>
    </table>
  );
}

function TenantLine({ tenant }: { tenant: TenantRow }) {
  const zone = useZone();
  const { organization, subscription, modules, userCount, activeUsers } = tenant;
  const price = priceOf(modules.map((entry) => entry.moduleType)).monthlyCents / 100;
  return (
    <tr className="relative h-11 border-t border-border *:px-4 hover:bg-hover">
      <th scope="row" className="max-w-80 font-normal">
        <div className="pt-1.5">
          <RowLink param="tenant" id={organization.id} name={organization.name} />
        </div>
        <span className="block truncate text-sm text-muted sm:pb-1.5" title={organization.contactEmail}>
          {organization.contactEmail}
        </span>
        <span className="figures block pb-1.5 text-sm text-muted sm:hidden">
          {money(price, 'USD')} · {activeUsers}/{counted(userCount, 'user', 'users')}
        </span>
      </th>
      <td>
        <StatusBadge subscription={subscription} />
      </td>
      <td className="hidden text-muted lg:table-cell">
        {subscription ? planNames[subscription.plan] : 'None'}
      </td>
      <td
        className="figures hidden text-right text-muted sm:table-cell"
        title={`${activeUsers} active of ${userCount}`}
      >
        {activeUsers}/{userCount}
      </td>
      <td className="figures hidden text-right text-muted sm:table-cell">{money(price, 'USD')}</td>
      <td className="figures hidden text-right whitespace-nowrap text-muted lg:table-cell">
        {shortDate(organization.createdAt, zone)}
      </td>
      <td className="hidden md:table-cell">
        <Actions id={organization.id} name={organization.name} />
      </td>
    </tr>
  );
}

/** The specification's two buttons; both open the tenant (contract section 11). */
function Actions({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate();
  const open = () =>
    void navigate({
      to: '.',
      search: (before: Record<string, string>) => ({ ...before, tenant: id }),
      state: { fromList: true },
      resetScroll: false,
    });
  return (
    <div className="relative z-1 flex justify-end">
      <IconButton label={`View ${name}`} onClick={open}>
        <Eye size={16} aria-hidden />
      </IconButton>
      <IconButton label={`Settings of ${name}`} onClick={open}>
        <Settings size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
