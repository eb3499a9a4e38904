import { coreModules, decimal, type ModuleType, modules, priceOf, setupFeeCents } from '#shared/modules.ts';
import { money } from '#web/lib/money.ts';
import { Checkbox } from '#web/ui/field.tsx';

interface ModuleChoiceProps {
  chosen: readonly ModuleType[];
  onChange: (chosen: ModuleType[]) => void;
  error?: string | undefined;
}

/** The Pro Package with its three core modules, and what the choice costs after the trial. */
export function ModuleChoice({ chosen, onChange, error }: ModuleChoiceProps) {
  const price = priceOf(chosen);
  return (
    <fieldset className="p-5">
      <legend className="float-left w-full text-lg font-semibold">Choose Your AI Modules</legend>
      <p className="clear-both pt-1 text-muted">
        Pro Package: the three core modules cost less together than one by one.
      </p>
      <div className="mt-4 divide-y divide-border rounded-lg border border-border">
        {coreModules.map((key) => (
          <div key={key} className="flex items-center justify-between gap-4 px-4 py-2.5">
            <Checkbox
              label={modules[key].name}
              checked={chosen.includes(key)}
              onChange={(event) =>
                onChange(
                  coreModules.filter((entry) =>
                    entry === key ? event.target.checked : chosen.includes(entry),
                  ),
                )
              }
            />
            <span className="figures text-sm whitespace-nowrap text-muted">
              {money(decimal(modules[key].priceCents), 'USD')}
            </span>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 rounded-b-lg bg-sunken px-4 py-3">
          <span className="font-medium">
            After the trial, per month
            {price.savingCents > 0 ? (
              <span className="block text-sm font-normal text-success-text">
                Pro Package: you save {money(decimal(price.savingCents), 'USD')}
              </span>
            ) : null}
          </span>
          <span className="figures text-right">
            {price.savingCents > 0 ? (
              <s className="mr-2 text-sm whitespace-nowrap text-muted max-sm:mr-0 max-sm:block">
                <span className="sr-only">instead of </span>
                {money(decimal(price.listMonthlyCents), 'USD')}
              </s>
            ) : null}
            <strong className="font-semibold whitespace-nowrap">
              {money(decimal(price.monthlyCents), 'USD')}
            </strong>
          </span>
        </div>
      </div>
      {error ? <p className="mt-1.5 text-sm text-danger-text">{error}</p> : null}
      <p className="mt-3 text-sm text-muted">
        Nothing is charged during the 14 days. A one-time setup fee of {money(decimal(setupFeeCents), 'AUD')}{' '}
        is due when you continue.
      </p>
    </fieldset>
  );
}
