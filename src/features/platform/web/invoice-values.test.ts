import { describe, expect, it } from 'vitest';
import type { InvoiceSettings } from '#features/billing/operator-contract.ts';
import { invoiceInput, invoiceIssues, invoiceValues, withoutRule, withRule } from './invoice-values.ts';

const gst = { label: 'GST', rateBasisPoints: 1000, country: 'AU', currency: 'AUD' as const };
const vat = { label: 'VAT', rateBasisPoints: 825, country: null, currency: null };
const settings: InvoiceSettings = { sellerName: 'Hub Pty Ltd', sellerDetails: 'ABN 1', taxRules: [gst, vat] };

describe('settings of invoices in a form', () => {
  it('come back as they were', () => {
    expect(invoiceInput(invoiceValues(settings))).toEqual(settings);
    expect(invoiceValues(settings)).toMatchObject({ rule0Rate: '10', rule1Rate: '8.25', rule1Country: '' });
  });

  it('take a rate as people write it', () => {
    const rateOf = (rate: string) =>
      invoiceInput({ ...invoiceValues(settings), rule0Rate: rate }).taxRules[0]?.rateBasisPoints;
    expect(['10', '10.5', '8,25', '19 %', '0'].map(rateOf)).toEqual([1000, 1050, 825, 1900, 0]);
  });

  it('say at the field what is wrong', () => {
    const values = { ...withRule(invoiceValues(settings)), rule0Rate: 'ten', rule1Rate: '101' };
    expect(invoiceIssues(values)).toEqual([
      { path: 'rule0Rate', message: 'Enter the rate in percent, such as 10 or 8.25.' },
      { path: 'rule1Rate', message: 'A rate is at most 100 %.' },
      { path: 'rule2Label', message: 'A tax needs a name, such as GST.' },
      { path: 'rule2Rate', message: 'Enter the rate in percent, such as 10 or 8.25.' },
    ]);
    expect(invoiceIssues(invoiceValues(settings))).toEqual([]);
  });

  it('lose one tax and keep the others in their order', () => {
    expect(invoiceInput(withoutRule(invoiceValues(settings), 0)).taxRules).toEqual([vat]);
    expect(invoiceInput(withoutRule(invoiceValues(settings), 1)).taxRules).toEqual([gst]);
  });
});
