import { inArray } from 'drizzle-orm';
import type { Tx } from '#server/context.ts';
import { newId, tokenHash } from '#server/ids.ts';
import { bareSubject } from './reading/reply-words.ts';
import { storeOutgoing, type Written } from './store-outgoing.ts';
import { deletedMessages, messages, threads } from './tables.ts';
import { subjectKey, threadAnswered } from './threading.ts';

export interface OwnMail {
  written: Written;
  /** As people read it. */
  content: string;
}

/**
 * Puts mail of ours that left without a thread into one, oldest first, now that somebody answered it: into the thread
 * that knows one of them already, else into a new one. What is there, or was deleted with its lead, is left out. Under
 * `lockThreads`.
 */
export async function storeOwnMail(
  tx: Tx,
  ids: readonly string[],
  make: (messageId: string) => Promise<OwnMail>,
): Promise<void> {
  const here = await tx.db
    .select({ id: messages.messageId })
    .from(messages)
    .where(inArray(messages.messageId, [...ids]));
  const gone = await tx.db
    .select({ idHash: deletedMessages.idHash })
    .from(deletedMessages)
    .where(inArray(deletedMessages.idHash, ids.map(tokenHash)));
  const left = new Set([
    ...here.map(({ id }) => id),
    ...ids.filter((id) => gone.some(({ idHash }) => idHash === tokenHash(id))),
  ]);
  const missing = ids.filter((id) => !left.has(id));
  if (missing.length === 0) return;
  let threadId = await threadAnswered(tx, ids);
  for (const id of missing) {
    const { written, content } = await make(id);
    threadId ??= await beginThread(tx, written);
    await storeOutgoing(tx, threadId, written, { content, quoted: null });
  }
}

/** A thread without messages yet. */
async function beginThread(tx: Tx, { mail, composedAt }: Written): Promise<string> {
  const id = `thread_${newId()}`;
  await tx.db.insert(threads).values({
    id,
    subject: mail.subject,
    subjectKey: subjectKey(mail.subject),
    participants: [],
    messageCount: 0,
    lastMessageAt: composedAt,
    createdAt: composedAt,
  });
  return id;
}

/** Whether two subjects are of one conversation. */
export function isSameSubject(one: string, other: string): boolean {
  return bareSubject(one) === bareSubject(other);
}
