const digits = 6;

/** The number of an invoice as people read it: 42 becomes 'INV-000042'. */
export function invoiceNumber(number: number): string {
  return `INV-${String(number).padStart(digits, '0')}`;
}
