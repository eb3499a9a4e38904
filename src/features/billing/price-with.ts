import { type ModuleType, priceOf } from '#shared/modules.ts';
import type { EndingModule } from './coming-totals.ts';
import type { BillingState } from './contract.ts';

/** The monthly total of the next period as it is, and as it is once a module is added; US cents. Modules that end are in neither. */
export function priceWith(
  { modules }: Pick<BillingState, 'modules'>,
  ending: readonly EndingModule[],
  added: ModuleType,
): { before: number; after: number } {
  const goOn = modules
    .filter((entry) => entry.isActive && !ending.some((one) => one.moduleType === entry.moduleType))
    .map((entry) => entry.moduleType);
  return { before: priceOf(goOn).monthlyCents, after: priceOf([...goOn, added]).monthlyCents };
}
