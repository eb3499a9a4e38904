import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { JobContext } from '#server/context.ts';
import { job } from '#server/jobs/job.ts';

const nothing = z.object({});

/** The texts of answers go after AI_STORE_TEXT_DAYS; what they cost stays. */
export const removeOldTexts = job<typeof nothing, JobContext>({
  name: 'ai.remove-old-texts',
  scope: 'system',
  payload: nothing,
  schedule: { cron: '29 3 * * *', tz: 'UTC' },
  run: async ({ database, services }) => {
    const days = services.config.ai.storeTextDays;
    await database.asPlatform('old answers of language models lose their texts', async (tx) => {
      await tx.db.execute(
        sql`update ai_runs set output = null where output is not null and created_at < now() - make_interval(days => ${days})`,
      );
    });
  },
});
