import Papa from 'papaparse';

/**
 * Beginning that a spreadsheet takes for a formula, also in full width and after blanks and characters that are not seen:
 * such a cell gets an apostrophe in front (OWASP ASVS 5.0, 1.2.10). A regular expression with the flag `u`.
 */
export const formulaStart = String.raw`[\s\p{Cc}\p{Cf}]*[=+\-@\t\r\0＝＋－＠]`;
const formula = new RegExp(`^${formulaStart}`, 'u');

/** What makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

type Cell = string | number | null;

/** The beginning of a CSV file: byte order mark and header row. */
export function csvHeader(names: readonly string[]): string {
  return `${byteOrderMark}${csvRows([[...names]])}`;
}

/** Rows by RFC 4180, each ended by CRLF; inert in spreadsheets. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '';
  const inert = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' && formula.test(cell) ? `'${cell}` : (cell ?? ''))),
  );
  return `${Papa.unparse(inert, { newline: '\r\n' })}\r\n`;
}
