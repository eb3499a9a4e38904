import { eq } from 'drizzle-orm';
import type { Tx } from '#server/context.ts';
import { tokenHash } from '#server/ids.ts';
import { deletedMessages, messages, threads } from './tables.ts';

/** Deletes a thread with its messages. Their ids are kept as digests, so that the same mail does not come back. */
export async function deleteThread(tx: Tx, threadId: string): Promise<void> {
  const rows = await tx.db
    .select({ messageId: messages.messageId, gmailId: messages.gmailId })
    .from(messages)
    .where(eq(messages.threadId, threadId));
  const ids = rows.flatMap((row) => [row.messageId, row.gmailId]).filter((id) => id !== null);
  if (ids.length > 0) {
    await tx.db
      .insert(deletedMessages)
      .values(ids.map((id) => ({ idHash: tokenHash(id) })))
      .onConflictDoNothing();
  }
  await tx.db.delete(threads).where(eq(threads.id, threadId));
}
