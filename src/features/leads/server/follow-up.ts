import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { leadName } from '#features/leads/format.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { JobContext, Tx } from '#server/context.ts';
import { job } from '#server/jobs/job.ts';
import { id, instant } from '#shared/text.ts';
import { leads } from './tables.ts';

const payload = z.strictObject({ threadId: id, at: instant });

/** Tells the assignee, or everyone when nobody has the lead, that a follow-up is due. One that was moved since tells nothing. */
export const remindFollowUp = job<typeof payload, JobContext>({
  name: 'leads.remind-follow-up',
  scope: 'organization',
  payload,
  run: async ({ organization, services }, { threadId, at }) => {
    await organization?.tx(async (tx) => {
      const [lead] = await tx.db.select().from(leads).where(eq(leads.threadId, threadId));
      if (!lead || lead.followUpAt?.toISOString() !== at) return;
      const name = leadName(lead);
      const from = lead.company && lead.company !== name ? ` from ${lead.company}` : '';
      await notify(
        tx,
        {
          kind: 'follow_up',
          userId: lead.assigneeId,
          title: `Follow up with ${name}`,
          text: `You wanted to come back to ${name}${from} today.`,
          threadId,
          key: `follow-up:${threadId}:${at}`,
        },
        services.clock.now(),
      );
    });
  },
});

/** Arranges the reminder of a follow-up; one in the past is due at once. `at` is an ISO instant. */
export async function remindOf(tx: Tx, threadId: string, at: string): Promise<void> {
  await tx.enqueue(remindFollowUp, { threadId, at }, { startAfter: new Date(at) });
}
