import { figure } from '#web/lib/figure.ts';
import { money } from '#web/lib/money.ts';
import type { Overview } from '../contract.ts';

function Figure({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <div className="panel px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>
        <span className="figures text-xl font-semibold">{value}</span>
        {detail ? <span className="mt-0.5 block text-sm text-muted">{detail}</span> : null}
      </dd>
    </div>
  );
}

/** The four cards over the tabs (specification section 2). */
export function Figures({ sums }: { sums: Overview['overview'] }) {
  const { totalTenants, activeTenants, trialTenants, monthlyRevenue, totalUsers } = sums;
  const rate = totalTenants === 0 ? 0 : Math.round((activeTenants / totalTenants) * 100);
  return (
    <dl className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        label="Total Tenants"
        value={figure(totalTenants)}
        detail={`${figure(activeTenants)} active, ${figure(trialTenants)} in trial`}
      />
      <Figure label="Monthly Revenue" value={money(monthlyRevenue, 'USD')} detail="From active tenants" />
      <Figure label="Total Users" value={figure(totalUsers)} detail="In all tenants" />
      <Figure label="Active Rate" value={`${rate}%`} detail="Of all tenants" />
    </dl>
  );
}
