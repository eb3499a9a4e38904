import { setTimeout } from 'node:timers/promises';
import { sqlState } from '../http/errors.ts';

/** Tries in all, and the longest pause before each of the next ones, milliseconds. */
const tries = 4;
const longestPauseMs = 60;

/**
 * Whether the database ended a transaction because another one stood in its way: 40P01 (deadlock detected) and 40001
 * (serialization failure), after which nothing of it was done (PostgreSQL, appendix A).
 */
export function wasInTheWay(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40P01' || state === '40001';
}

/**
 * Runs a transaction again when another one stood in its way. For work that nobody repeats by themselves, such as a form
 * posted by a mail program. `work` is the whole transaction and changes nothing outside it.
 * @throws what `work` throws, the conflict too when it was in the way four times
 */
export async function repeatOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === tries || !wasInTheWay(error)) throw error;
      // Of different length, or both would meet again.
      await setTimeout(Math.ceil(Math.random() * longestPauseMs * tried));
    }
  }
}
