import { messageOf } from '../api.ts';
import { toast } from '../toast.ts';
import { TextAreaField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './use-form.ts';

interface ReasonDialogProps {
  title: string;
  text: string;
  label: string;
  hint: string;
  /** What the button says, and what it says meanwhile. */
  action: string;
  busy: string;
  /** `danger` for what stops something. */
  look?: 'primary' | 'danger';
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
    <FormDialog
      form={form}
      size="small"
      title={props.title}
      description={props.text}
      action={props.action}
      busy={props.busy}
      look={props.look ?? 'primary'}
      onClose={props.onClose}
    >
      <TextAreaField
        {...form.field('reason')}
        label={props.label}
        hint={props.hint}
        maxLength={props.most}
        dir="auto"
      />
    </FormDialog>
  );
}
