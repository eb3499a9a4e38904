import { sql } from 'drizzle-orm';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';

/** The texts of answers go after AI_STORE_TEXT_DAYS; what they cost stays. */
export const removeOldTexts = scheduledJob({
  name: 'ai.remove-old-texts',
  cron: '29 3 * * *',
  run: async ({ database, services }) => {
    const days = services.config.ai.storeTextDays;
    await database.asPlatform('old answers of language models lose their texts', async (tx) => {
      await tx.db.execute(
        sql`update ai_runs set output = null where output is not null and created_at < now() - make_interval(days => ${days})`,
      );
    });
  },
});
