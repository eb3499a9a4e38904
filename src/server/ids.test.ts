import { expect, it } from 'vitest';
import { newId } from './ids.ts';

it('ids made one after the other are in that order, each once, and of version 7', () => {
  const begun = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const made = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16);
  expect(made - begun).toBeGreaterThanOrEqual(0);
  expect(made - begun).toBeLessThan(60_000);
});
