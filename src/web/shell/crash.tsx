import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/states.tsx';

/** A script of an older version cannot be loaded any more after an update; loading the page again gets the new one. */
function isMissingScript(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

/** What is left of a screen that broke; the rest of the page goes on working. */
export function Crash({ error, reset }: ErrorComponentProps) {
  if (isMissingScript(error) && !navigator.onLine) {
    return (
      <ErrorState
        title="This part needs a connection"
        error={
          new Error('It has not been opened before and could not be loaded. Try again when you are online.')
        }
        onRetry={() => location.reload()}
      />
    );
  }
  return isMissingScript(error) ? (
    <ErrorState
      title="A newer version of AI Hub is there"
      error={
        new Error('A part of this page could not be loaded. Load the page again to get the newest version.')
      }
      onRetry={() => location.reload()}
    />
  ) : (
    <ErrorState title="This screen stopped working" error={error} onRetry={reset} />
  );
}
