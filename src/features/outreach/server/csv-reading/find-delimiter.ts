import { knownHeaders } from './read-header.ts';
import { RowReader } from './read-rows.ts';

const candidates = [',', ';', '\t', '|'] as const;

export const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** `sep=;` in the first line: Excel's own way to name the delimiter. */
const declared = /^sep=(.)(?:\r\n|\n|\r)/i;

/**
 * What separates the cells, from the beginning of the text: what its first line declares, else what makes the most known
 * columns of the header, else the most columns.
 */
export function findDelimiter(text: string): { delimiter: string; skipped: number } {
  const [line, named] = declared.exec(text) ?? [];
  if (line !== undefined && named !== undefined) return { delimiter: named, skipped: line.length };
  const scored = candidates.map((delimiter) => {
    const rows = new RowReader(delimiter, { repairs: false }).read(text.slice(0, 20_000), true);
    const cells = rows.find((row) => row.cells.some((cell) => cell.trim() !== ''))?.cells ?? [];
    return { delimiter, known: knownHeaders(cells), columns: cells.length };
  });
  const [best] = scored.toSorted((a, b) => b.known - a.known || b.columns - a.columns);
  return { delimiter: best?.delimiter ?? ',', skipped: 0 };
}
