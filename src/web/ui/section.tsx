import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  text?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** One subject of a settings screen: what it is, what can be done, and its content in a panel. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {text ? <p className="max-w-[68ch] text-muted">{text}</p> : null}
        </div>
        {action}
      </div>
      <div className="panel">{children}</div>
    </section>
  );
}
