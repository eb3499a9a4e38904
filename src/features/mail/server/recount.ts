import { and, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { messages, threads } from './tables.ts';

/** What a thread says of its messages, counted anew after messages left or joined it. */
export interface ThreadCount {
  messageCount: number;
  lastMessageAt: Date | null;
}

/** Counts a thread's messages anew. A thread without messages keeps its time. */
export async function recountThread(tx: Transaction, threadId: string): Promise<ThreadCount> {
  const mine = eq(messages.threadId, threadId);
  const [newest] = await tx.db
    .select({ sentAt: messages.sentAt, snippet: messages.snippet })
    .from(messages)
    .where(and(mine, eq(messages.returned, false)))
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(1);
  const [counted] = await tx.db.select({ count: sql<number>`count(*)::int` }).from(messages).where(mine);
  const messageCount = counted?.count ?? 0;
  await tx.db
    .update(threads)
    .set({
      messageCount,
      snippet: newest?.snippet ?? '',
      ...(newest ? { lastMessageAt: newest.sentAt } : {}),
    })
    .where(eq(threads.id, threadId));
  return { messageCount, lastMessageAt: newest?.sentAt ?? null };
}
