import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet';

const looks: Record<Look, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border border-border-strong bg-surface text-text hover:bg-hover',
  quiet: 'text-muted hover:bg-hover hover:text-text',
  danger: 'bg-danger text-white hover:bg-danger-hover',
  'danger-quiet': 'text-danger-text hover:bg-danger-quiet',
};

/** The look of a button, for links that act like one. */
export function buttonClass(look: Look = 'secondary', className?: string): string {
  return cx(
    'control inline-flex items-center justify-center gap-2 rounded-md px-3.5 font-medium whitespace-nowrap',
    'transition-colors duration-[120ms] ease-out',
    'disabled:cursor-not-allowed disabled:opacity-55',
    looks[look],
    className,
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** Shown instead of the children while the action runs; the button then takes no further press. */
  busy?: string | false | undefined;
}

export function Button({
  look = 'secondary',
  busy,
  className,
  children,
  type,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- `type` is one of the three and defaults to button.
      type={type ?? 'button'}
      className={buttonClass(look, className)}
      disabled={disabled === true || Boolean(busy)}
      aria-busy={busy ? true : undefined}
      {...rest}
    >
      {busy || children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does, in words: read aloud and shown on hover. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'control inline-flex aspect-square items-center justify-center rounded-md text-muted',
        'transition-colors duration-[120ms] ease-out hover:bg-hover hover:text-text disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
