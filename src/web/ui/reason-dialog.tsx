import { useId } from 'react';
import { messageOf } from '../api.ts';
import { toast } from '../toast.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { useForm } from './use-form.ts';

interface ReasonDialogProps {
  title: string;
  text: string;
  label: string;
  hint: string;
  /** What the button says, and what it says meanwhile. */
  action: string;
  busy: string;
  /** Fewest and most characters. */
  least: number;
  most: number;
  /** Said when it is shorter. */
  tooShort: string;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks why, where the answer is kept. */
export function ReasonDialog(props: ReasonDialogProps) {
  const formId = useId();
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      Promise.resolve(
        reason.trim().length < props.least ? [{ path: 'reason', message: props.tooShort }] : [],
      ),
    submit: async ({ reason }) => {
      await props.onConfirm(reason.trim());
      props.onClose();
    },
    failed: (error) => toast({ title: 'Error', description: messageOf(error, 'Try again.'), tone: 'danger' }),
  });
  return (
    <Dialog
      open
      onClose={props.onClose}
      size="small"
      title={props.title}
      description={props.text}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={form.busy && props.busy}>
            {props.action}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.form} className="p-5">
        <TextField
          {...form.field('reason')}
          label={props.label}
          hint={props.hint}
          maxLength={props.most}
          dir="auto"
        />
      </form>
    </Dialog>
  );
}
