import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coreModules, moduleTypes, priceOf } from '#shared/modules.ts';
import { periodCents, subscriptionLines } from './invoice-lines.ts';

describe('lines of an invoice', () => {
  it('name each module and the saving for the months that were paid', () => {
    expect(subscriptionLines(coreModules, { amountCents: 2 * 29_900, currency: 'USD' })).toEqual([
      { description: 'Social Media Automation, 2 months', amountCents: 13_800 },
      { description: 'Leads Manager, 2 months', amountCents: 39_800 },
      { description: 'Outreach, 2 months', amountCents: 25_800 },
      { description: 'Pro Package saving, 2 months', amountCents: -19_600 },
    ]);
  });

  it('are one line where the amount fits no whole months, or is in another currency', () => {
    for (const paid of [
      { amountCents: 100, currency: 'USD' as const },
      { amountCents: 6900, currency: 'AUD' as const },
    ])
      expect(subscriptionLines(['social_media'], paid)).toEqual([
        { description: 'AI Hub subscription: Social Media Automation', amountCents: paid.amountCents },
      ]);
    expect(subscriptionLines([], { amountCents: 5, currency: 'USD' })).toEqual([
      { description: 'AI Hub subscription', amountCents: 5 },
    ]);
  });

  it('add up to what was paid for every choice of modules and every amount', () => {
    fc.assert(
      fc.property(
        fc.subarray([...moduleTypes]),
        fc.integer({ min: 1, max: 10_000_000 }),
        (keys, amountCents) => {
          const lines = subscriptionLines(keys, { amountCents, currency: 'USD' });
          expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(amountCents);
        },
      ),
    );
  });
});

describe('the price of a period', () => {
  it('is the monthly total, and twelve times that for a year', () => {
    for (const keys of [[], ['outreach'] as const, coreModules, moduleTypes]) {
      expect(periodCents(keys, 'monthly')).toBe(priceOf(keys).monthlyCents);
      expect(periodCents(keys, 'yearly')).toBe(12 * priceOf(keys).monthlyCents);
    }
    expect(periodCents(moduleTypes, 'yearly')).toBe(12 * 59_900);
  });
});
