import { useSyncExternalStore } from 'react';

let now = new Date();
const listeners = new Set<() => void>();

setInterval(() => {
  now = new Date();
  for (const listener of listeners) listener();
}, 30_000);

/** The time, every half minute: for 'just now' and '5 min ago'. */
export function useNow(): Date {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => now,
  );
}
