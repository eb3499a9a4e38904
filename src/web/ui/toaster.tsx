import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { currentToast, dismissToast, onToast, type Toast } from '../toast.ts';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';

/**
 * Where toasts appear, one at a time. Not Radix Toast: that one counts as a layer of its own, so that Escape
 * would close the toast instead of the dialog a person is in.
 */
export function Toaster() {
  const current = useSyncExternalStore(onToast, currentToast);
  // Beside the dialogs, not in the page below them: inside it an open dialog's veil would take every press.
  return createPortal(
    <section
      data-toasts
      aria-label="Notices"
      aria-live="polite"
      className="pointer-events-none fixed right-0 bottom-0 z-80 w-full max-w-[400px] p-4"
    >
      {current ? <ToastCard key={current.id} toast={current} /> : null}
    </section>,
    document.body,
  );
}

/** Stays while a person points at it or is in it. */
function ToastCard({ toast }: { toast: Toast }) {
  const { id, durationMs = 5000, tone, title, description, action } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [held, id, durationMs]);

  return (
    <div
      // On the card too: an action takes it away, and what was pressed still belongs to a toast.
      data-toasts
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        'rise pointer-events-auto flex items-start gap-3 rounded-lg border bg-raised py-3 pr-2 pl-4 shadow-float',
        tone === 'danger' ? 'border-danger' : 'border-border',
      )}
    >
      <div className="min-w-0 grow py-0.5">
        <p className={cx('font-semibold', tone === 'danger' && 'text-danger-text')}>{title}</p>
        {description ? (
          <p dir="auto" className="mt-0.5 line-clamp-4 text-sm break-words text-muted">
            {description}
          </p>
        ) : null}
      </div>
      {action ? (
        <Button
          look="quiet"
          className="-my-1 shrink-0 font-semibold text-text"
          onClick={() => {
            dismissToast(id);
            void action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton label="Dismiss" className="-my-1 shrink-0" onClick={() => dismissToast(id)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
