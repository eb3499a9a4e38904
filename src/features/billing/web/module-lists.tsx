import { moduleWords } from '#features/landing/module-words.ts';
import { decimal, type ModuleType, moduleTypes, modules as sold } from '#shared/modules.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useCan, useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import type { EndingModule } from '../coming-totals.ts';
import type { BillingState, SubscriptionModule } from '../contract.ts';
import { moduleTexts } from '../module-texts.ts';
import { AddModule } from './add-module.tsx';
import { RemoveModule } from './remove-module.tsx';
import { useAddModule } from './use-add-module.ts';

interface ActiveModulesProps {
  billing: BillingState;
  ending: readonly EndingModule[];
}

export function ActiveModules({ billing, ending }: ActiveModulesProps) {
  const zone = useZone();
  const mayRemove = useCan('billing.manage');
  const mayAdd = useCan('billing.add-module');
  const { add, adding } = useAddModule();
  const periodEnd = billing.subscription?.currentPeriodEnd ?? null;
  const endOf = (key: ModuleType) => ending.find((one) => one.moduleType === key)?.endsAt ?? null;
  const active = billing.modules.filter((entry) => entry.isActive);
  const standingOf = ({ moduleType, activatedAt }: SubscriptionModule) => {
    const end = endOf(moduleType);
    return end ? `Ends on ${shortDate(end, zone)}` : `Active since ${shortDate(activatedAt, zone)}`;
  };
  return (
    <section className="panel" aria-labelledby="active-modules">
      <h2 id="active-modules" className="px-5 py-3.5 font-semibold">
        Active Modules
      </h2>
      {active.length === 0 ? (
        <p className="px-5 pb-5 text-muted">No module is active. Add one below.</p>
      ) : (
        <ul className="divide-y divide-border border-t border-border">
          {active.map((entry) => (
            <li
              key={entry.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3"
            >
              <div className="min-w-0 grow">
                <p className="font-medium">{sold[entry.moduleType].name}</p>
                <p className="text-sm text-muted">{standingOf(entry)}</p>
              </div>
              <div className="flex items-center gap-x-3 max-sm:flex-col max-sm:items-end">
                <p className="figures shrink-0 text-muted">{money(entry.monthlyPrice, 'USD')}</p>
                <div className="flex justify-end sm:min-w-[82px] sm:empty:hidden">
                  {endOf(entry.moduleType) ? (
                    mayAdd ? (
                      <Button
                        aria-label={`Keep ${sold[entry.moduleType].name}`}
                        busy={adding === entry.moduleType && 'Keeping...'}
                        onClick={() => add(entry.moduleType)}
                      >
                        Keep
                      </Button>
                    ) : null
                  ) : mayRemove ? (
                    <RemoveModule moduleType={entry.moduleType} currentPeriodEnd={periodEnd} />
                  ) : null}
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function AvailableModules({ modules }: { modules: readonly SubscriptionModule[] }) {
  const mayAdd = useCan('billing.add-module');
  const available = moduleTypes.filter(
    (key) => !modules.some((entry) => entry.moduleType === key && entry.isActive),
  );
  if (available.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="available-modules">
      <h2 id="available-modules" className="px-5 py-3.5 font-semibold">
        Available Modules
      </h2>
      <ul className="divide-y divide-border border-t border-border">
        {available.map((key) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
            <div className="min-w-0 grow basis-64">
              <p className="font-medium">{sold[key].name}</p>
              <p className="text-sm text-muted">{moduleTexts[key].does}</p>
              {moduleWords[key].note ? <p className="text-sm">{moduleWords[key].note}</p> : null}
            </div>
            <p className="figures text-muted">{money(decimal(sold[key].priceCents), 'USD')}</p>
            {mayAdd ? <AddModule moduleType={key} named /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
