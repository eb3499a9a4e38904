import { operatorApi } from '#features/billing/operator-contract.ts';
import { noteLimit } from '#features/payments/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { PasswordField, TextAreaField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import type { TenantDialogProps } from './payment-dialog.tsx';

const { cancel } = operatorApi.endpoints;

/** Ends a subscription at once: asks why, and for the operator's own password again. */
export function CancelDialog({ tenant, onClose, onDone }: TenantDialogProps) {
  const form = useForm({
    initial: { reason: '', currentPassword: '' },
    check: (values) => Promise.resolve(issuesOf(cancel.body.safeParse(values))),
    submit: async (values) => {
      await call(cancel, { params: { organizationId: tenant.organization.id }, body: values });
      onClose();
      await onDone('Subscription cancelled');
    },
    failed: (error) =>
      toast({ title: 'Nothing was cancelled', description: messageOf(error, ''), tone: 'danger' }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title={`Cancel the subscription of ${tenant.organization.name}?`}
      description="At once: its people can read and export, and nothing else. You can reactivate it later."
      action="Cancel subscription"
      busy="Cancelling..."
      look="danger"
      leave="Keep it"
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('reason')}
        label="Reason"
        hint="Shown to the people of this tenant"
        maxLength={noteLimit}
        dir="auto"
      />
      <PasswordField
        {...form.field('currentPassword')}
        label="Your password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
