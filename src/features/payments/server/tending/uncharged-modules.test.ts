import { describe, expect, it } from 'vitest';
import { isUncharged } from './uncharged-modules.ts';

const at = (text: string) => new Date(`${text}T10:00:00Z`);

describe('a module that ended with its period', () => {
  it.each([
    ['2026-04-10', '2026-03-10', 'monthly', false],
    ['2026-04-10', '2026-03-11', 'monthly', true],
    ['2026-03-31', '2026-02-28', 'monthly', false],
    ['2026-03-31', '2026-03-01', 'monthly', true],
    ['2026-04-10', '2025-04-10', 'yearly', false],
    ['2026-04-10', '2025-04-11', 'yearly', true],
  ] as const)('on %s and was added on %s, %s: uncharged is %s', (endsAt, activatedAt, cycle, expected) => {
    expect(isUncharged({ endsAt: at(endsAt), activatedAt: at(activatedAt) }, cycle)).toBe(expected);
  });

  it('is charged for where it goes on', () => {
    expect(isUncharged({ endsAt: null, activatedAt: at('2026-04-01') }, 'monthly')).toBe(false);
  });
});
