import { expect, it } from 'vitest';
import { counted } from './figure.ts';

it('counts one thing as one', () => {
  const rows = [0, 1, 2, 12_000].map((value) => counted(value, 'row', 'rows'));
  expect(rows).toEqual(['0 rows', '1 row', '2 rows', '12,000 rows']);
});
