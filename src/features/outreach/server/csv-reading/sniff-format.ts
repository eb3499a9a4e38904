import { AppError } from '#shared/errors.ts';

/** First bytes of formats that people rename to .csv, or pick by mistake. */
const others: readonly { name: string; starts: readonly number[] }[] = [
  { name: 'an Excel workbook', starts: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'an old Excel workbook', starts: [0xd0, 0xcf, 0x11, 0xe0] },
  { name: 'a picture', starts: [0x89, 0x50, 0x4e, 0x47] },
  { name: 'a picture', starts: [0xff, 0xd8, 0xff] },
  { name: 'a picture', starts: [0x47, 0x49, 0x46, 0x38] },
  { name: 'a PDF document', starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { name: 'a compressed file', starts: [0x1f, 0x8b] },
  { name: 'a compressed file', starts: [0x52, 0x61, 0x72, 0x21] },
  { name: 'a compressed file', starts: [0x37, 0x7a, 0xbc, 0xaf] },
];

/** Media types that browsers send for CSV files, by system and by what is installed. */
const csvTypes: ReadonlySet<string> = new Set([
  'text/csv',
  'application/csv',
  'text/plain',
  'text/comma-separated-values',
  'text/tab-separated-values',
]);

const wrongFile = 'Please select a valid CSV file.';

/**
 * Refuses what cannot be a CSV file: by its name and type together, which are claims, and by its bytes, which are not.
 * @throws AppError unsupported_type
 */
export function assertCsv(fileName: string, type: string, head: Uint8Array): void {
  const named = /\.(?:csv|tsv|txt)$/i.test(fileName);
  if (!named && !csvTypes.has(type)) throw new AppError('unsupported_type', wrongFile);
  const other = others.find(({ starts }) => starts.every((byte, at) => head[at] === byte));
  if (!other) return;
  const isWorkbook = other.name.includes('Excel');
  const inside = Buffer.from(head);
  // Every workbook of today is a ZIP archive; not every ZIP archive is a workbook.
  if (head[0] === 0x50 && !inside.includes('xl/') && !inside.includes('[Content_Types].xml'))
    throw new AppError('unsupported_type', `${wrongFile} This is a ZIP archive.`);
  const advice = isWorkbook ? ' In Excel choose File, Save As, and “CSV UTF-8 (Comma delimited)”.' : '';
  throw new AppError('unsupported_type', `${wrongFile} This is ${other.name}.${advice}`);
}
