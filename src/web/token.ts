import { useSyncExternalStore } from 'react';

const key = 'auth_token';
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

export function readToken(): string | null {
  return localStorage.getItem(key);
}

export function saveToken(token: string): void {
  localStorage.setItem(key, token);
  announce();
}

export function removeToken(): void {
  localStorage.removeItem(key);
  announce();
}

/** Calls back when the token changes here or in another tab of this browser. */
export function onTokenChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromOtherTab);
  };
}

export function useToken(): string | null {
  return useSyncExternalStore(onTokenChange, readToken);
}
