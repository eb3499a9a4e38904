import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { JobContext } from '#server/context.ts';
import { job } from '#server/jobs/job.ts';

const nothing = z.object({});

/** Days that a notification stays in the list. */
const keptDays = 90;

export const removeOldNotifications = job<typeof nothing, JobContext>({
  name: 'notifications.remove-old',
  scope: 'system',
  payload: nothing,
  schedule: { cron: '29 3 * * *', tz: 'UTC' },
  run: async ({ database }) => {
    await database.asPlatform('old notifications of all organizations are removed', (tx) =>
      tx.db.execute(
        sql`delete from notifications where created_at < now() - make_interval(days => ${keptDays})`,
      ),
    );
  },
});
