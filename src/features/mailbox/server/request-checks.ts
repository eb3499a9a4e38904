import { lt } from 'drizzle-orm';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';
import { windowStart } from './mailbox-state.ts';
import { mailboxes, mailboxLedger } from './tables.ts';

/** Days that entries of the ledger stay after their window, so that a late comparison still finds them. */
const marginDays = 7;

/** Every night each mailbox is compared with the ledger, and entries that have left the window go. */
export const requestChecks = scheduledJob({
  name: 'mailbox.request-checks',
  cron: '23 2 * * *',
  run: async ({ database, services }) => {
    const now = services.clock.now();
    const before = new Date(windowStart(now).getTime() - marginDays * 86_400_000);
    await database.asPlatform('the mailboxes of all organizations are compared', async (tx) => {
      await tx.db.update(mailboxes).set({ checkRequestedAt: now });
      await tx.db.delete(mailboxLedger).where(lt(mailboxLedger.receivedAt, before));
    });
  },
});
