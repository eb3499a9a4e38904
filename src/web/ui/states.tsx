import type { ReactNode } from 'react';
import { ApiError } from '../api.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface EmptyProps {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** For a part of a screen instead of a whole one. */
  compact?: boolean;
}

/** Nothing here yet, or nothing under this filter: what this is for and what to do next. */
export function EmptyState({ title, text, actions, compact = false }: EmptyProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 text-center', compact ? 'py-7' : 'py-14')}>
      <p className={cx('font-semibold', compact ? '' : 'text-lg')}>{title}</p>
      {text ? <div className="mt-1.5 max-w-[52ch] text-muted">{text}</div> : null}
      {actions ? <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}

interface ErrorProps {
  /** What failed, in words: 'The leads could not be loaded'. */
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** What failed, why, and how to go on; the request id helps whoever is asked. */
export function ErrorState({ title, error, onRetry }: ErrorProps) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <p className="text-lg font-semibold">{title}</p>
      <p className="mt-1.5 max-w-[60ch] break-words text-muted">
        {error instanceof Error && error.message ? error.message : 'No reason was given.'}
      </p>
      {onRetry ? (
        <Button className="mt-5" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
      {requestId ? <p className="mt-4 font-mono text-xs text-muted">Request {requestId}</p> : null}
    </div>
  );
}
