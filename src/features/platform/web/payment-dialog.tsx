import { operatorApi, type TenantBilling } from '#features/billing/operator-contract.ts';
import { currencies, noteLimit, paymentMethods } from '#features/payments/contract.ts';
import { cycleMonths } from '#features/payments/invoice-lines.ts';
import { methodNames } from '#features/payments/money-names.ts';
import { addMonths, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import { call, messageOf } from '#web/api.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';

const { recordPayment } = operatorApi.endpoints;

/** Methods that people record; what comes from the payment system records itself. */
export const methodOptions = paymentMethods
  .filter((value) => value !== 'stripe')
  .map((value) => ({ value, label: methodNames[value] }));

export interface TenantDialogProps {
  tenant: TenantBilling;
  onClose: () => void;
  onDone: (title: string) => Promise<void>;
}

/** The day a month or a year after what is paid already, as a date field holds it. */
function nextEnd(tenant: TenantBilling, zone: string): string {
  const { subscription } = tenant.billing;
  const end = new Date(subscription?.currentPeriodEnd ?? Date.now());
  const from = new Date(Math.max(end.getTime(), Date.now()));
  const cycle = tenant.nextBillingCycle ?? subscription?.billingCycle ?? 'monthly';
  return addMonths(zonedDate(from, zone), cycleMonths[cycle]);
}

/** '299' and '299.00' are 29900 cents; NaN for what is no amount. */
function centsOf(amount: string): number {
  const plain = amount.replaceAll(/[$,\s]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

/** A payment that came by another way than the payment system. The tenant is active until its date. */
export function PaymentDialog({ tenant, onClose, onDone }: TenantDialogProps) {
  const zone = useZone();
  const params = { organizationId: tenant.organization.id };
  const form = useForm({
    initial: {
      amount: (tenant.nextPeriodCents / 100).toFixed(2),
      currency: 'USD',
      method: 'bank_transfer',
      paidUntil: nextEnd(tenant, zone),
      note: '',
    },
    check: (values) => {
      const cents = centsOf(values.amount);
      const found = Number.isNaN(cents)
        ? [{ path: 'amount', message: 'Enter the amount in figures, such as 299.00.' }]
        : [];
      const date = values.paidUntil === '' ? [{ path: 'paidUntil', message: 'Choose a date.' }] : [];
      if (found.length + date.length > 0) return Promise.resolve([...found, ...date]);
      const issues = issuesOf(recordPayment.body.safeParse(bodyOf(values, zone)));
      return Promise.resolve(
        issues.map((issue) => (issue.path === 'amountCents' ? { ...issue, path: 'amount' } : issue)),
      );
    },
    submit: async (values) => {
      await call(recordPayment, { params, body: recordPayment.body.parse(bodyOf(values, zone)) });
      onClose();
      await onDone('Payment recorded');
    },
    failed: (error) =>
      toast({ title: 'The payment was not recorded', description: messageOf(error, ''), tone: 'danger' }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title="Record payment"
      description={tenant.organization.name}
      action="Record payment"
      busy="Recording..."
      columns
      onClose={onClose}
    >
      <TextField {...form.field('amount')} label="Amount" inputMode="decimal" autoComplete="off" />
      <SelectField
        {...form.field('currency')}
        label="Currency"
        options={currencies.map((value) => ({ value, label: value }))}
      />
      <SelectField {...form.field('method')} label="Method" options={methodOptions} />
      <TextField {...form.field('paidUntil')} label="Paid until" type="date" />
      <TextField
        {...form.field('note')}
        label="Note"
        hint="Such as the reference of the transfer"
        maxLength={noteLimit}
        dir="auto"
        className="sm:col-span-2"
      />
    </FormDialog>
  );
}

function bodyOf(
  values: { amount: string; currency: string; method: string; paidUntil: string; note: string },
  zone: string,
): object {
  const { amount, paidUntil, ...rest } = values;
  return {
    ...rest,
    amountCents: centsOf(amount),
    // To the end of that day where the operator is.
    paidUntil: zonedInstant(paidUntil, 24 * 60 - 1, zone).toISOString(),
  };
}
