import { useSyncExternalStore } from 'react';

/** Flag of this browser tab that the access code was accepted (specification section 3); the server asks for its cookie. */
const flag = 'legacy_access';
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

export function isLegacyOpen(): boolean {
  return sessionStorage.getItem(flag) !== null;
}

export function markLegacyOpen(): void {
  sessionStorage.setItem(flag, 'true');
  announce();
}

export function markLegacyClosed(): void {
  sessionStorage.removeItem(flag);
  announce();
}

export function useLegacyOpen(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isLegacyOpen);
}

/** Whether an address belongs to the internal area, whose calls go without the token of whoever is signed in. */
export function isLegacyPath(pathname: string): boolean {
  return pathname === '/legacy' || pathname.startsWith('/legacy/');
}
