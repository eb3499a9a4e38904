import { desc, eq } from 'drizzle-orm';
import { threadLimit } from '#features/mail/server/public.ts';
import { messages } from '#features/mail/server/tables.ts';
import { emailSettings } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import type { LeadThread } from '#server/integrations/ai/jobs.ts';
import { leadWords } from './lead-words.ts';

/** The mails of a lead for an engine: cleaned, oldest first, the newest of a very long thread. */
export async function leadThread({ db }: Pick<Context, 'db'>, threadId: string): Promise<LeadThread> {
  const [settings] = await db.select({ team: emailSettings.teamAddresses }).from(emailSettings);
  const rows = await db
    .select()
    .from(messages)
    .where(eq(messages.threadId, threadId))
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(threadLimit);
  const team = new Set((settings?.team ?? []).map((address) => address.toLowerCase()));
  for (const row of rows) if (row.direction === 'outbound' && row.senderKey) team.add(row.senderKey);
  return {
    messages: rows.toReversed().map((row) => ({
      id: row.id,
      from: row.direction === 'inbound' ? 'lead' : 'team',
      name: row.sender?.name ?? null,
      email: row.sender?.address ?? null,
      sentAt: row.sentAt,
      subject: row.subject,
      automatic: row.automatic || row.unreadable !== null,
      ...(row.direction === 'inbound' ? leadWords(row, team) : { content: row.content, forwarded: null }),
    })),
  };
}
