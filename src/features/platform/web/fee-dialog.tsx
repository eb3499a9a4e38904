import { operatorApi } from '#features/billing/operator-contract.ts';
import { noteLimit } from '#features/payments/contract.ts';
import { setupFeeCents } from '#shared/modules.ts';
import { call, messageOf } from '#web/api.ts';
import { money } from '#web/lib/money.ts';
import { toast } from '#web/toast.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { methodOptions, type TenantDialogProps } from './payment-dialog.tsx';

const { markFeePaid } = operatorApi.endpoints;

/** The setup fee came by another way than the payment system. */
export function FeeDialog({ tenant, onClose, onDone }: TenantDialogProps) {
  const form = useForm({
    initial: { method: 'bank_transfer', note: '' },
    check: (values) => Promise.resolve(issuesOf(markFeePaid.body.safeParse(values))),
    submit: async (values) => {
      await call(markFeePaid, {
        params: { organizationId: tenant.organization.id },
        body: markFeePaid.body.parse(values),
      });
      onClose();
      await onDone('Setup fee marked as paid');
    },
    failed: (error) =>
      toast({ title: 'The fee was not recorded', description: messageOf(error, ''), tone: 'danger' }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title="Mark fee paid"
      description={`The setup fee of ${money(setupFeeCents / 100, 'AUD')} from ${tenant.organization.name}`}
      action="Mark fee paid"
      busy="Recording..."
      onClose={onClose}
    >
      <SelectField {...form.field('method')} label="Method" options={methodOptions} />
      <TextField {...form.field('note')} label="Note" maxLength={noteLimit} dir="auto" />
    </FormDialog>
  );
}
