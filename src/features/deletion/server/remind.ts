import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { reminderDays } from '#features/deletion/contract.ts';
import { asTenant, deliverMails } from '#features/notifications/server/public.ts';
import { organizationDeletions } from '#features/organization/server/tables.ts';
import type { JobContext } from '#server/context.ts';
import { writeAudit } from '#server/organization-context.ts';
import { tellDeletion } from './tell-deletion.ts';

/** Organizations that one round reminds. */
const atOnce = 100;
const dayMs = 86_400_000;

type Work = Pick<JobContext, 'database' | 'services'>;

/** Reminds the owners a week and a day before; who hears of the day no longer hears of the week. */
export async function remind({ database, services }: Work): Promise<void> {
  const now = services.clock.now();
  const within = (days: number) => new Date(now.getTime() + days * dayMs);
  const { dueAt, weekToldAt, dayToldAt, organizationId, begunAt } = organizationDeletions;
  const isDue = and(
    isNull(begunAt),
    gt(dueAt, now),
    or(
      and(isNull(weekToldAt), lte(dueAt, within(reminderDays.week))),
      and(isNull(dayToldAt), lte(dueAt, within(reminderDays.day))),
    ),
  );
  const due = await database.asPlatform('deletions that come soon are looked for', (tx) =>
    tx.db.select({ organizationId }).from(organizationDeletions).where(isDue).limit(atOnce),
  );
  for (const one of due) {
    const mails = await database.asPlatform('owners are reminded of a deletion', async (platform) => {
      // The row is locked, so that one of several processes tells.
      const own = and(eq(organizationId, one.organizationId), isDue);
      const [row] = await platform.db.select().from(organizationDeletions).where(own).for('update');
      if (!row) return [];
      const isTomorrow = row.dueAt <= within(reminderDays.day);
      await platform.db
        .update(organizationDeletions)
        .set({ weekToldAt: row.weekToldAt ?? now, ...(isTomorrow ? { dayToldAt: now } : {}) })
        .where(own);
      const step = isTomorrow ? 'day_before' : 'week_before';
      const entry = { action: 'organization.deletion-notice', subject: step };
      await writeAudit(platform.db, row.organizationId, entry, { name: 'AI Hub', id: null, about: null });
      return tellDeletion(asTenant(platform, row.organizationId), services, { ...row, step });
    });
    deliverMails(services, one.organizationId, mails);
  }
}
