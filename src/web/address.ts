import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set when a dialog was opened from its list, so that closing it is going back. */
    fromList?: boolean;
  }
}

type Params = Record<string, string | undefined>;

/** The address holds plain text only, written the way people write it. */
export function parseAddress(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeAddress(params: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** State of the screen that lives in the address: readable, and changed without leaving the screen. */
export function useAddress(): {
  params: Params;
  set: (patch: Params, how?: { replace?: boolean }) => void;
} {
  const params: Params = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = useCallback(
    (patch: Params, how: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (before: Params) => ({ ...before, ...patch }),
        replace: how.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return { params, set };
}

/** Closes what the address has opened under these names: going back where it was opened from the screen. */
export function useCloseOpened(...names: readonly string[]): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  return () => {
    const state: { fromList?: boolean } = router.history.location.state;
    // Opened straight from an address there is nothing to go back to.
    if (state.fromList) router.history.back();
    else
      void navigate({
        to: '.',
        search: (before: Params) => ({
          ...before,
          ...Object.fromEntries(names.map((name) => [name, undefined])),
        }),
        replace: true,
        resetScroll: false,
      });
  };
}
