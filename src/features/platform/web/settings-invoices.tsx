import { Plus, Trash2 } from 'lucide-react';
import { type InvoiceSettings, invoiceLimits, operatorApi } from '#features/billing/operator-contract.ts';
import { countryNames } from '#features/organization/options.ts';
import { currencies } from '#features/payments/contract.ts';
import { call } from '#web/api.ts';
import { keyOf, queryClient } from '#web/query.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { useSettingsForm } from '#web/ui/use-settings-form.tsx';
import {
  type InvoiceValues,
  invoiceInput,
  invoiceIssues,
  invoiceValues,
  ruleCount,
  withoutRule,
  withRule,
} from './invoice-values.ts';
import type { SettingsFields } from './settings-form.tsx';

const { readInvoiceSettings, saveInvoiceSettings } = operatorApi.endpoints;

/** Who invoices are from, how they are paid, and the taxes that prices hold. */
export function InvoiceSettingsForm({ settings }: { settings: InvoiceSettings }) {
  const { form, end } = useSettingsForm<InvoiceValues>({
    stored: invoiceValues(settings),
    action: 'Save changes',
    issues: invoiceIssues,
    isChanged: (before, values) =>
      JSON.stringify(invoiceInput(before)) !== JSON.stringify(invoiceInput(values)),
    save: async (values) => {
      const saved = await call(saveInvoiceSettings, {
        body: saveInvoiceSettings.body.parse(invoiceInput(values)),
      });
      queryClient.setQueryData<InvoiceSettings>(keyOf(readInvoiceSettings), saved);
      return { stored: invoiceValues(saved), savedAt: new Date().toISOString() };
    },
  });
  return (
    <form {...form.form} aria-label="Invoices" className="max-w-[880px]">
      <Section
        title="Seller"
        text="Stands at the head of every invoice from now on. Invoices that were issued stay as they are."
      >
        <div className="grid gap-4 p-5">
          <TextField
            {...form.field('sellerName')}
            label="Name of the seller"
            maxLength={invoiceLimits.sellerName}
            dir="auto"
            hint="Left empty, the name of the platform organization is printed."
          />
          <TextAreaField
            {...form.field('sellerDetails')}
            label="Address, tax number and how to pay"
            rows={6}
            maxLength={invoiceLimits.sellerDetails}
            dir="auto"
            hint={`Printed below the name as typed, at most ${invoiceLimits.detailLines} lines: address, tax number, bank account.`}
          />
        </div>
      </Section>
      <Taxes form={form} />
      {end}
    </form>
  );
}

function Taxes({ form }: { form: SettingsFields }) {
  const rows = Array.from({ length: ruleCount(form.values) }, (_, row) => row);
  return (
    <Section
      title="Taxes"
      text="Prices hold their tax. The first line that fits an invoice counts; where none fits it says that no tax is charged."
      action={
        <Button
          disabled={rows.length >= invoiceLimits.taxRules}
          onClick={() => form.set(withRule(form.values))}
        >
          <Plus size={16} aria-hidden />
          Add a tax
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p className="p-5 text-muted">No tax is charged. Ask somebody who knows your taxes.</p>
      ) : (
        <ul className="divide-y divide-border">
          {rows.map((row) => (
            <li
              key={row}
              className="grid grid-cols-2 items-start gap-3 p-5 md:grid-cols-[minmax(0,2fr)_96px_minmax(0,2fr)_128px_36px]"
            >
              <TextField
                {...form.field(`rule${row}Label`)}
                label="Name of the tax"
                maxLength={invoiceLimits.taxLabel}
                dir="auto"
              />
              <TextField
                {...form.field(`rule${row}Rate`)}
                label="Rate"
                suffix="%"
                inputMode="decimal"
                maxLength={8}
                autoComplete="off"
              />
              <SelectField
                {...form.field(`rule${row}Country`)}
                label="Country of the customer"
                options={countriesWith(form.values[`rule${row}Country`] ?? '')}
              />
              <SelectField
                {...form.field(`rule${row}Currency`)}
                label="Currency"
                options={[
                  { value: '', label: 'Both' },
                  ...currencies.map((value) => ({ value, label: value })),
                ]}
              />
              <IconButton
                label={`Remove tax ${row + 1}`}
                className="max-md:col-span-2 max-md:justify-self-end md:mt-[26px]"
                onClick={() => form.set(withoutRule(form.values, row))}
              >
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The countries that organizations choose from, and the stored one where it is another. */
function countriesWith(stored: string) {
  const known = Object.entries(countryNames)
    .filter(([value]) => value !== 'other')
    .map(([value, label]) => ({ value, label }));
  const isKnown = stored === '' || known.some(({ value }) => value === stored);
  return [
    { value: '', label: 'Every country' },
    ...known,
    ...(isKnown ? [] : [{ value: stored, label: stored }]),
  ];
}
