import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { cx } from '#web/ui/cx.ts';

interface StepFrameProps {
  /** What this step asks, as its heading. */
  title: string;
  text?: ReactNode;
  /** Stays at the bottom. */
  footer: ReactNode;
  /** What scrolls. */
  scroller?: Ref<HTMLDivElement>;
  className?: string;
  children: ReactNode;
}

/** One step of the import: heading, content that scrolls alone, and what can be done. */
export function StepFrame({ title, text, footer, scroller, className, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone: keyboards and screen readers go on at the top of the new step.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex h-full flex-col">
      <div
        ref={scroller}
        className={cx('relative min-h-0 grow overflow-y-auto overscroll-contain', className)}
      >
        <div className="px-5 pt-4 pb-3">
          <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
            {title}
          </h3>
          {text ? <div className="max-w-[80ch] text-muted">{text}</div> : null}
        </div>
        {children}
      </div>
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-border px-5 py-3">
        {footer}
      </div>
    </div>
  );
}

const names = ['File', 'Columns', 'Check'];

/** Where in the import a person is; `at` from 1, 4 = behind the last step. */
export function Steps({ at }: { at: number }) {
  return (
    <ol aria-label="Steps" className="flex items-center gap-1.5 text-sm">
      {names.map((name, index) => {
        const isHere = index + 1 === at;
        return (
          <li key={name} aria-current={isHere ? 'step' : undefined} className="flex items-center gap-1.5">
            {index > 0 ? <span aria-hidden className="h-px w-4 bg-border-strong sm:w-6" /> : null}
            <span
              aria-hidden
              className={cx(
                'figures grid size-5.5 place-items-center rounded-full text-xs font-semibold',
                isHere
                  ? 'bg-theme text-raised'
                  : index + 1 < at
                    ? 'bg-theme-quiet text-theme'
                    : 'bg-neutral-quiet text-muted',
              )}
            >
              {index + 1}
            </span>
            <span className={isHere ? 'font-medium' : 'text-muted max-sm:sr-only'}>{name}</span>
          </li>
        );
      })}
    </ol>
  );
}
