import { describe, expect, it } from 'vitest';
import { decimal, type ModuleType, modules, moduleTypes, priceOf } from '#shared/modules.ts';
import { priceWith } from './price-with.ts';

function state(active: readonly ModuleType[]) {
  return {
    modules: active.map((moduleType) => ({
      id: moduleType,
      moduleType,
      monthlyPrice: decimal(modules[moduleType].priceCents),
      isActive: true,
      activatedAt: '2026-02-03T00:00:00.000Z',
    })),
  };
}

describe('the price with a module', () => {
  it('is the server’s total before, and its total after for every choice', () => {
    for (let bits = 0; bits < 1 << moduleTypes.length; bits += 1) {
      const active = moduleTypes.filter((_key, index) => bits & (1 << index));
      for (const added of moduleTypes.filter((key) => !active.includes(key)))
        expect(priceWith(state(active), [], added)).toEqual({
          before: priceOf(active).monthlyCents,
          after: priceOf([...active, added]).monthlyCents,
        });
    }
  });

  it('falls to the Pro Package where the third core module is added', () => {
    expect(priceWith(state(['leads_manager', 'outreach']), [], 'social_media')).toEqual({
      before: 32_800,
      after: 29_900,
    });
  });

  it('leaves out what ends before it is charged', () => {
    const ending = [{ moduleType: 'outreach' as const, endsAt: '2026-03-01T00:00:00.000Z' }];
    expect(priceWith(state(['leads_manager', 'outreach']), ending, 'social_media')).toEqual({
      before: 19_900,
      after: 26_800,
    });
  });
});
