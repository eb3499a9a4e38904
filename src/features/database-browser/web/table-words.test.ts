import { describe, expect, it } from 'vitest';
import { footerOf, pageOf, wholeText } from './table-words.ts';

describe('the page in the address', () => {
  it('is the first one for whatever is no page', () => {
    expect(['1', '17', '2000'].map(pageOf)).toEqual([1, 17, 2000]);
    expect([undefined, '', '0', '-1', '1e9', '1.5', 'x', '9'.repeat(30)].map(pageOf)).toEqual(
      Array.from({ length: 8 }, () => 1),
    );
  });
});

describe('the words below the grid', () => {
  it('say how much of the table is seen', () => {
    expect(footerOf(50, { page: 2, total: 100_000, totalPages: 2000 })).toBe(
      'Showing 50 of 100,000 records (Page 2 of 2,000)',
    );
    expect(footerOf(0, { page: 1, total: 0, totalPages: 0 })).toBe('Showing 0 of 0 records (Page 1 of 1)');
  });
});

describe('the whole of a value', () => {
  it('shows objects over several lines, and one that was cut as it came', () => {
    expect(wholeText('{"name":"Ann"}', 'jsonb')).toBe('{\n  "name": "Ann"\n}');
    expect(wholeText('{"name":"An… (cut', 'jsonb')).toBe('{"name":"An… (cut');
    expect(wholeText('{"name":"Ann"}', 'text')).toBe('{"name":"Ann"}');
    expect([wholeText(null, 'text'), wholeText(false, 'boolean'), wholeText(0, 'integer')]).toEqual([
      'null',
      'false',
      '0',
    ]);
  });
});
