import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { importLimits } from '#features/outreach/import-contract.ts';
import type { JobContext } from '#server/context.ts';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';
import { prospectImportChanges, prospectImportRows, prospectImports } from '../tables.ts';
import { stopped } from './run-import.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A claim this old whose lock nobody holds belongs to a process that is gone. */
const lostAfterMs = minuteMs;

/** Imports whose process died are given back to people, and what nobody needs any more goes. */
export const settleImports = scheduledJob({
  name: 'outreach.settle-imports',
  cron: '* * * * *',
  run: async (context) => {
    await settleLost(context);
    await removeOld(context);
  },
});

/** A running import holds the lock of its organization until its commit: where it is free, nobody writes and nothing was written. */
export async function settleLost({ database, services }: JobContext): Promise<void> {
  const before = new Date(services.clock.now().getTime() - lostAfterMs);
  const lost = await database
    .readAsPlatform('running imports of all organizations')
    .select({ id: prospectImports.id, organizationId: prospectImports.organizationId })
    .from(prospectImports)
    .where(and(eq(prospectImports.state, 'running'), lt(prospectImports.claimedAt, before)))
    .limit(100);
  for (const { id, organizationId } of lost) {
    await database.forOrganization(organizationId).tx(async ({ db }) => {
      const rows = await db.execute(
        sql`select pg_try_advisory_xact_lock(hashtext('prospect-import'), hashtext(${organizationId})) as free`,
      );
      if (rows[0]?.free !== true) return;
      await db
        .update(prospectImports)
        .set({ state: 'failed', reason: stopped, done: 0, claimedAt: null })
        .where(
          and(
            eq(prospectImports.id, id),
            eq(prospectImports.state, 'running'),
            lt(prospectImports.claimedAt, before),
          ),
        );
    });
  }
}

async function removeOld({ database, services }: JobContext): Promise<void> {
  const now = services.clock.now().getTime();
  const waited = new Date(now - importLimits.waitsHours * hourMs);
  const kept = new Date(now - importLimits.keptDays * 24 * hourMs);
  await database.asPlatform('files of all organizations that nobody imported are removed', async ({ db }) => {
    await db
      .delete(prospectImports)
      .where(
        and(
          inArray(prospectImports.state, ['reading', 'ready', 'cancelled', 'failed']),
          lt(prospectImports.createdAt, waited),
        ),
      );
    const finished = (before: Date) =>
      db
        .select({ id: prospectImports.id })
        .from(prospectImports)
        .where(
          and(
            inArray(prospectImports.state, ['done', 'undone']),
            or(isNull(prospectImports.finishedAt), lt(prospectImports.finishedAt, before)),
          ),
        );
    await db
      .delete(prospectImportRows)
      .where(
        and(ne(prospectImportRows.state, 'rejected'), inArray(prospectImportRows.importId, finished(waited))),
      );
    await db.delete(prospectImportRows).where(inArray(prospectImportRows.importId, finished(kept)));
    await db.delete(prospectImportChanges).where(inArray(prospectImportChanges.importId, finished(kept)));
  });
}
