import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import { isNear, nearWords } from './near-words.ts';

describe('a word', () => {
  it.each([
    ['grafiti', 'graffiti'],
    ['comiss', 'commiss'],
    ['pedestrain', 'pedestrian'],
    ['complain', 'complaint'],
    ['advert', 'advertis'],
    ['pirnt', 'print'],
  ])('%s is near %s', (one, other) => {
    expect(isNear(one, other)).toBe(true);
    expect(isNear(other, one)).toBe(true);
  });

  it.each([
    ['tv', 'tvs'],
    ['book', 'boot camp'],
    ['perth', 'permit'],
    ['radio', 'ratio of'],
    ['bitcoin', 'billing'],
    ['cat', 'car'],
    ['salesforc', 'sale'],
  ])('%s is not near %s', (one, other) => {
    expect(isNear(one, other)).toBe(false);
  });
});

it('is held against the words of many articles without holding the process', async () => {
  const known = Array.from({ length: 400 }, (_, at) => `${'a'.repeat(590)}${at}`);
  expect(fastest(() => void known.filter((word) => isNear(`${'a'.repeat(590)}x`, word)))).toBeLessThan(200);
  const run = () => Promise.resolve(known.map((lexeme) => ({ lexeme })));
  expect((await nearWords({ run }, ['a'.repeat(600)])).size).toBe(0);
});
