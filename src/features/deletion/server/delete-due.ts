import { asc, lte } from 'drizzle-orm';
import { organizationDeletions } from '#features/organization/server/tables.ts';
import { loggable } from '#server/http/errors.ts';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';
import { deleteOrganization } from './delete-organization.ts';
import { remind } from './remind.ts';

/** Organizations that one round looks at. */
const atOnce = 20;
/** A round ends in time for its try at the queue; the next one goes on, milliseconds. */
const roundMs = 10 * 60_000;

/** Reminds of deletions that come soon and does those whose day has come. */
export const deleteDue = scheduledJob({
  name: 'deletion.delete-due',
  cron: '*/5 * * * *',
  run: async (context) => {
    await remind(context);
    const { database, services, log } = context;
    const began = performance.now();
    const goOn = () => performance.now() - began < roundMs;
    const due = await database.asPlatform('organizations whose day has come are looked for', (tx) =>
      tx.db
        .select({ organizationId: organizationDeletions.organizationId })
        .from(organizationDeletions)
        .where(lte(organizationDeletions.dueAt, services.clock.now()))
        .orderBy(asc(organizationDeletions.dueAt))
        .limit(atOnce),
    );
    const failed: string[] = [];
    for (const { organizationId } of due) {
      try {
        await deleteOrganization(context, organizationId, goOn);
      } catch (error) {
        failed.push(organizationId);
        log.error({ err: loggable(error), organizationId }, 'an organization could not be deleted yet');
      }
    }
    if (failed.length > 0)
      throw new Error(`${failed.length} organizations could not be deleted yet; the next round goes on.`);
  },
});
