import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** One grey bar in the place of what is still coming. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block min-h-3', className)} />;
}

interface LoadingProps {
  label: string;
  className?: string;
  children?: ReactNode;
}

/** A region that is loading: silent for 150 ms, then its skeleton. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div aria-busy className={cx('late', className)}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}
