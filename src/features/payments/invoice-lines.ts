import { type ModuleType, modules, priceOf, setupFeeCents } from '#shared/modules.ts';
import type { Currency } from './contract.ts';

export interface InvoiceLine {
  description: string;
  /** Negative for what is taken off. */
  amountCents: number;
}

/** Months that a cycle is charged for. */
export const cycleMonths = { monthly: 1, yearly: 12 } as const;

/** What a period of a set of modules costs, US cents: a year is twelve months (contract section 5). */
export function periodCents(active: Iterable<ModuleType>, cycle: keyof typeof cycleMonths): number {
  return priceOf(active).monthlyCents * cycleMonths[cycle];
}

/**
 * Lines of an invoice over a payment: each module and the saving of the Pro Package where they add up to what was paid
 * for whole months, else one line that says what it is for. Prices are in US dollars.
 */
export function subscriptionLines(
  active: readonly ModuleType[],
  { amountCents, currency }: { amountCents: number; currency: Currency },
): InvoiceLine[] {
  const price = priceOf(active);
  const months = price.monthlyCents === 0 || currency !== 'USD' ? 0 : amountCents / price.monthlyCents;
  if (!Number.isInteger(months) || months < 1) {
    const names = active.map((key) => modules[key].name).join(', ');
    return [{ description: names ? `AI Hub subscription: ${names}` : 'AI Hub subscription', amountCents }];
  }
  const times = months === 1 ? '1 month' : `${months} months`;
  const lines = active.map((key) => ({
    description: `${modules[key].name}, ${times}`,
    amountCents: modules[key].priceCents * months,
  }));
  if (price.savingCents === 0) return lines;
  return [
    ...lines,
    { description: `Pro Package saving, ${times}`, amountCents: -price.savingCents * months },
  ];
}

export const feeLines: readonly InvoiceLine[] = [
  { description: 'One-time setup fee', amountCents: setupFeeCents },
];
