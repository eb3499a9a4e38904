import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';

type DialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size' | 'onClose'>;

interface FormDialogProps extends DialogProps {
  /** As `useForm` gives it. */
  form: { busy: boolean; form: ComponentProps<'form'> };
  /** What the button says that sends, and what it says meanwhile. */
  action: string;
  busy: string;
  look?: 'primary' | 'danger';
  /** What the button says that leaves everything as it is. */
  leave?: string;
  /** Two columns of fields where there is room. */
  columns?: boolean;
  /** What stands beside the form, such as a question before it is left. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A form over the page: its fields scroll, its two buttons stay at the bottom. */
export function FormDialog(props: FormDialogProps) {
  const { form, action, busy, look = 'primary', leave = 'Cancel', columns = false, beside, children } = props;
  const { title, description, size, onClose } = props;
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      {...(size === undefined ? {} : { size })}
      footer={
        <>
          <Button onClick={onClose}>{leave}</Button>
          <Button type="submit" form={formId} look={look} busy={form.busy && busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        {...form.form}
        className={cx('p-5', columns ? 'grid gap-4 sm:grid-cols-2' : 'space-y-4')}
      >
        {children}
      </form>
      {beside}
    </Dialog>
  );
}
