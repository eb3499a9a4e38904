import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useDashboardPath } from '#web/session.tsx';

type Search = Record<string, string | undefined>;

/** Opens a sequence, the form of one or (`edit('new')`) of a new one, wherever in Outreach; Back leads to where it was opened. */
export function useOpenSequence(): { show: (id: string) => void; edit: (id: string) => void } {
  const navigate = useNavigate();
  const to = useDashboardPath();
  return useMemo(() => {
    const open = (what: Search) =>
      void navigate({
        to,
        search: ({ sequence }: Search) => ({ tab: 'outreach', view: 'sequences', sequence, ...what }),
        state: { fromList: true },
        resetScroll: false,
      });
    return { show: (id) => open({ sequence: id }), edit: (id) => open({ edit: id }) };
  }, [navigate, to]);
}
