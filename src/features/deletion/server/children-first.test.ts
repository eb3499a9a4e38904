import { describe, expect, it } from 'vitest';
import { childrenFirst } from './children-first.ts';

describe('the order in which tables are emptied', () => {
  it('puts every table before those that it points to', () => {
    const references = [
      { child: 'notes', parent: 'leads' },
      { child: 'leads', parent: 'users' },
      { child: 'notes', parent: 'users' },
    ];
    expect(childrenFirst(['users', 'leads', 'other', 'notes'], references)).toEqual([
      'other',
      'notes',
      'leads',
      'users',
    ]);
  });

  it('does not wait for a table that points to itself', () => {
    expect(childrenFirst(['tree'], [{ child: 'tree', parent: 'tree' }])).toEqual(['tree']);
  });

  it('puts what points in a circle last', () => {
    const circle = [
      { child: 'a', parent: 'b' },
      { child: 'b', parent: 'a' },
    ];
    expect(childrenFirst(['a', 'b', 'c'], circle)).toEqual(['c', 'a', 'b']);
  });
});
