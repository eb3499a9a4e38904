import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { currentToast, dismissToast, onToast } from '../toast.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

/** Shows the current toast, one at a time. Loaded with the first toast. */
export function Toaster() {
  const current = useSyncExternalStore(onToast, currentToast);
  return (
    <Primitive.Provider swipeDirection="right" label="Notice">
      {current ? (
        <Primitive.Root
          key={current.id}
          duration={current.durationMs ?? 5000}
          onOpenChange={(open) => (open ? undefined : dismissToast(current.id))}
          className={cx(
            'rise flex items-start gap-3 rounded-lg border bg-raised py-3 pr-2 pl-4 shadow-float',
            current.tone === 'danger' ? 'border-danger' : 'border-border',
          )}
        >
          <div className="min-w-0 grow py-0.5">
            <Primitive.Title className={cx('font-semibold', current.tone === 'danger' && 'text-danger-text')}>
              {current.title}
            </Primitive.Title>
            {current.description ? (
              <Primitive.Description
                dir="auto"
                className="mt-0.5 line-clamp-4 text-sm break-words text-muted"
              >
                {current.description}
              </Primitive.Description>
            ) : null}
          </div>
          {current.action ? (
            <Primitive.Action asChild altText={current.action.label}>
              <button
                type="button"
                onClick={current.action.run}
                className="link shrink-0 self-center px-1 font-medium"
              >
                {current.action.label}
              </button>
            </Primitive.Action>
          ) : null}
          <Primitive.Close asChild>
            <IconButton label="Dismiss" className="-my-1 shrink-0">
              <X size={16} aria-hidden />
            </IconButton>
          </Primitive.Close>
        </Primitive.Root>
      ) : null}
      <Primitive.Viewport className="fixed right-0 bottom-0 z-80 m-0 flex w-full max-w-[400px] list-none flex-col p-4 outline-none" />
    </Primitive.Provider>
  );
}
