import { useCallback, useMemo, useState } from 'react';
import type { Lead } from '../contract.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** Everything that the filter matches, also what is not loaded. */
  all: boolean;
  has: (threadId: string) => boolean;
  /** With `range` everything from the last one touched up to this one. */
  toggle: (threadId: string, range?: boolean) => void;
  toggleLoaded: () => void;
  selectAll: () => void;
  clear: () => void;
}

/** Which leads an action is for. It ends when the filter changes: a person acts on what is seen. */
export function useSelection(rows: readonly Lead[], filterKey: string): Selection {
  const [state, setState] = useState<{
    key: string;
    ids: ReadonlySet<string>;
    all: boolean;
    last: string | null;
  }>({
    key: filterKey,
    ids: new Set(),
    all: false,
    last: null,
  });
  const current =
    state.key === filterKey ? state : { key: filterKey, ids: new Set<string>(), all: false, last: null };

  const toggle = useCallback(
    (threadId: string, range = false) => {
      setState((before) => {
        const fresh = before.key !== filterKey;
        const ids = new Set(fresh ? [] : before.all ? rows.map((row) => row.thread_id) : before.ids);
        const from = range && !fresh ? rows.findIndex((row) => row.thread_id === before.last) : -1;
        const to = rows.findIndex((row) => row.thread_id === threadId);
        const on = !ids.has(threadId);
        const touched =
          from >= 0 && to >= 0
            ? rows.slice(Math.min(from, to), Math.max(from, to) + 1)
            : rows.slice(to, to + 1);
        for (const { thread_id } of touched) {
          if (on) ids.add(thread_id);
          else ids.delete(thread_id);
        }
        return { key: filterKey, ids, all: false, last: threadId };
      });
    },
    [rows, filterKey],
  );

  return useMemo(
    () => ({
      ids: current.ids,
      all: current.all,
      has: (threadId) => current.all || current.ids.has(threadId),
      toggle,
      toggleLoaded: () =>
        setState({
          key: filterKey,
          ids: new Set(current.all || current.ids.size > 0 ? [] : rows.map((row) => row.thread_id)),
          all: false,
          last: null,
        }),
      selectAll: () => setState({ key: filterKey, ids: new Set(), all: true, last: null }),
      clear: () => setState({ key: filterKey, ids: new Set(), all: false, last: null }),
    }),
    [current.ids, current.all, toggle, rows, filterKey],
  );
}
