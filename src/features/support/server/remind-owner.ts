import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { notify } from '#features/notifications/server/public.ts';
import type { JobContext, OrganizationContext, Tx } from '#server/context.ts';
import { job } from '#server/jobs/job.ts';
import { conversations } from './conversation-tables.ts';
import { leaveToColleagues } from './hand-off.ts';
import { openQuestion } from './open-question.ts';
import { type Door, openDoor, opening } from './widget-door.ts';

/** Minutes after which whoever has the conversation is reminded, and after which colleagues are called. */
export const reminderMinutes = [5, 15] as const;

const payload = z.object({ id: z.string(), stage: z.int() });

/**
 * A visitor who wrote to a person and got no answer: the person is reminded, then colleagues are called, as whoever took
 * the conversation over may be gone. What is true when it runs decides: a reminder that comes too early, because somebody
 * answered or took the conversation over meanwhile, does nothing, as those have begun to wait anew.
 */
export const remindOwner = job<typeof payload, JobContext>({
  name: 'support.remind-owner',
  scope: 'organization',
  payload,
  run: async ({ organization }, about) => {
    if (!organization) throw new Error('A conversation belongs to an organization.');
    await remind(organization, about);
  },
});

/** Begins to wait for an answer of whoever has the conversation. */
export function awaitOwner(
  tx: Tx,
  door: Pick<Door, 'settings' | 'timezone'>,
  id: string,
  now: Date,
): Promise<void> {
  return tx.enqueue(remindOwner, { id, stage: 1 }, { startAfter: due(door, now, 1) });
}

/** Outside the hours in which people answer, the minutes are counted from when they begin. */
function due(door: Pick<Door, 'settings' | 'timezone'>, since: Date, stage: number): Date {
  const begins = Math.max(since.getTime(), opening(door, since)?.getTime() ?? 0);
  return new Date(begins + (reminderMinutes[stage - 1] ?? 0) * 60_000);
}

/** Jobs may run a moment early by the clock of another process. */
const earlyMs = 2000;

async function remind(context: OrganizationContext, { id, stage }: z.output<typeof payload>): Promise<void> {
  const now = context.services.clock.now();
  const door = await openDoor(context);
  await context.tx(async (tx) => {
    const [row] = await tx.db.select().from(conversations).where(eq(conversations.id, id)).for('update');
    if (row?.state !== 'person' || row.ownerId === null) return;
    const open = await openQuestion(tx, id);
    if (!open || now.getTime() < due(door, open.waitsSince, stage).getTime() - earlyMs) return;
    if (stage > 1) {
      const reason = `${row.owner ?? 'Who had it'} has not answered for ${reminderMinutes[1]} minutes.`;
      await leaveToColleagues(tx, door, row, { reason, now });
      return;
    }
    await notify(
      tx,
      {
        kind: 'support_handoff',
        userId: row.ownerId,
        title: `${row.visitorName ?? 'A visitor'} waits for your answer`,
        text: `“${open.text}”`,
        threadId: null,
        conversationId: id,
        key: `support:${id}:reminder:${open.waitsSince.toISOString()}`,
      },
      now,
    );
    await tx.enqueue(remindOwner, { id, stage: 2 }, { startAfter: due(door, open.waitsSince, 2) });
  });
}
