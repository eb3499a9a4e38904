import { describe, expect, it } from 'vitest';
import { decimal, type ModuleType, moduleTypes, modules as sold } from '#shared/modules.ts';
import { endingModules } from './ending-modules.ts';

function state(active: readonly ModuleType[], goOn: readonly ModuleType[]) {
  const listMonthly = decimal(goOn.reduce((sum, key) => sum + sold[key].priceCents, 0));
  return {
    modules: active.map((moduleType) => ({
      id: moduleType,
      moduleType,
      monthlyPrice: decimal(sold[moduleType].priceCents),
      isActive: true,
      activatedAt: '2026-02-03T00:00:00.000Z',
    })),
    totals: {
      listMonthly,
      saving: '0.00',
      monthly: listMonthly,
      setupFee: '770.00',
      currency: 'USD' as const,
      setupFeeCurrency: 'AUD' as const,
    },
  };
}

describe('modules that end', () => {
  it('are known from the totals for every choice of modules', () => {
    for (let bits = 0; bits < 1 << moduleTypes.length; bits += 1) {
      const ending = moduleTypes.filter((_key, index) => bits & (1 << index));
      const goOn = moduleTypes.filter((key) => !ending.includes(key));
      expect(endingModules(state(moduleTypes, goOn)).toSorted()).toEqual(ending.toSorted());
    }
  });
  it('are none where the totals fit no choice', () => {
    const odd = state(moduleTypes, moduleTypes);
    expect(endingModules({ ...odd, totals: { ...odd.totals, listMonthly: '1.00' } })).toEqual([]);
  });
});
