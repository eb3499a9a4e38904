import PDFDocument from 'pdfkit';
import { invoiceNumber } from '#features/payments/invoice-number.ts';
import type { invoices, Party } from '../tables.ts';
import { plainFont } from './fonts.ts';
import { heightOf, printText } from './pdf-text.ts';

type Row = typeof invoices.$inferSelect;
type Document = InstanceType<typeof PDFDocument>;

/** Points; A4 is 595 by 842. */
const margin = 56;
const bottom = 842 - margin;
const contentWidth = 595 - 2 * margin;
const amountWidth = 110;
const right = margin + contentWidth - amountWidth;
const faint = '#52525b';
const stateWords = { open: 'Open', paid: 'Paid', void: 'Void' } as const;

function day(at: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: timezone }).format(at);
}

const amounts = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** '3,588.00 USD', with a minus sign rather than a hyphen. */
function money(cents: number, currency: string): string {
  return `${amounts.format(cents / 100).replace('-', '\u2212')} ${currency}`;
}

/**
 * An invoice as PDF, on as many pages as it needs, dates in the zone of who reads it. The same row gives the same pages. Holds its thread
 * for seconds where fonts of other scripts are read: `printInvoice` runs it in a thread of its own.
 */
export async function writeInvoicePdf(row: Row, timezone: string): Promise<Buffer> {
  const number = invoiceNumber(row.number);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: plainFont,
    info: { Title: number, Author: row.seller.name, CreationDate: row.issuedAt },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  let y = head(doc, row, number, timezone);
  y = parties(doc, row, y + 24);
  y = lines(doc, row, y + 28);
  totals(doc, row, y + 12);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

function head(doc: Document, row: Row, number: string, timezone: string): number {
  printText(doc, 'Invoice', margin, margin, { size: 22, weight: 600, width: 250 });
  const facts = [
    ['Number', number],
    ['Date', day(row.issuedAt, timezone)],
    ['Status', row.paidAt ? `Paid on ${day(row.paidAt, timezone)}` : stateWords[row.state]],
    ...(row.periodStart && row.periodEnd
      ? [['Period', `${day(row.periodStart, timezone)} to ${day(row.periodEnd, timezone)}`]]
      : []),
  ];
  let y = margin + 40;
  for (const [label = '', value = ''] of facts) {
    printText(doc, label, margin, y, { size: 10, color: faint, width: 70 });
    y = printText(doc, value, margin + 74, y, { size: 10, width: contentWidth - 74 });
  }
  return y;
}

function parties(doc: Document, row: Row, y: number): number {
  const column = contentWidth / 2 - 12;
  const one = (title: string, { name, details }: Party, x: number): number => {
    const below = printText(doc, title, x, y, { size: 10, color: faint, width: column });
    const after = printText(doc, name, x, below, { size: 11, weight: 600, width: column });
    return details === '' ? after : printText(doc, details, x, after, { size: 10, width: column });
  };
  return Math.max(one('From', row.seller, margin), one('To', row.buyer, margin + contentWidth / 2 + 12));
}

/** Where something of this height goes on: on the next page, where this one is full. */
function withRoom(doc: Document, y: number, height: number): number {
  if (y + height <= bottom) return y;
  doc.addPage({ size: 'A4', margin: 0 });
  return margin;
}

function rule(doc: Document, y: number, x = margin): void {
  doc
    .moveTo(x, y)
    .lineTo(margin + contentWidth, y)
    .lineWidth(0.5)
    .strokeColor('#d4d4d8')
    .stroke();
}

function lines(doc: Document, row: Row, y: number): number {
  printText(doc, 'Description', margin, y, { size: 10, color: faint, width: 200 });
  printText(doc, 'Amount', right, y, { size: 10, color: faint, align: 'right', width: amountWidth });
  let top = y + 18;
  rule(doc, top);
  top += 8;
  const style = { size: 10, width: contentWidth - amountWidth - 16 };
  for (const line of row.lines) {
    const amount = money(line.amountCents, row.currency);
    top = withRoom(doc, top, heightOf(doc, line.description, style));
    printText(doc, amount, right, top, { size: 10, align: 'right', width: amountWidth });
    top = printText(doc, line.description, margin, top, style) + 4;
  }
  rule(doc, top + 4);
  return top + 4;
}

function totals(doc: Document, row: Row, y: number): void {
  const labelX = margin + contentWidth / 2;
  const rows: [label: string, cents: number, weight: 400 | 600][] = [
    ['Subtotal', row.subtotalCents, 400],
    [row.taxLabel, row.taxCents, 400],
    ['Total', row.totalCents, 600],
  ];
  const styled = rows.map(([label, cents, weight]) => ({
    label,
    amount: money(cents, row.currency),
    weight,
    style: { size: 10, weight, width: right - labelX - 8 },
  }));
  const height = styled.reduce((sum, { label, style }) => sum + heightOf(doc, label, style) + 4, 0);
  let top = withRoom(doc, y, height);
  for (const { label, amount, weight, style } of styled) {
    printText(doc, amount, right, top, { size: 10, weight, align: 'right', width: amountWidth });
    top = printText(doc, label, labelX, top, style) + 4;
  }
}
