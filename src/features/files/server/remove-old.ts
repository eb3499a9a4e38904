import { eq, lt } from 'drizzle-orm';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';
import { files } from './tables.ts';

/** A mail has its own copy of a file from the moment it is sent: an upload older than this, hours, is not needed. */
const keptHours = 24;
const atOnce = 500;

/** Uploads that are a day old go: the bytes first, so that a row is left for what could not be removed. */
export const removeOldFiles = scheduledJob({
  name: 'files.remove-old',
  cron: '23 * * * *',
  run: async ({ database, services }) => {
    const before = new Date(services.clock.now().getTime() - keptHours * 3_600_000);
    const old = await database.asPlatform('uploads that are a day old are looked for', (tx) =>
      tx.db
        .select({ organizationId: files.organizationId, id: files.id })
        .from(files)
        .where(lt(files.createdAt, before))
        .limit(atOnce),
    );
    for (const { organizationId, id } of old) {
      await services.files.remove(organizationId, id);
      await database.forOrganization(organizationId).db.delete(files).where(eq(files.id, id));
    }
  },
});
