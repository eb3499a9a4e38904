import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Unsaved {
  /** The question; it belongs into the page. */
  question: ReactNode;
  /** What was typed is saved, or is given up on purpose: nothing asks any more. */
  release: () => void;
}

/**
 * Asks before what was typed is lost: by closing a dialog that the address holds, by Back, by another screen. A page that
 * is closed or loaded again asks in the browser's own words.
 */
export function useUnsaved(changed: boolean): Unsaved {
  const asks = useRef(false);
  useEffect(() => {
    asks.current = changed;
  }, [changed]);
  const holds = useCallback(() => asks.current, []);
  const blocker = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: holds, withResolver: true });

  return {
    question: (
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        title="Discard your changes?"
        text="What you typed is not saved yet."
        action="Discard changes"
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      />
    ),
    release: () => {
      asks.current = false;
    },
  };
}
