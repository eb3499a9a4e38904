import { and, eq, lt } from 'drizzle-orm';
import { sqlState } from '#server/http/errors.ts';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';
import { images } from './tables.ts';

/** A picture that no post has shown for this long is not waited for any more, days. */
const keptDays = 7;
const atOnce = 500;

/**
 * Pictures that no post shows go. The row first, as long as it is still unused: a post that takes the picture at the
 * same moment must not lose it. Bytes that are left behind by a stop in between go with `files.remove-left-behind`.
 */
export const removeUnusedPictures = scheduledJob({
  name: 'images.remove-unused',
  cron: '37 * * * *',
  run: async ({ database, services, log }) => {
    const before = new Date(services.clock.now().getTime() - keptDays * 86_400_000);
    const unused = lt(images.unusedSince, before);
    const old = await database.asPlatform('pictures that no post shows are looked for', (tx) =>
      tx.db
        .select({ organizationId: images.organizationId, id: images.id })
        .from(images)
        .where(unused)
        .limit(atOnce),
    );
    for (const { organizationId, id } of old) {
      const { db } = database.forOrganization(organizationId);
      const [gone] = await db
        .delete(images)
        .where(and(eq(images.id, id), unused))
        .returning({ variants: images.variants })
        .catch(async (error: unknown) => {
          if (sqlState(error) !== '23503') throw error;
          // Something shows it after all: it stays, and the others have their turn.
          log.warn({ picture: id }, 'a picture that was marked as unused is shown');
          await db.update(images).set({ unusedSince: null }).where(eq(images.id, id));
          return [];
        });
      const files = new Set(gone?.variants.map(({ file }) => file));
      for (const file of files) await services.files.remove(organizationId, file);
    }
  },
});
