import { useSyncExternalStore } from 'react';

/** So long a visitor counts as writing after the latest sign of it, milliseconds. */
const shownMs = 4000;

const writing = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** A visitor writes at this moment. */
export function noteTyping(conversationId: string): void {
  clearTimeout(writing.get(conversationId));
  writing.set(
    conversationId,
    setTimeout(() => stopTyping(conversationId), shownMs),
  );
  announce();
}

/** What was being written has come. */
export function stopTyping(conversationId: string): void {
  clearTimeout(writing.get(conversationId));
  if (writing.delete(conversationId)) announce();
}

export function useIsTyping(conversationId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => writing.has(conversationId),
  );
}
