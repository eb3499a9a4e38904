import { and, eq, lte } from 'drizzle-orm';
import { type Background, type BackgroundContext, repeated } from '#server/background.ts';
import type { Tx } from '#server/context.ts';
import { loggable } from '#server/http/errors.ts';
import { sources } from '../source-tables.ts';
import { readPage } from './read-page.ts';

/** How often due pages are looked for, milliseconds. */
const everyMs = 60_000;
const atOnce = 50;
const dayMs = 86_400_000;

/** Has every page read again when a day has gone by; in several processes each is claimed by one. */
export function refreshPages(context: BackgroundContext): Background {
  return repeated(context, { everyMs, failed: 'pages that are due could not be looked for' }, () =>
    enqueueDue(context),
  );
}

/**
 * Enqueues the pages that are due; they are due again in a day, whatever comes of it. Both happen in one transaction, so that a
 * process that dies in between leaves a page that is still due.
 */
export async function enqueueDue({
  database,
  services,
  log,
  organization,
}: Pick<BackgroundContext, 'database' | 'services' | 'log' | 'organization'>): Promise<void> {
  const now = services.clock.now();
  const due = await database.asPlatform('pages that are to be read again are looked for', (tx) =>
    tx.db
      .select({ id: sources.id, organizationId: sources.organizationId })
      .from(sources)
      .where(lte(sources.nextCheckAt, now))
      .orderBy(sources.nextCheckAt)
      .limit(atOnce),
  );
  for (const { id, organizationId } of due)
    try {
      await organization(organizationId).tx((tx) => claim(tx, id, now));
    } catch (error) {
      log.warn({ err: loggable(error), id }, 'a page that is due could not be claimed');
    }
}

/** Whoever finds the page still due enqueues it; another process waits for that at the row. */
async function claim(tx: Tx, id: string, now: Date): Promise<void> {
  const claimed = await tx.db
    .update(sources)
    .set({ nextCheckAt: new Date(now.getTime() + dayMs) })
    .where(and(eq(sources.id, id), lte(sources.nextCheckAt, now)))
    .returning({ id: sources.id });
  if (claimed.length > 0) await tx.enqueue(readPage, { sourceId: id }, { key: id });
}
