import { noteLimit, paymentsApi, type RequestKind } from '#features/payments/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { TextAreaField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useForm } from '#web/ui/use-form.ts';

interface RequestDialogProps {
  kind: Extract<RequestKind, 'setup_fee' | 'payment_method'>;
  title: string;
  onClose: () => void;
}

export function askedToast(): void {
  toast({
    title: 'Request sent',
    description: 'The operator of this installation sees it and answers here.',
  });
}

/** Asks the operator for what a payment service would do, with a note. */
export function RequestDialog({ kind, title, onClose }: RequestDialogProps) {
  const form = useForm({
    initial: { note: '' },
    check: () => Promise.resolve([]),
    submit: async ({ note }) => {
      await call(paymentsApi.endpoints.ask, { body: { kind, note: note.trim() } });
      await refresh([paymentsApi.endpoints.requests]);
      onClose();
      askedToast();
    },
    failed: (error) =>
      toast({
        title: 'The request was not sent',
        description: messageOf(error, 'Try again.'),
        tone: 'danger',
      }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title={title}
      description="Payments are taken by the operator of this installation, who gets in touch with you."
      action="Send request"
      busy="Sending..."
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('note')}
        label="Note"
        hint="How you would like to pay, or when somebody may call. May stay empty."
        rows={3}
        maxLength={noteLimit}
        dir="auto"
      />
    </FormDialog>
  );
}
