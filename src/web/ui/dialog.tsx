import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** Takes the place of title and description, which then are read aloud only. */
  header?: ReactNode;
  /** Sticks at the bottom. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'wide';
  children: ReactNode;
}

const sizes = {
  small: 'sm:max-w-[440px]',
  medium: 'sm:max-w-[600px]',
  // Of one height, so that it does not jump when its content arrives.
  wide: 'sm:max-w-[1120px] sm:h-[min(95vh,860px)]',
};

/** Into the first field of a form; else onto the dialog itself, so that no button looks chosen. */
function focusFirstField(event: Event): void {
  event.preventDefault();
  const dialog = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const field = dialog?.querySelector<HTMLElement>('form input, form select, form textarea');
  (field ?? dialog)?.focus();
}

/** Pressing a toast does not close the dialog under it. */
function keepForToasts(event: Event): void {
  const pressed = event instanceof CustomEvent ? event.detail?.originalEvent?.target : null;
  if (pressed instanceof Element && pressed.closest('[data-toasts]')) event.preventDefault();
}

/** Escape in a part that has a use for it of its own, marked `data-own-escape`, leaves that part and not the dialog. */
function keepForParts(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}

/** Focus goes in, is kept, and comes back; the body scrolls alone. Full height on phones when wide. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, header, footer, size = 'medium', children } = props;
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Primitive.Portal>
        <Primitive.Overlay className="fade fixed inset-0 z-40 bg-[rgb(10_12_18/0.5)]" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            focus.remember();
            focusFirstField(event);
          }}
          onCloseAutoFocus={focus.giveBack}
          onInteractOutside={keepForToasts}
          onEscapeKeyDown={keepForParts}
          className={cx(
            'rise fixed z-50 flex flex-col overflow-hidden border-border bg-raised shadow-float outline-none',
            'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg border-t',
            size === 'wide' && 'max-sm:top-0 max-sm:max-h-none max-sm:rounded-none max-sm:border-0',
            'sm:inset-x-4 sm:top-[50%] sm:bottom-auto sm:mx-auto sm:max-h-[95vh] sm:-translate-y-1/2 sm:rounded-lg sm:border',
            sizes[size],
          )}
        >
          <div className="flex shrink-0 items-start gap-3 border-b border-border px-5 py-4">
            <div className="min-w-0 grow">
              <Primitive.Title className={header ? 'sr-only' : 'text-lg font-semibold'}>
                {title}
              </Primitive.Title>
              {description ? (
                <Primitive.Description className={header ? 'sr-only' : 'mt-0.5 text-sm text-muted'}>
                  {description}
                </Primitive.Description>
              ) : null}
              {header}
            </div>
            <Primitive.Close asChild>
              <IconButton label="Close" className="-mt-1 -mr-2">
                <X size={18} aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain">{children}</div>
          {footer ? (
            <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-border px-5 py-3">
              {footer}
            </div>
          ) : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
