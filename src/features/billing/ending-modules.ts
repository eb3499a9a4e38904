import { type ModuleType, modules as sold } from '#shared/modules.ts';
import type { BillingState } from './contract.ts';

function price(keys: readonly ModuleType[]): number {
  return keys.reduce((sum, key) => sum + sold[key].priceCents, 0);
}

/**
 * The modules that work until the period's end only. The list shows them as active, the totals leave them
 * out; since no two choices of modules cost the same, the totals tell which go on. Empty where they do not.
 */
export function endingModules({ modules, totals }: Pick<BillingState, 'modules' | 'totals'>): ModuleType[] {
  const active = modules.filter((entry) => entry.isActive).map((entry) => entry.moduleType);
  const goesOnCents = Math.round(Number(totals.listMonthly) * 100);
  const choices = active.reduce<ModuleType[][]>(
    (found, key) => [...found, ...found.map((ending) => [...ending, key])],
    [[]],
  );
  const fitting = choices.filter((ending) => price(active) - price(ending) === goesOnCents);
  return fitting.length === 1 ? (fitting[0] ?? []) : [];
}
