import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { JobContext } from './context.ts';
import { idempotencyKeys } from './db/tables.ts';
import { expiredKeys } from './http/idempotency.ts';
import type { Job } from './jobs/job.ts';
import { scheduledJob } from './jobs/scheduled-job.ts';

/** What has served its time goes: answers kept for repeats, sessions nobody used for 30 days, used links, old counters. */
const removeExpired = scheduledJob({
  name: 'hub.remove-expired',
  cron: '17 3 * * *',
  run: async ({ database }) => {
    await database.asPlatform('expired rows of all organizations are removed', async (tx) => {
      await tx.db.delete(idempotencyKeys).where(expiredKeys);
      await tx.db.execute(sql`delete from sessions where last_seen_at < now() - interval '30 days'`);
      await tx.db.execute(sql`delete from account_tokens where expires_at < now() - interval '7 days'`);
    });
    await database.asOwner(
      'delete from rate_counters where expire < (extract(epoch from now()) * 1000)::bigint',
    );
  },
});

/** The embedded database has no background process that keeps its statistics fresh. */
const refreshStatistics = scheduledJob({
  name: 'hub.refresh-statistics',
  cron: '41 3 * * *',
  run: async ({ database }) => {
    if (database.kind === 'embedded') await database.maintain('vacuum analyze');
  },
});

export const housekeeping: readonly Job<z.ZodType, JobContext>[] = [removeExpired, refreshStatistics];
