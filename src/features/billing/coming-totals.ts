import { type ModuleType, priceOf } from '#shared/modules.ts';

/** A module that works until an instant (ISO 8601) and is not charged for after it. */
export interface EndingModule {
  moduleType: ModuleType;
  endsAt: string;
}

/** The monthly total from an instant on, US cents. */
export interface ComingTotal {
  at: string;
  monthlyCents: number;
}

/** How the monthly total of the modules that run now changes as some of them end; soonest first. */
export function comingTotals(running: readonly ModuleType[], ending: readonly EndingModule[]): ComingTotal[] {
  const instants = [...new Set(ending.map((one) => one.endsAt))].toSorted();
  return instants.map((at) => ({
    at,
    monthlyCents: priceOf(
      running.filter((key) => !ending.some((one) => one.moduleType === key && one.endsAt <= at)),
    ).monthlyCents,
  }));
}
