import { useId } from 'react';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
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
  const formId = useId();
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
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Stop mail to an address"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={form.busy && 'Adding...'}>
            Stop mail
          </Button>
        </>
      }
    >
      <form id={formId} {...form.form} className="space-y-4 p-5">
        <TextField {...form.field('address')} label="Email address" type="email" maxLength={254} dir="auto" />
        <TextField
          {...form.field('reason')}
          label="Reason (optional)"
          hint="Such as: asked on the phone"
          maxLength={500}
          dir="auto"
        />
      </form>
    </Dialog>
  );
}
