import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { leadActivity } from '#features/leads/server/tables.ts';
import type { JobContext } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { job } from '#server/jobs/job.ts';
import type { MessageReaction, ReactionResult } from '#server/message-reaction.ts';
import { readCalendarReply } from './calendar-reply.ts';
import type { MeetingRow } from './find.ts';
import { namesFor } from './find.ts';
import { clientOf, confirm, decline } from './invitation.ts';
import { meetings } from './tables.ts';

const payload = z.strictObject({
  meetingId: z.uuid(),
  sequence: z.int(),
  answer: z.enum(['accepted', 'declined']),
});

/** Does what the client answered in a calendar program, as if it had been pressed on the client's page. */
export const takeCalendarAnswer = job<typeof payload, JobContext>({
  name: 'meetings.take-calendar-answer',
  scope: 'organization',
  payload,
  run: async ({ organization, services }, { meetingId, sequence, answer }) => {
    if (!organization) return;
    const [row] = await organization.db.select().from(meetings).where(eq(meetings.id, meetingId));
    const now = services.clock.now();
    if (!row || !isOpen(row, sequence, now)) return;
    const found = { row, names: await namesFor(organization, row.hostId), now };
    await (answer === 'accepted' ? confirm(organization, found) : decline(organization, found));
  },
});

/** Whether an answer to the invitation of this sequence still means something. */
function isOpen(row: MeetingRow, sequence: number, now: Date): boolean {
  return row.sequence === sequence && row.status !== 'cancelled' && row.endsAt > now;
}

const noLead: ReactionResult = { lead: null, created: false };

/**
 * A calendar program's answer to an invitation of ours counts when it comes from the client's own address and answers
 * the newest invitation. 'Maybe' changes nothing and is noted.
 */
export const onMessage: MessageReaction = async (context, tx, message) => {
  const reply = message.calendar ? readCalendarReply(message.calendar) : null;
  if (!reply || message.direction === 'outbound' || !message.from) return noLead;
  const [row] = await tx.db.select().from(meetings).where(eq(meetings.id, reply.meetingId));
  const client = row?.clientEmail?.toLowerCase();
  const now = context.services.clock.now();
  if (!row || client === undefined || !isOpen(row, reply.sequence, now)) return noLead;
  if (message.from.address.toLowerCase() !== client || !reply.attendees.includes(client)) return noLead;
  const { meetingId, sequence, answer } = reply;
  if (answer !== 'tentative') {
    await tx.enqueue(takeCalendarAnswer, { meetingId, sequence, answer });
    return noLead;
  }
  await tx.db.insert(leadActivity).values({
    id: newId(),
    threadId: row.threadId,
    at: now,
    actor: clientOf(row),
    actorId: null,
    action: 'meeting_tentative',
    toValue: row.startsAt.toISOString(),
  });
  return noLead;
};
