import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { suppressionApi } from '../suppression-contract.ts';

const { add, list } = suppressionApi.endpoints;

interface Values {
  address: string;
  reason: string;
}

function bodyOf({ address, reason }: Values) {
  return { address: address.trim(), ...(reason.trim() ? { reason } : {}) };
}

/** Asks for an address that gets no more mail. */
export function AddSuppression({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { address: '', reason: '' },
    check: (values) => Promise.resolve(issuesOf(add.body.safeParse(bodyOf(values)))),
    submit: async (values) => {
      const { address } = await call(add, { body: bodyOf(values) });
      toast({ title: `No more mail goes to ${address ?? values.address}` });
      onClose();
      await refresh([list]);
    },
    failed: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The address was not added.'), tone: 'danger' }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title="Stop mail to an address"
      action="Stop mail"
      busy="Adding..."
      onClose={onClose}
    >
      <TextField {...form.field('address')} label="Email address" type="email" maxLength={254} dir="auto" />
      <TextField
        {...form.field('reason')}
        label="Reason (optional)"
        hint="Such as: asked on the phone"
        maxLength={500}
        dir="auto"
      />
    </FormDialog>
  );
}
