import { z } from 'zod';

/** What is kept of a post; the specification's two statuses and three groups follow from it. */
export const postStates = ['draft', 'scheduled', 'sending', 'failed', 'unknown', 'published'] as const;
export const postState = z.enum(postStates);
export type PostState = z.infer<typeof postState>;

/** The groups in which posts are listed and counted. */
export const postGroup = z.enum(['draft', 'scheduled', 'published']);
export type PostGroup = z.infer<typeof postGroup>;

/** What failed or is unknown waits for a person, like a draft. */
export function groupOf(state: PostState): PostGroup {
  if (state === 'published') return 'published';
  return state === 'scheduled' || state === 'sending' ? 'scheduled' : 'draft';
}

/** A post whose sending began or ended well can no longer be changed (contract section 7). */
export function mayChange(state: PostState): boolean {
  return state !== 'published' && state !== 'sending';
}

/** Hours that an automatic post may be late; after that a person is asked (contract section 7). */
export const latestHours = 6;

/** Furthest a post can be scheduled ahead, years (contract section 7). */
export const furthestYears = 5;

/** Waiting time before each automatic try after the first, minutes: five within an hour (contract section 7). */
const retryMinutes = [1, 4, 10, 18, 25] as const;

/**
 * When a definite refusal that may pass is tried again, within the hour after the first try.
 * @param tries automatic tries made so far. @param askedSeconds what the other side asked to wait.
 * @returns null when the tries are used up, or the other side asks for longer than the hour
 */
export function nextTry(tries: number, now: Date, askedSeconds: number | null): Date | null {
  const minutes = retryMinutes[tries - 1];
  if (minutes === undefined) return null;
  const passed = retryMinutes.slice(0, tries - 1).reduce((sum, one) => sum + one, 0);
  const wait = Math.max(minutes * 60, askedSeconds ?? 0);
  return wait > (60 - passed) * 60 ? null : new Date(now.getTime() + wait * 1000);
}
