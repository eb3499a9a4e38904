import { messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { PasswordField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useForm } from '#web/ui/use-form.ts';

interface PasswordDialogProps {
  title: string;
  text: string;
  action: string;
  busy: string;
  look?: 'primary' | 'danger';
  onConfirm: (currentPassword: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password once more before something that a borrowed session must not do. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, text, action, busy, look = 'primary', onConfirm, onClose } = props;
  const form = useForm({
    initial: { currentPassword: '' },
    check: ({ currentPassword }) =>
      Promise.resolve(
        currentPassword === '' ? [{ path: 'currentPassword', message: 'Password is required' }] : [],
      ),
    submit: ({ currentPassword }) => onConfirm(currentPassword),
    failed: (error) => toast({ title: 'Error', description: messageOf(error, 'Try again.'), tone: 'danger' }),
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title={title}
      description={text}
      action={action}
      busy={busy}
      look={look}
      onClose={onClose}
    >
      <PasswordField
        {...form.field('currentPassword')}
        label="Your password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
