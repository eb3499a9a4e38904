import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { TabKey } from './feature.ts';
import { useDashboardPath } from './session.tsx';

type Search = Record<string, string | undefined>;

/** Opens something over a tab as it is filtered; from elsewhere the tab comes with it. Back closes it. */
export function useOpenOnTab(tab: TabKey): (what: Search) => void {
  const navigate = useNavigate();
  const to = useDashboardPath();
  return useCallback(
    (what) =>
      void navigate({
        to,
        search: (before: Search) => (before.tab === tab ? { ...before, ...what } : { tab, ...what }),
        state: { fromList: true },
        resetScroll: false,
      }),
    [navigate, to, tab],
  );
}
