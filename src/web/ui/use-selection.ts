import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  /** Everything that the filter matches, also what is not loaded. */
  all: boolean;
  has: (id: string) => boolean;
  /** With `range` everything from the last one touched up to this one. */
  toggle: (id: string, range?: boolean) => void;
  toggleLoaded: () => void;
  selectAll: () => void;
  clear: () => void;
}

interface State {
  key: string;
  ids: ReadonlySet<string>;
  all: boolean;
  last: string | null;
}

function nothing(key: string): State {
  return { key, ids: new Set(), all: false, last: null };
}

/** Which of the loaded rows an action is for. It ends when the filter changes: a person acts on what is seen. */
export function useSelection(loaded: readonly string[], filterKey: string): Selection {
  const [state, setState] = useState(() => nothing(filterKey));
  const current = useMemo(() => (state.key === filterKey ? state : nothing(filterKey)), [state, filterKey]);

  const toggle = useCallback(
    (id: string, range = false) => {
      setState((before) => {
        const fresh = before.key !== filterKey;
        const ids = new Set(fresh ? [] : before.all ? loaded : before.ids);
        const from = range && !fresh && before.last !== null ? loaded.indexOf(before.last) : -1;
        const to = loaded.indexOf(id);
        const on = !ids.has(id);
        const touched =
          from >= 0 && to >= 0
            ? loaded.slice(Math.min(from, to), Math.max(from, to) + 1)
            : loaded.slice(to, to + 1);
        for (const one of touched) {
          if (on) ids.add(one);
          else ids.delete(one);
        }
        return { key: filterKey, ids, all: false, last: id };
      });
    },
    [loaded, filterKey],
  );

  return useMemo(
    () => ({
      ids: current.ids,
      all: current.all,
      has: (id) => current.all || current.ids.has(id),
      toggle,
      toggleLoaded: () =>
        setState({
          ...nothing(filterKey),
          ids: new Set(current.all || current.ids.size > 0 ? [] : loaded),
        }),
      selectAll: () => setState({ ...nothing(filterKey), all: true }),
      clear: () => setState(nothing(filterKey)),
    }),
    [current, toggle, loaded, filterKey],
  );
}
