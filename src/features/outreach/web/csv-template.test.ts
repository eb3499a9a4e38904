import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { newProspect, prospectFields } from '../contract.ts';
import { csvTemplate } from './csv-template.ts';

const rows = () => Papa.parse<string[]>(csvTemplate().slice(1), { skipEmptyLines: true }).data;

describe('the template for imports', () => {
  it('has the columns of the specification and one sample row, which could be imported', () => {
    const [header, sample, ...rest] = rows();
    expect(header).toEqual([
      'Business Name',
      'Address',
      'Contact Email',
      'Contact Phone',
      'Industry',
      'Summary',
      'Notes',
    ]);
    expect(rest).toEqual([]);
    const values = Object.fromEntries(prospectFields.map((field, index) => [field, sample?.[index]]));
    expect(newProspect.safeParse(values).success).toBe(true);
  });

  it('is read as UTF-8 and calculates nothing in a spreadsheet', () => {
    expect(csvTemplate().startsWith('\uFEFF')).toBe(true);
    for (const cell of rows().flat()) expect(cell).not.toMatch(/^[\s\p{Cc}]*[=+\-@]/u);
  });
});
