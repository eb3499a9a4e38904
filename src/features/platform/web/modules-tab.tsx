import { modules, moduleTypes } from '#shared/modules.ts';
import { money } from '#web/lib/money.ts';
import type { ModulesSummary } from '../contract.ts';

interface ModulesTabProps {
  summary: ModulesSummary;
  /** All tenants: what adoption is measured against. */
  tenants: number;
}

/** How each module is taken up: tenants that have it, list price of the active ones, share of all tenants. */
export function ModulesTab({ summary, tenants }: ModulesTabProps) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {moduleTypes.map((key) => {
        const { count, revenue } = summary[key];
        const adoption = tenants === 0 ? 0 : Math.min(100, Math.round((count / tenants) * 100));
        return (
          <li key={key} className="panel p-5">
            <h2 className="font-semibold">{modules[key].name}</h2>
            <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3">
              <div>
                <dt className="text-sm text-muted">Tenants</dt>
                <dd className="figures text-lg font-semibold">{count.toLocaleString('en-AU')}</dd>
              </div>
              <div>
                <dt className="text-sm text-muted">Revenue per month</dt>
                <dd className="figures text-lg font-semibold">{money(revenue, 'USD')}</dd>
              </div>
              <div className="col-span-2">
                <dt className="flex items-baseline justify-between gap-3 text-sm text-muted">
                  Adoption rate
                  <span className="figures font-medium text-text">{adoption}%</span>
                </dt>
                <dd className="mt-1.5">
                  <progress
                    className="progress"
                    max={100}
                    value={adoption}
                    aria-label={`Adoption rate of ${modules[key].name}`}
                  />
                </dd>
              </div>
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
