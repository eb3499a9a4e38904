import { noteLimit } from '#features/payments/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { deletionApi, graceDays } from '../contract.ts';

const { readTenant, requestTenant } = deletionApi.endpoints;

interface DeleteTenantDialogProps {
  organizationId: string;
  name: string;
  onClose: () => void;
}

/** Asks the operator why, and for the operator's own password again. */
export function DeleteTenantDialog({ organizationId, name, onClose }: DeleteTenantDialogProps) {
  const form = useForm({
    initial: { reason: '', currentPassword: '' },
    check: (values) => Promise.resolve(issuesOf(requestTenant.body.safeParse(values))),
    submit: async (values) => {
      await call(requestTenant, { params: { organizationId }, body: values });
      onClose();
      toast({ title: 'The day is set', description: name });
      await refresh([readTenant]);
    },
    failed: (error) =>
      toast({ title: 'Nothing is going to be deleted', description: messageOf(error, ''), tone: 'danger' }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title={`Delete ${name}?`}
      description={`Everything of it is deleted in ${graceDays} days. Until then it works while it is paid for, nothing more is charged by card, its owners are told, and only you can undo it.`}
      action={`Delete in ${graceDays} days`}
      busy="Setting the day..."
      look="danger"
      leave="Keep it"
      onClose={onClose}
    >
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint="Shown to the owners of this tenant"
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
