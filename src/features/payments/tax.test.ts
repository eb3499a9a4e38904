import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setupFeeCents } from '#shared/modules.ts';
import { type TaxRule, taxOf } from './tax.ts';

const gst: TaxRule = { label: 'GST', rateBasisPoints: 1000, country: 'AU', currency: 'AUD' };

describe('tax on an invoice', () => {
  it('is none where no rule fits, and says so', () => {
    const none = { label: 'No tax charged', taxCents: 0, subtotalCents: 29_900 };
    expect(taxOf(29_900, [], { country: 'AU', currency: 'USD' })).toEqual(none);
    expect(taxOf(29_900, [gst], { country: 'AU', currency: 'USD' })).toEqual(none);
    expect(taxOf(29_900, [gst], { country: 'NZ', currency: 'AUD' })).toEqual(none);
  });

  it('is 70.00 of the setup fee under GST of 10 %', () => {
    expect(taxOf(setupFeeCents, [gst], { country: 'AU', currency: 'AUD' })).toEqual({
      label: 'GST 10%',
      taxCents: 7000,
      subtotalCents: 70_000,
    });
  });

  it('takes the first rule that fits, and null fits every country and currency', () => {
    const other: TaxRule = { label: 'VAT', rateBasisPoints: 2050, country: null, currency: null };
    expect(taxOf(12_050, [gst, other], { country: null, currency: 'USD' })).toEqual({
      label: 'VAT 20.5%',
      taxCents: 2050,
      subtotalCents: 10_000,
    });
  });

  it('adds up to the total, in whole cents, for every amount and rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (total, rate) => {
          const tax = taxOf(total, [{ ...gst, rateBasisPoints: rate }], { country: 'AU', currency: 'AUD' });
          expect(Number.isInteger(tax.taxCents)).toBe(true);
          expect(tax.taxCents).toBeGreaterThanOrEqual(0);
          expect(tax.subtotalCents + tax.taxCents).toBe(total);
        },
      ),
    );
  });
});
