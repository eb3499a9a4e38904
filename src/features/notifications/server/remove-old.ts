import { sql } from 'drizzle-orm';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';

/** Days that a notification stays in the list. */
const keptDays = 90;

export const removeOldNotifications = scheduledJob({
  name: 'notifications.remove-old',
  cron: '29 3 * * *',
  run: async ({ database }) => {
    await database.asPlatform('old notifications of all organizations are removed', (tx) =>
      tx.db.execute(
        sql`delete from notifications where created_at < now() - make_interval(days => ${keptDays})`,
      ),
    );
  },
});
