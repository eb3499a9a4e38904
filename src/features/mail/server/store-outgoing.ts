import type { Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { ComposedMail } from '#server/integrations/outgoing-mail.ts';
import { joinThread } from './ingest.ts';
import { rememberText } from './message-text.ts';
import { messageSources, messages } from './tables.ts';
import { rememberReferences } from './threading.ts';

const snippetLength = 200;

/** What of a mail a thread keeps. */
export type Written = Pick<ComposedMail, 'from' | 'messageId' | 'bytes' | 'composedAt'> & {
  mail: Pick<ComposedMail['mail'], 'to' | 'cc' | 'subject' | 'inReplyTo' | 'references' | 'attachments'>;
};

/** A mail that the gate let through, as a message of its thread. Under `lockThreads`. Returns its row. */
export async function storeOutgoing(
  tx: Tx,
  threadId: string,
  composed: Written,
  written: { content: string; quoted: string | null; kind?: 'email' | 'meeting' },
): Promise<typeof messages.$inferSelect> {
  const { mail, from, messageId, bytes, composedAt: sentAt } = composed;
  const recipients = [...mail.to, ...(mail.cc ?? [])].map(({ name, address }) => ({ name, address }));
  const references = [...(mail.references ?? [])];
  const inReplyTo = mail.inReplyTo ?? null;
  const snippet = written.content.replace(/\s+/g, ' ').trim().slice(0, snippetLength);
  const [row] = await tx.db
    .insert(messages)
    .values({
      id: newId(),
      threadId,
      messageId,
      inReplyTo,
      references,
      direction: 'outbound',
      kind: written.kind ?? 'email',
      emailType: inReplyTo === null ? 'original' : 'reply',
      subject: mail.subject,
      sender: from,
      senderKey: from.address.toLowerCase(),
      recipients,
      sentAt,
      snippet,
      content: written.content,
      quoted: written.quoted,
      attachments: (mail.attachments ?? []).map((file, index) => ({
        id: String(index),
        name: file.name,
        contentType: file.contentType,
        size: file.bytes.length,
      })),
      createdAt: sentAt,
    })
    .returning();
  if (!row) throw new Error('An outgoing message was not stored.');
  await tx.db.insert(messageSources).values({ messageId: row.id, format: 'rfc822', bytes });
  await rememberText(tx, row.id, mail.subject, written.content);
  await joinThread(tx, threadId, [from, ...recipients], sentAt, snippet);
  await rememberReferences(tx, threadId, { references, inReplyTo }, messageId);
  return row;
}
