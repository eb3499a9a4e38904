import { useSyncExternalStore } from 'react';

const query = matchMedia('(width < 768px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether lists are cards: screens under 768 px. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
