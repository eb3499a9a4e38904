import type { Currency } from './contract.ts';

/** A tax that is part of a price, for invoices to a country in a currency; null fits every one. */
export interface TaxRule {
  /** Such as 'GST'. */
  label: string;
  /** Hundredths of a percent: 1000 is 10 %. */
  rateBasisPoints: number;
  country: string | null;
  currency: Currency | null;
}

/** What an invoice says where no rule fits. */
const noTaxLabel = 'No tax charged';

export interface Tax {
  label: string;
  taxCents: number;
  subtotalCents: number;
}

/** '10%', '8.875%'. */
function percent(rateBasisPoints: number): string {
  return `${rateBasisPoints / 100}%`;
}

/**
 * The tax inside a total, by the first rule that fits: of 770.00 with 10 % GST, 70.00 are tax. Half a cent and more is
 * rounded up. Cents in, cents out; subtotal and tax add up to the total.
 */
export function taxOf(
  totalCents: number,
  rules: readonly TaxRule[],
  about: { country: string | null; currency: Currency },
): Tax {
  const rule = rules.find(
    ({ country, currency }) =>
      (country === null || country === about.country) && (currency === null || currency === about.currency),
  );
  if (!rule) return { label: noTaxLabel, taxCents: 0, subtotalCents: totalCents };
  const taxCents = Math.round((totalCents * rule.rateBasisPoints) / (10_000 + rule.rateBasisPoints));
  return {
    label: `${rule.label} ${percent(rule.rateBasisPoints)}`,
    taxCents,
    subtotalCents: totalCents - taxCents,
  };
}
