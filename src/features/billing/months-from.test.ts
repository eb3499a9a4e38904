import { describe, expect, it } from 'vitest';
import { monthsFrom } from './months-from.ts';

describe('some months from a day', () => {
  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('%s and %s months are %s', (from, months, to) => {
    expect(monthsFrom(new Date(`${from}T10:00:00Z`), months)).toEqual(new Date(`${to}T10:00:00Z`));
  });
});
