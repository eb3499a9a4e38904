import { type InvoiceSettings, invoiceSettings } from '#features/billing/operator-contract.ts';
import type { Issue } from '#shared/errors.ts';
import { issuesOf } from '#web/ui/use-form.ts';

export type InvoiceValues = Record<string, string>;
type Rule = InvoiceSettings['taxRules'][number];

const at = (values: InvoiceValues, name: string) => values[name] ?? '';

/** 1000 hundredths of a percent are shown as '10'. */
function percentOf(rateBasisPoints: number): string {
  return String(rateBasisPoints / 100);
}

/** '10' and '8.25' as hundredths of a percent; NaN for what is no rate. */
function basisPointsOf(percent: string): number {
  const plain = percent.trim().replace(/\s*%$/, '').replace(',', '.');
  return /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

export function ruleCount(values: InvoiceValues): number {
  return Number(at(values, 'rules'));
}

function rulesOf(values: InvoiceValues): (Omit<Rule, 'currency'> & { currency: string | null })[] {
  return Array.from({ length: ruleCount(values) }, (_, row) => ({
    label: at(values, `rule${row}Label`).trim(),
    rateBasisPoints: basisPointsOf(at(values, `rule${row}Rate`)),
    country: at(values, `rule${row}Country`) || null,
    currency: at(values, `rule${row}Currency`) || null,
  }));
}

function ruleValues(rules: readonly Rule[]): InvoiceValues {
  return Object.fromEntries([
    ['rules', String(rules.length)],
    ...rules.flatMap((rule, row) => [
      [`rule${row}Label`, rule.label],
      [`rule${row}Rate`, percentOf(rule.rateBasisPoints)],
      [`rule${row}Country`, rule.country ?? ''],
      [`rule${row}Currency`, rule.currency ?? ''],
    ]),
  ]);
}

export function invoiceValues({ sellerName, sellerDetails, taxRules }: InvoiceSettings): InvoiceValues {
  return { sellerName, sellerDetails, ...ruleValues(taxRules) };
}

/** What is typed, as it is sent; the contract decides whether it is right. */
export function invoiceInput(values: InvoiceValues) {
  return {
    sellerName: at(values, 'sellerName').trim(),
    sellerDetails: at(values, 'sellerDetails').trim(),
    taxRules: rulesOf(values),
  };
}

/** With one more tax at the end, for the whole world. */
export function withRule(values: InvoiceValues): InvoiceValues {
  const row = ruleCount(values);
  return {
    ...values,
    rules: String(row + 1),
    [`rule${row}Label`]: '',
    [`rule${row}Rate`]: '',
    [`rule${row}Country`]: '',
    [`rule${row}Currency`]: '',
  };
}

/** Without one; those after it move up. */
export function withoutRule(values: InvoiceValues, gone: number): InvoiceValues {
  const next: InvoiceValues = { ...values, rules: String(ruleCount(values) - 1) };
  for (let row = gone; row + 1 < ruleCount(values); row += 1)
    for (const field of ['Label', 'Rate', 'Country', 'Currency'])
      next[`rule${row}${field}`] = at(values, `rule${row + 1}${field}`);
  return next;
}

const fieldNames: Readonly<Record<string, string>> = {
  label: 'Label',
  rateBasisPoints: 'Rate',
  country: 'Country',
  currency: 'Currency',
};

/** What is wrong, at the field that says it. */
export function invoiceIssues(values: InvoiceValues): Issue[] {
  return issuesOf(invoiceSettings.safeParse(invoiceInput(values))).map((issue) => {
    const [list, row, field = ''] = issue.path.split('.');
    if (list !== 'taxRules' || row === undefined) return issue;
    const typed = at(values, `rule${row}Rate`);
    const noRate = field === 'rateBasisPoints' && Number.isNaN(basisPointsOf(typed));
    return {
      path: `rule${row}${fieldNames[field] ?? ''}`,
      message: noRate ? 'Enter the rate in percent, such as 10 or 8.25.' : issue.message,
    };
  });
}
