import { sql } from 'drizzle-orm';
import { questionLimits } from '#features/support/questions-contract.ts';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';

/**
 * Questions that nobody asked for half a year go, whatever was done about them. Of one organization those stay that were asked most
 * often, open ones before others: visitors can ask without end.
 */
export const removeOldQuestions = scheduledJob({
  name: 'support.remove-old-questions',
  cron: '41 3 * * *',
  run: async ({ database, services }) => {
    const before = new Date(services.clock.now().getTime() - questionLimits.keptDays * 86_400_000);
    await database.asPlatform('questions that nobody asks any more are removed', async (tx) => {
      await tx.db.execute(sql`delete from support_questions where last_asked_at < ${before.toISOString()}`);
      await tx.db.execute(sql`
        delete from support_questions q using (
          select organization_id, id, row_number() over (
            partition by organization_id order by state = 'open' desc, count desc, last_asked_at desc, id desc
          ) as place from support_questions
        ) ranked
        where ranked.organization_id = q.organization_id and ranked.id = q.id and ranked.place > ${questionLimits.most}`);
    });
  },
});
