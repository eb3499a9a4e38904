import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';

interface ComingProps {
  title: string;
  badge: string;
  text: string;
  /** What will be there, one line each. */
  points: readonly string[];
  footnote?: ReactNode;
}

/** A screen that is not built yet says so, and what it will do. */
export function Coming({ title, badge, text, points, footnote }: ComingProps) {
  return (
    <section className="panel mx-auto mt-6 max-w-[680px] p-6 md:p-8">
      <Badge tone="outline">{badge}</Badge>
      <h1 className="mt-3 text-xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1.5 max-w-[60ch] text-muted">{text}</p>
      <ul className="mt-5 space-y-2.5">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <span aria-hidden className="mt-2.5 h-px w-3 shrink-0 bg-theme" />
            <span className="max-w-[60ch]">{point}</span>
          </li>
        ))}
      </ul>
      {footnote ? (
        <div className="mt-5 border-t border-border pt-4 text-sm text-muted">{footnote}</div>
      ) : null}
    </section>
  );
}
