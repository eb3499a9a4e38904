import { AlertDialog } from 'radix-ui';
import { Button } from './button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  action: string;
  /** `primary` for what begins something; `danger` for what ends it. */
  look?: 'danger' | 'primary';
  busy?: string | false;
  onConfirm: () => void;
  onClose: () => void;
}

/** The plain question before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, action, look = 'danger', busy, onConfirm, onClose } = props;
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fade fixed inset-0 z-60 bg-[rgb(10_12_18/0.5)]" />
        <AlertDialog.Content
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          className="rise fixed inset-x-4 top-1/2 z-70 mx-auto max-w-[440px] -translate-y-1/2 rounded-lg border border-border bg-raised p-5 shadow-float outline-none"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-muted">{text}</AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>Cancel</Button>
            </AlertDialog.Cancel>
            <Button look={look} busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
