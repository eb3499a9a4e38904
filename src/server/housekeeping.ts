import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { JobContext } from './context.ts';
import { idempotencyKeys } from './db/tables.ts';
import { expiredKeys } from './http/idempotency.ts';
import { type Job, job } from './jobs/job.ts';

const nothing = z.object({});

/** What has served its time goes: answers kept for repeats, sessions nobody used for 30 days, used links, old counters. */
const removeExpired = job<typeof nothing, JobContext>({
  name: 'hub.remove-expired',
  scope: 'system',
  payload: nothing,
  schedule: { cron: '17 3 * * *', tz: 'UTC' },
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
const refreshStatistics = job<typeof nothing, JobContext>({
  name: 'hub.refresh-statistics',
  scope: 'system',
  payload: nothing,
  schedule: { cron: '41 3 * * *', tz: 'UTC' },
  run: async ({ database }) => {
    if (database.kind === 'embedded') await database.maintain('vacuum analyze');
  },
});

export const housekeeping: readonly Job<z.ZodType, JobContext>[] = [removeExpired, refreshStatistics];
