import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { leadFromConversation } from '#features/leads/server/public.ts';
import { conversationEvent } from '#features/support/conversation-contract.ts';
import type { JobContext, OrganizationContext } from '#server/context.ts';
import { job } from '#server/jobs/job.ts';
import { messagesAfter, type StoredMessage } from './conversation-row.ts';
import { conversations } from './conversation-tables.ts';

const payload = z.object({ id: z.string() });

/** Puts what was said into a lead of the visitor, who has left an address: all of it, and later what came after. */
export const makeLead = job<typeof payload, JobContext>({
  name: 'support.make-lead',
  scope: 'organization',
  payload,
  run: async ({ organization }, { id }) => {
    if (!organization) throw new Error('A lead belongs to an organization.');
    await putIntoLead(organization, id);
  },
});

async function putIntoLead(context: OrganizationContext, id: string): Promise<void> {
  const [row] = await context.db.select().from(conversations).where(eq(conversations.id, id));
  // It may have been removed meanwhile.
  if (!row || row.visitorEmail === null) return;
  const messages = await messagesAfter(context, id, row.leadSeq);
  const last = messages.at(-1)?.seq;
  if (last === undefined) return;
  const threadId = await leadFromConversation(context, {
    conversationId: id,
    isFirst: row.leadSeq === 0,
    seq: last,
    name: row.visitorName,
    email: row.visitorEmail,
    subject: row.subject,
    page: row.page,
    transcript: messages.map(lineOf).join('\n\n'),
  });
  if (threadId === null) return;
  await context.tx(async (tx) => {
    await tx.db
      .update(conversations)
      .set({ leadThreadId: threadId, leadSeq: last })
      .where(eq(conversations.id, id));
    tx.emit(conversationEvent, { id });
  });
}

const senderNames = { visitor: 'Visitor', agent: 'Assistant', person: 'Team', system: 'Note' } as const;

function lineOf({ sender, author, text }: StoredMessage): string {
  return `${author ?? senderNames[sender]}: ${text}`;
}
