import { z } from 'zod';
import type { TokenHealth } from './provider.ts';

/** A token as it may stand in a header. */
export const tokenText = z.string().regex(/^[\x21-\x7e]{1,4000}$/);

const soon = 7 * 24 * 60 * 60 * 1000;

export function secondsFromNow(seconds: number | undefined): Date | null {
  return seconds === undefined ? null : new Date(Date.now() + seconds * 1000);
}

/** @param end - seconds since 1970; none or 0 is a token without an end */
export function healthOf(end: number | undefined): TokenHealth {
  if (!end) return { state: 'healthy', expiresAt: null };
  const expiresAt = new Date(end * 1000);
  return { state: expiresAt.getTime() - Date.now() < soon ? 'expiring' : 'healthy', expiresAt };
}
