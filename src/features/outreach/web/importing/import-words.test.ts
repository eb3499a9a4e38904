import { describe, expect, it } from 'vitest';
import { columnsInWords, counted, rowsToWrite, sizeInWords, startLabel } from './import-words.ts';

describe('the button that starts an import', () => {
  const counts = { ok: 248, duplicate: 12, rejected: 3 };

  it('says how many prospects it adds', () => {
    expect(startLabel(counts, 'skip')).toBe('Import 248 prospects');
    expect(startLabel(counts, 'add')).toBe('Import 260 prospects');
    expect(startLabel({ ...counts, ok: 1 }, 'skip')).toBe('Import 1 prospect');
  });

  it('says that it updates, without a figure that the file alone does not give', () => {
    expect(startLabel(counts, 'update')).toBe('Import 248 prospects, update the others');
    expect(startLabel({ ...counts, ok: 0 }, 'update')).toBe('Update the prospects');
    expect(startLabel({ ...counts, duplicate: 0 }, 'update')).toBe('Import 248 prospects');
  });

  it('has nothing to do where all rows are there already and are left out', () => {
    expect(rowsToWrite({ ok: 0, duplicate: 12, rejected: 0 }, 'skip')).toBe(0);
    expect(rowsToWrite({ ok: 0, duplicate: 12, rejected: 0 }, 'update')).toBe(12);
  });
});

describe('words about a file', () => {
  it('name the columns that are left out, three of them', () => {
    expect(columnsInWords(['Name', 'Fax'], ['businessName', null])).toBe(
      '1 of 2 columns imported. Left out: “Fax”.',
    );
    expect(columnsInWords(['A', 'B', 'C', 'D', 'E'], ['businessName', null, null, null, null])).toBe(
      '1 of 5 columns imported. Left out: “B”, “C”, “D” and 1 more.',
    );
    expect(columnsInWords(['A'], ['businessName'])).toBe('1 of 1 column imported.');
  });

  it('count and measure', () => {
    expect([counted(1, 'row'), counted(12_000, 'row')]).toEqual(['1 row', '12,000 rows']);
    expect([sizeInWords(20), sizeInWords(900_000), sizeInWords(25 * 1024 * 1024)]).toEqual([
      '1 KB',
      '879 KB',
      '25.0 MB',
    ]);
  });
});
