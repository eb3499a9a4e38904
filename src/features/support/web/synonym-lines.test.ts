import { expect, it } from 'vitest';
import { groupsOf, lineIssues, linesOf } from './synonym-lines.ts';

it('reads lines of words and writes them as they are read', () => {
  const groups = groupsOf('supersite, jumbo board\n\n  ,\namex ; American Express,');
  expect(groups).toEqual([
    ['supersite', 'jumbo board'],
    ['amex', 'American Express'],
  ]);
  expect(groupsOf(linesOf(groups))).toEqual(groups);
});

it('says which line is wrong', () => {
  expect(lineIssues('a, b\nlonely')).toEqual([
    { path: 'lines', message: 'Line 2: Words that mean the same are at least two.' },
  ]);
  expect(lineIssues(`a, ${'x'.repeat(61)}`)).toEqual([
    { path: 'lines', message: 'Line 1: Use at most 60 characters.' },
  ]);
  expect(lineIssues('a, b')).toEqual([]);
});
