import { and, inArray, lt } from 'drizzle-orm';
import type { Queries } from '#server/db/database.ts';
import { organizationExports } from './tables.ts';

/** So long one try may take. */
export const exportMinutes = 30;
/** Two tries, and the time until the queue notices that a process died. */
const staleMs = (2 * exportMinutes + 15) * 60_000;

/** Gives up exports whose process died: nobody is at work on them any more, and a new one may begin. */
export async function giveUpStale(db: Queries, now: Date): Promise<void> {
  await db
    .update(organizationExports)
    // Past its days at once: what it had stored already is removed with it.
    .set({ state: 'failed', finishedAt: now, expiresAt: now })
    .where(
      and(
        inArray(organizationExports.state, ['waiting', 'running']),
        lt(organizationExports.createdAt, new Date(now.getTime() - staleMs)),
      ),
    );
}
