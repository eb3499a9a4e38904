import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { conversationEvent } from '#features/support/conversation-contract.ts';
import type { JobContext, OrganizationContext } from '#server/context.ts';
import { job } from '#server/jobs/job.ts';
import { answerKey } from './answer-mails.ts';
import { messagesAfter } from './conversation-row.ts';
import { conversations } from './conversation-tables.ts';
import { say } from './visitor-sentences.ts';
import { openDoor } from './widget-door.ts';

/** An answer that nobody has read in the widget for so long goes by email, milliseconds. */
export const unreadMs = 3 * 60_000;

const payload = z.object({ id: z.string() });

/** Sends a person's answers to a visitor who left an address and has gone: each of them once. */
export const mailAnswer = job<typeof payload, JobContext>({
  name: 'support.mail-answer',
  scope: 'organization',
  payload,
  run: async ({ organization }, { id }) => {
    if (!organization) throw new Error('An answer belongs to an organization.');
    await mailUnread(organization, id);
  },
});

async function mailUnread(context: OrganizationContext, id: string): Promise<void> {
  const { gate } = context.services;
  const [row] = await context.db.select().from(conversations).where(eq(conversations.id, id));
  // It may have been removed meanwhile.
  if (!row || row.visitorEmail === null) return;
  const known = Math.max(row.visitorReadSeq, row.mailedSeq);
  const unread = (await messagesAfter(context, id, known)).filter(({ sender }) => sender === 'person');
  const last = unread.at(-1);
  if (!last) return;
  const { name } = await openDoor(context);
  const composed = await gate.compose(context, {
    purpose: 'support_answer',
    to: [{ name: row.visitorName, address: row.visitorEmail }],
    subject: `${say(row.language, 'mailSubject', name)}: ${row.subject}`
      .replace(/\s+/gu, ' ')
      .slice(0, 200)
      .toWellFormed(),
    text: [
      ...unread.map(({ text, author }) => `${text}\n\n${author ?? ''}`.trim()),
      say(row.language, 'mailAsked', name),
      `“${row.subject}”`,
      say(row.language, 'mailAnswer'),
    ].join('\n\n'),
    by: last.author ?? name,
    orHeld: true,
    callerKey: answerKey(id, last.seq),
  });
  const mailId = await context.tx(async (tx) => {
    const [mine] = await tx.db
      .update(conversations)
      .set({ mailedSeq: last.seq })
      .where(
        and(
          eq(conversations.id, id),
          lt(conversations.mailedSeq, last.seq),
          // It may have been read while the email was made.
          lt(conversations.visitorReadSeq, last.seq),
        ),
      )
      .returning({ id: conversations.id });
    if (!mine) return null;
    const { row: mail } = await gate.send(tx, composed);
    tx.emit(conversationEvent, { id });
    return mail.id;
  });
  if (mailId !== null) gate.deliverSoon(context.organizationId, mailId);
}
