/** A decimal amount of the wire with its currency code: '299.00' and 'USD' become '299.00 USD'; whole thousands get a comma. */
export function money(amount: string | number, currency: 'USD' | 'AUD'): string {
  const figure = Number(amount).toLocaleString('en-AU', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `$${figure} ${currency}`;
}
