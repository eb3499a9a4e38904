import { type ReactNode, useId } from 'react';

interface PartProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** One subject within a dialog's column: a heading and its content, set apart by a line. */
export function Part({ title, action, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b border-border px-5 py-4 last:border-b-0">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** What a thing is called and what it is, on one line where there is room. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-1">
      <dt className="text-muted">{label}</dt>
      <dd className="figures min-w-0 text-right break-words">{children}</dd>
    </div>
  );
}
