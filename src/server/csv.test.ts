import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvHeader, csvRows } from './csv.ts';

describe('CSV that we write', () => {
  it.each([
    '=1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\0=1',
    '\u00a0=1',
    '\u200b=1',
    '＝1',
    '＋1',
    '+61 2 5550 1234',
  ])('makes %j inert', (cell) => {
    const [row] = Papa.parse<string[]>(csvRows([[cell]])).data;
    expect(row).toEqual([`'${cell}`]);
  });

  it('keeps quotes, commas, line breaks and other scripts', () => {
    const row = ['say "hi"', 'a, b', 'one\ntwo', 'один', '', '5 = five'];
    expect(Papa.parse<string[]>(csvRows([row, row]), { skipEmptyLines: true }).data).toEqual([row, row]);
  });

  it('writes numbers as numbers, nothing as an empty cell, and begins with a byte order mark', () => {
    expect(csvRows([[-5, null, 'x']])).toBe('-5,,x\r\n');
    expect(csvHeader(['A', 'B'])).toBe('\uFEFFA,B\r\n');
  });
});
