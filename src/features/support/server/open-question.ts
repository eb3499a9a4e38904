import { and, asc, eq, gt, inArray, max } from 'drizzle-orm';
import { conversationLimits } from '#features/support/conversation-contract.ts';
import type { Queries } from '#server/db/database.ts';
import { conversationMessages } from './conversation-tables.ts';

/** Messages after each other whose words are read. */
const most = 50;

export interface OpenQuestion {
  fromSeq: number;
  /** When the first of it was written, or its conversation changed hands since. */
  waitsSince: Date;
  text: string;
}

/** What the visitor has written since anybody answered; null where the last word is not the visitor's. */
export async function openQuestion({ db }: { db: Queries }, id: string): Promise<OpenQuestion | null> {
  const { seq, sender, conversationId, at } = conversationMessages;
  const [answered] = await db
    .select({ seq: max(seq) })
    .from(conversationMessages)
    .where(and(eq(conversationId, id), inArray(sender, ['agent', 'person'])));
  const open = await db
    .select({ seq, at, text: conversationMessages.text })
    .from(conversationMessages)
    .where(and(eq(conversationId, id), eq(sender, 'visitor'), gt(seq, answered?.seq ?? 0)))
    .orderBy(asc(seq))
    .limit(most);
  const [first] = open;
  if (!first) return null;
  const [changed] = await db
    .select({ at: max(at) })
    .from(conversationMessages)
    .where(and(eq(conversationId, id), eq(sender, 'system')));
  const text = open.map((message) => message.text).join('\n');
  return {
    fromSeq: first.seq,
    waitsSince: new Date(Math.max(first.at.getTime(), changed?.at?.getTime() ?? 0)),
    text: text.slice(-conversationLimits.visitorText).toWellFormed(),
  };
}
