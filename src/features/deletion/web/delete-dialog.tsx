import { call, messageOf } from '#web/api.ts';
import { shortDate } from '#web/lib/dates.ts';
import { refresh } from '#web/query.ts';
import { useMe, useZone } from '#web/session.tsx';
import { me } from '#web/shell/feature-calls.ts';
import { toast } from '#web/toast.ts';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { deletionApi, graceDays } from '../contract.ts';

const { read, request } = deletionApi.endpoints;

/** Asks for the name and the password: nobody deletes an organization by a slip of the hand or a borrowed session. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const zone = useZone();
  const { organization } = useMe();
  const form = useForm({
    initial: { name: '', currentPassword: '' },
    check: (values) => Promise.resolve(issuesOf(request.body.safeParse(values))),
    submit: async (values) => {
      const { deletion } = await call(request, { body: values });
      onClose();
      toast({
        title: 'The day is set',
        description: deletion
          ? `Everything is deleted on ${shortDate(deletion.dueAt, zone)}, unless an owner undoes it.`
          : '',
      });
      await refresh([read, me]);
    },
    failed: (error) =>
      toast({ title: 'Nothing is going to be deleted', description: messageOf(error, ''), tone: 'danger' }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title={`Delete ${organization.name}?`}
      description={`Everything of it is deleted in ${graceDays} days. Every owner is told and can undo it until then; after that nothing brings it back.`}
      action={`Delete in ${graceDays} days`}
      busy="Setting the day..."
      look="danger"
      leave="Keep it"
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name of the organization"
        hint={`Type ${organization.name}`}
        autoComplete="off"
        maxLength={200}
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
