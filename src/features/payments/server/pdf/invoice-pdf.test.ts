import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { newId } from '#server/ids.ts';
import { writeInvoicePdf } from './invoice-pdf.ts';

/** The words of each page of an invoice with so many lines of so many characters. */
async function pagesOf(count: number, length: number): Promise<string[]> {
  const party = { name: 'Hub Pty Ltd', details: 'Line of the address\n'.repeat(12).trim() };
  const pdf = await writeInvoicePdf(
    {
      organizationId: newId(),
      id: newId(),
      number: 7,
      purpose: 'subscription',
      state: 'open',
      currency: 'USD',
      lines: Array.from({ length: count }, (_line, at) => ({
        description: `Line ${at + 1}: ${'word '.repeat(length / 5)}`,
        amountCents: 100,
      })),
      subtotalCents: count * 100,
      taxLabel: 'No tax charged',
      taxCents: 0,
      totalCents: count * 100,
      seller: party,
      buyer: party,
      issuedAt: new Date('2026-11-28T00:00:00Z'),
      paidAt: null,
      periodStart: null,
      periodEnd: null,
      externalId: null,
    },
    'Australia/Sydney',
  );
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text;
}

it('an invoice of a few lines is one page', async () => {
  const pages = await pagesOf(5, 60);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('Total');
});

it('a long invoice goes on over pages, with every line and its total once', async () => {
  const pages = await pagesOf(40, 300);
  expect(pages.length).toBeGreaterThan(2);
  const whole = pages.join('\n');
  for (let at = 1; at <= 40; at += 1) expect(whole.split(`Line ${at}:`)).toHaveLength(2);
  expect(pages.at(-1)).toMatch(/Total\s[\s\S]*40\.00 USD|40\.00 USD[\s\S]*Total/);
  expect(whole.match(/Subtotal/g)).toHaveLength(1);
});
