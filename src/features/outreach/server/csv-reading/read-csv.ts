import { importLimits } from '#features/outreach/import-contract.ts';
import { AppError } from '#shared/errors.ts';
import { TextReader } from './decode-text.ts';
import { delimiterNames, findDelimiter } from './find-delimiter.ts';
import { type Header, readHeader } from './read-header.ts';
import { type CsvRow, RowReader } from './read-rows.ts';
import { assertCsv } from './sniff-format.ts';

export interface CsvFile {
  header: Header;
  /** How it was read, such as 'UTF-8, commas'. */
  format: () => string;
  /** The rows below the header, without blank ones, a piece of the file at a time. */
  rows: AsyncGenerator<CsvRow[]>;
}

interface Named {
  fileName: string;
  type: string;
  stream: AsyncIterable<Uint8Array>;
}

/** Characters that are waited for before anything is decided about the file. */
const beginning = 65_536;

/** Control characters are blank too: DOS programs end a file with one. */
function isBlank({ cells, fault }: CsvRow): boolean {
  return fault === null && cells.every((cell) => /^[\s\p{Cc}\uFEFF]*$/u.test(cell));
}

/**
 * Reads a CSV file as people really save it, a piece at a time: memory does not grow with the file.
 * @throws AppError unsupported_type for another format; invalid for a file without rows, without a header or whose
 * quotation marks do not match; too_large for too many rows, while reading
 */
export async function readCsv(upload: Named): Promise<CsvFile> {
  const chunks = upload.stream[Symbol.asyncIterator]();
  const text = new TextReader();
  let [start, ended, isFirst] = ['', false, true];
  while (!ended && start.length < beginning) {
    const next = await chunks.next();
    ended = next.done === true;
    if (!next.done && isFirst) {
      assertCsv(upload.fileName, upload.type, next.value);
      isFirst = false;
    }
    start += next.done ? text.read(new Uint8Array(), true) : text.read(next.value);
  }
  if (start.charCodeAt(0) === 0xfeff) start = start.slice(1);
  if (start.trim() === '')
    throw new AppError('invalid', 'This file is empty. Choose one with a line for each prospect.');
  const { delimiter, skipped } = findDelimiter(start);
  const reader = new RowReader(delimiter, { line: skipped > 0 ? 2 : 1 });
  let rows = reader.read(start.slice(skipped), ended);
  let found = rows.findIndex((row) => !isBlank(row));
  while (found < 0 && !ended) {
    const next = await chunks.next();
    ended = next.done === true;
    rows = reader.read(next.done ? text.read(new Uint8Array(), true) : text.read(next.value), ended);
    found = rows.findIndex((row) => !isBlank(row));
  }
  const first = rows[found];
  if (!first || first.fault !== null) {
    throw new AppError(
      'invalid',
      `The first line could not be read. ${first?.fault ?? 'It is empty.'} Save the file as CSV again and try once more.`,
    );
  }
  const header = readHeader(first.cells);
  async function* all(): AsyncGenerator<CsvRow[]> {
    let count = 0;
    let piece = rows.slice(found + 1);
    for (;;) {
      const filled = piece.filter((row) => !isBlank(row));
      count += filled.length;
      if (count > importLimits.rows) {
        throw new AppError(
          'too_large',
          `This file has more than ${importLimits.rows.toLocaleString('en-AU')} rows, the most that is imported at once. Split it and import the parts.`,
        );
      }
      if (filled.length > 0) yield filled;
      if (ended) return;
      const next = await chunks.next();
      ended = next.done === true;
      piece = reader.read(next.done ? text.read(new Uint8Array(), true) : text.read(next.value), ended);
    }
  }
  const named = delimiterNames[delimiter] ?? `“${delimiter}”`;
  return { header, rows: all(), format: () => `${text.encoding}, ${named}` };
}
