import { cx } from './cx.ts';

/** One grey bar in the place of what is still coming. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block h-3', className)} />;
}

/** A region that is loading: silent for 150 ms, then its skeleton. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children?: React.ReactNode;
}) {
  return (
    <div role="status" aria-label={label} className={cx('late', className)}>
      {children}
    </div>
  );
}
