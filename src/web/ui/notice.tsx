import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const tones = {
  info: 'bg-info-quiet text-info-text',
  warning: 'bg-warning-quiet text-warning-text',
  danger: 'bg-danger-quiet text-danger-text',
  success: 'bg-success-quiet text-success-text',
};

interface NoticeProps {
  tone: keyof typeof tones;
  /** A strip over the whole width, or a box inside a screen. */
  boxed?: boolean;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Something the whole screen should know: what, why, and what to do. */
export function Notice({ tone, boxed = false, action, className, children }: NoticeProps) {
  return (
    <div aria-live="polite" className={cx(tones[tone], boxed && 'rounded-lg', className)}>
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5',
          boxed ? 'px-4' : 'mx-auto max-w-[1448px] px-4 md:px-6',
        )}
      >
        <div className="min-w-0 grow basis-72">{children}</div>
        {action}
      </div>
    </div>
  );
}
