import { AppError } from '#shared/errors.ts';

/** Characters of the longest row that is read. */
const longestRow = 262_144;
/** So many rows with an open quotation mark, and the file is given up. */
const mostRepairs = 20;

export interface CsvRow {
  /** Of the file, from 1: where the row begins. */
  line: number;
  cells: string[];
  /** What is wrong with its form, in a sentence; null = nothing. */
  fault: string | null;
}

const openQuote = 'A quotation mark is opened here and never closed.';
const strayQuote = 'A quotation mark stands in the middle of a cell: write it twice, or leave it out.';
const tooLong = `This line is longer than ${longestRow.toLocaleString('en-AU')} characters.`;

interface Parsed {
  cells: string[];
  /** Where the next row begins. */
  end: number;
  breaks: number;
  fault: string | null;
}

/** A cell in quotation marks behind a blank, as in `a, "b, c"`, whole and in one line: anything else is a cell without. */
function spacedCell(delimiter: string): RegExp {
  const next = delimiter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  return new RegExp(` +"((?:[^"\\r\\n]|"")*)" *(?=${next}|[\\r\\n]|$)`, 'y');
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count += 1;
  }
  return count;
}

/**
 * Rows of a CSV file by RFC 4180, as its text comes in: every kind of line end (CRLF, LF, CR alone, also mixed), line
 * breaks in quotation marks, quotation marks in cells that do not begin with one. A row whose quotation mark is never
 * closed is given up alone and reading goes on with the next line, unless `repairs` is false.
 */
export class RowReader {
  readonly #delimiter: string;
  readonly #spacedCell: RegExp;
  readonly #repairs: boolean;
  #text = '';
  #line = 1;
  #repaired = 0;
  /** Within a line that was given up: its end is still to come. */
  #isSkipping = false;

  constructor(delimiter: string, { repairs = true, line = 1 } = {}) {
    this.#delimiter = delimiter;
    this.#spacedCell = spacedCell(delimiter);
    this.#repairs = repairs;
    this.#line = line;
  }

  /** @throws AppError invalid when too many rows have an open quotation mark */
  read(chunk: string, last = false): CsvRow[] {
    this.#text += chunk;
    const rows: CsvRow[] = [];
    let at = this.#skip(0, last);
    while (at < this.#text.length) {
      const parsed = this.#row(at, last);
      if (parsed === null || (parsed.fault === openQuote && this.#repairs)) {
        const isTooLong = this.#text.length - at > longestRow;
        if (!isTooLong && !last) break;
        rows.push({ line: this.#line, cells: [], fault: this.#givenUp(at) });
        this.#isSkipping = true;
        at = this.#skip(at, last);
        continue;
      }
      const isLong = parsed.end - at > longestRow;
      rows.push({
        line: this.#line,
        cells: isLong ? [] : parsed.cells,
        fault: isLong ? tooLong : parsed.fault,
      });
      this.#line += parsed.breaks + 1;
      at = parsed.end;
    }
    this.#text = this.#text.slice(at);
    return rows;
  }

  #givenUp(at: number): string {
    const lineEnd = this.#text.slice(at).search(/[\r\n]/);
    const length = lineEnd < 0 ? this.#text.length - at : lineEnd;
    if (length > longestRow) return tooLong;
    this.#repaired += 1;
    if (this.#repaired > mostRepairs) {
      throw new AppError(
        'invalid',
        `The quotation marks of this file do not match: line ${this.#line} opens one that is never closed, as do ${mostRepairs} lines before it. Save the file as CSV again and try once more.`,
      );
    }
    return openQuote;
  }

  /** Past the end of a line that was given up. */
  #skip(from: number, last: boolean): number {
    if (!this.#isSkipping) return from;
    for (let at = from; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code !== 10 && code !== 13) continue;
      if (code === 13 && at + 1 === this.#text.length && !last) return at;
      this.#isSkipping = false;
      this.#line += 1;
      return code === 13 && this.#text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
    }
    return this.#text.length;
  }

  /** The row that begins at `start`; null when its end has not come yet. */
  #row(start: number, last: boolean): Parsed | null {
    const text = this.#text;
    const delimiter = this.#delimiter.charCodeAt(0);
    const cells: string[] = [];
    let [at, breaks] = [start, 0];
    let fault: string | null = null;
    for (;;) {
      if (text.charCodeAt(at) === 34) {
        const cell = this.#quoted(at, last);
        if (cell === null) return null;
        fault = cell.fault ?? fault;
        breaks += cell.breaks;
        cells.push(cell.value);
        at = cell.end;
      } else {
        const cell = this.#plain(at);
        cells.push(cell.value);
        at = cell.end;
      }
      if (at >= text.length) return last ? { cells, end: at, breaks, fault } : null;
      const code = text.charCodeAt(at);
      if (code !== delimiter) {
        if (code === 13 && at + 1 === text.length && !last) return null;
        const end = code === 13 && text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
        return { cells, end, breaks, fault };
      }
      at += 1;
      if (at === text.length) {
        if (!last) return null;
        cells.push('');
        return { cells, end: at, breaks, fault };
      }
    }
  }

  #plain(start: number) {
    const delimiter = this.#delimiter.charCodeAt(0);
    if (this.#text.charCodeAt(start) === 32 && delimiter !== 32) {
      this.#spacedCell.lastIndex = start;
      const [spaced, inside] = this.#spacedCell.exec(this.#text) ?? [];
      if (spaced !== undefined && inside !== undefined)
        return { value: inside.replaceAll('""', '"'), end: start + spaced.length };
    }
    let end = start;
    while (end < this.#text.length) {
      const code = this.#text.charCodeAt(end);
      if (code === delimiter || code === 10 || code === 13) break;
      end += 1;
    }
    return { value: this.#text.slice(start, end), end };
  }

  #quoted(start: number, last: boolean) {
    const text = this.#text;
    const delimiter = this.#delimiter.charCodeAt(0);
    let fault: string | null = null;
    let at = start + 1;
    const valueTo = (end: number) => text.slice(start + 1, end).replaceAll('""', '"');
    for (;;) {
      const quote = text.indexOf('"', at);
      if (quote < 0) {
        if (!last) return null;
        const value = valueTo(text.length);
        return { value, end: text.length, breaks: breaksIn(value), fault: openQuote };
      }
      if (text.charCodeAt(quote + 1) === 34) {
        at = quote + 2;
        continue;
      }
      let after = quote + 1;
      while (text.charCodeAt(after) === 32 && delimiter !== 32) after += 1;
      if (after >= text.length && !last) return null;
      const code = text.charCodeAt(after);
      if (after >= text.length || code === delimiter || code === 10 || code === 13) {
        const value = valueTo(quote);
        return { value, end: after, breaks: breaksIn(value), fault };
      }
      fault = strayQuote;
      at = quote + 1;
    }
  }
}

export const rowFaults = { openQuote, strayQuote, tooLong } as const;
