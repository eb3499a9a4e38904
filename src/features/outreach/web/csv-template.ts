import { saveFile } from '#web/lib/save-file.ts';
import { type ProspectField, prospectFieldNames, prospectFields } from '../contract.ts';

/** Specification section 9: the file has one sample row. */
export const templateName = 'prospects_template.csv';

/** No cell begins as a formula does, so that no spreadsheet calculates it (OWASP ASVS 5.0, 1.2.10). */
const sample: Record<ProspectField, string> = {
  businessName: 'Harbour Lane Coffee',
  address: '12 Harbour Lane, Sydney NSW 2000',
  contactEmail: 'hello@harbourlane.example',
  contactPhone: '02 5550 0117',
  industry: 'Hospitality',
  summary: 'Two cafés near the ferry wharf, a third one opens in spring.',
  notes: 'Met at the traders’ evening. Delete this row before you import.',
};

/** What makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** The template for imports as RFC 4180 has it: the names of the columns, and one sample row. */
export function csvTemplate(): string {
  const names = prospectFields.map((field) => prospectFieldNames[field]);
  return byteOrderMark + line(names) + line(prospectFields.map((field) => sample[field]));
}

/** Saves the template; it is made here, without the server. */
export function saveTemplate(): void {
  saveFile(new Blob([csvTemplate()], { type: 'text/csv;charset=utf-8' }), templateName);
}
