import type { AiFailure } from '../use-ai.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

/** Who wrote something, as it is read after 'Written by' or 'Summary by'. */
export function engineName(engine: string): string {
  return engine.startsWith('builtin') ? 'built-in rules' : engine;
}

interface AiFailedProps {
  /** What failed, where the reason does not say it. */
  title?: string;
  failure: AiFailure;
  make: (engine?: 'builtin') => unknown;
  className?: string;
}

/** Why an engine gave nothing, and how to go on. */
export function AiFailed({ title, failure, make, className }: AiFailedProps) {
  return (
    <div role="alert" className={className}>
      {title ? <p className="font-semibold text-danger-text">{title}</p> : null}
      <p className="text-danger-text">{failure.message}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => void make()}>Try again</Button>
        {failure.builtin ? (
          <Button onClick={() => void make('builtin')}>Use the built-in engine</Button>
        ) : null}
      </div>
    </div>
  );
}

interface AiIssuesProps {
  label: string;
  issues: readonly string[];
  className?: string;
}

/** What an engine, or a check of its answer, says about it. */
export function AiIssues({ label, issues, className }: AiIssuesProps) {
  if (issues.length === 0) return null;
  return (
    <ul aria-label={label} className={cx('list-disc space-y-1 pl-5 text-sm text-warning-text', className)}>
      {issues.map((issue) => (
        <li key={issue} dir="auto" className="break-words">
          {issue}
        </li>
      ))}
    </ul>
  );
}
