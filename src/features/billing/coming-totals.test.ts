import { describe, expect, it } from 'vitest';
import { moduleTypes } from '#shared/modules.ts';
import { comingTotals } from './coming-totals.ts';

const soon = '2026-03-01T00:00:00.000Z';
const later = '2026-04-01T00:00:00.000Z';

describe('the totals to come', () => {
  it('are none where no module ends', () => {
    expect(comingTotals(moduleTypes, [])).toEqual([]);
  });
  it('leave the Pro Package with the module that ends', () => {
    expect(comingTotals(moduleTypes, [{ moduleType: 'social_media', endsAt: soon }])).toEqual([
      { at: soon, monthlyCents: 62_800 },
    ]);
  });
  it('name each day on which modules end, soonest first', () => {
    const ending = [
      { moduleType: 'leads_manager' as const, endsAt: later },
      { moduleType: 'support_agent' as const, endsAt: soon },
      { moduleType: 'outreach' as const, endsAt: later },
    ];
    expect(comingTotals(moduleTypes, ending)).toEqual([
      { at: soon, monthlyCents: 29_900 },
      { at: later, monthlyCents: 6900 },
    ]);
  });
});
