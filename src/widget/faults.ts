import { Refused } from './calls.ts';
import type { Words } from './words.ts';

/** Whether the same call will never be answered otherwise. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof Refused &&
    error.status >= 400 &&
    error.status < 500 &&
    ![408, 429].includes(error.status)
  );
}

/** What a visitor is told of something that did not succeed; `what` says what that was. */
export function faultOf(error: unknown, words: Words, what: string = words.notSent): string {
  if (!(error instanceof Refused) || error.status === 0) return what;
  if (error.status === 429) return words.tooFast;
  if (error.status === 503) return words.unavailable;
  // What the server says is English: in another language half of it would be strange.
  const isPlain = error.status === 409 || words.tag !== 'en';
  return isPlain ? what : `${what} ${error.message}`;
}
