import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone =
  | 'neutral'
  | 'emerald'
  | 'success'
  | 'warning'
  | 'danger'
  | 'info'
  | 'violet'
  | 'brand'
  | 'outline';

const tones: Record<Tone, string> = {
  neutral: 'bg-neutral-quiet text-text',
  success: 'bg-success-quiet text-success-text',
  emerald: 'bg-emerald-quiet text-emerald-text',
  warning: 'bg-warning-quiet text-warning-text',
  danger: 'bg-danger-quiet text-danger-text',
  info: 'bg-info-quiet text-info-text',
  violet: 'bg-violet-quiet text-violet-text',
  brand: 'bg-brand-quiet text-brand-text',
  outline: 'ring-1 ring-inset ring-border-strong text-muted',
};

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
