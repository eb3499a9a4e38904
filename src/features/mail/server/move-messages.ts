import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/context.ts';
import { notFound } from '#shared/errors.ts';
import { messages, threadNotes, threadReferences, threads } from './tables.ts';
import { answeredIds } from './threading.ts';

/** Rows that changed their thread. */
export interface MovedMessages {
  messageIds: string[];
  noteIds: string[];
  referenceIds: string[];
}

const chunk = 1000;

async function inChunks(ids: readonly string[], work: (some: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += chunk) await work(ids.slice(at, at + chunk));
}

/** Puts rows into a thread. Those that are gone meanwhile are left out. Under `lockThreads`. */
export async function placeInThread(tx: Tx, into: string, moved: MovedMessages): Promise<void> {
  const { db } = tx;
  const set = { threadId: into };
  await inChunks(moved.messageIds, (ids) => db.update(messages).set(set).where(inArray(messages.id, ids)));
  await inChunks(moved.noteIds, (ids) => db.update(threadNotes).set(set).where(inArray(threadNotes.id, ids)));
  await inChunks(moved.referenceIds, (ids) =>
    db.update(threadReferences).set(set).where(inArray(threadReferences.referenceId, ids)),
  );
}

/** Everything that lies in a thread. */
export async function contentOf(tx: Tx, threadId: string): Promise<MovedMessages> {
  const { db } = tx;
  const found = await db.select({ id: messages.id }).from(messages).where(eq(messages.threadId, threadId));
  const notes = await db
    .select({ id: threadNotes.id })
    .from(threadNotes)
    .where(eq(threadNotes.threadId, threadId));
  const references = await db
    .select({ id: threadReferences.referenceId })
    .from(threadReferences)
    .where(eq(threadReferences.threadId, threadId));
  return {
    messageIds: found.map(({ id }) => id),
    noteIds: notes.map(({ id }) => id),
    referenceIds: references.map(({ id }) => id),
  };
}

type MessageRow = typeof messages.$inferSelect;

/**
 * Some messages of a thread, with the ids by which answers find them: their own, and the ones that only they refer to.
 * @throws AppError not_found when one is not in the thread.
 */
export async function partOf(
  tx: Tx,
  threadId: string,
  ids: readonly string[],
): Promise<{ moved: MovedMessages; going: MessageRow[]; staying: MessageRow[] }> {
  const all = await tx.db
    .select()
    .from(messages)
    .where(eq(messages.threadId, threadId))
    .orderBy(messages.sentAt, messages.id);
  const wanted = new Set(ids);
  const going = all.filter(({ id }) => wanted.has(id));
  if (going.length !== wanted.size) throw notFound('message');
  const staying = all.filter(({ id }) => !wanted.has(id));
  const kept = new Set(staying.flatMap((row) => [row.messageId ?? '', ...answeredIds(row)]));
  const own = going.flatMap(({ messageId }) => (messageId === null ? [] : [messageId]));
  const referred = going.flatMap((row) => answeredIds(row)).filter((id) => !kept.has(id));
  const candidates = [...new Set([...own, ...referred])];
  const known: string[] = [];
  await inChunks(candidates, async (some) => {
    const rows = await tx.db
      .select({ id: threadReferences.referenceId })
      .from(threadReferences)
      .where(and(eq(threadReferences.threadId, threadId), inArray(threadReferences.referenceId, some)));
    known.push(...rows.map(({ id }) => id));
  });
  const moved = { messageIds: going.map(({ id }) => id), noteIds: [], referenceIds: known };
  return { moved, going, staying };
}

/** Messages of a thread that answer one of these, directly or over others: they came since. */
export async function answersTo(tx: Tx, threadId: string, to: readonly string[]): Promise<MovedMessages> {
  const rows = await tx.db
    .select()
    .from(messages)
    .where(eq(messages.threadId, threadId))
    .orderBy(messages.sentAt, messages.id);
  const family = new Set(rows.flatMap((row) => (to.includes(row.id) ? [row.messageId ?? row.id] : [])));
  const going = rows.filter((row) => {
    if (to.includes(row.id)) return false;
    // The newest id that it answers decides, as it does when a message comes in.
    const first = answeredIds(row)[0];
    const belongs = first !== undefined && family.has(first);
    if (belongs && row.messageId) family.add(row.messageId);
    return belongs;
  });
  return {
    messageIds: going.map(({ id }) => id),
    noteIds: [],
    referenceIds: going.flatMap(({ messageId }) => (messageId === null ? [] : [messageId])),
  };
}

/** Remembers for the mail to come that a thread was put into another; null undoes it. */
export async function redirectThread(tx: Tx, threadId: string, into: string | null): Promise<void> {
  await tx.db.update(threads).set({ mergedInto: into }).where(eq(threads.id, threadId));
}

/** A thread of its own for messages of another one, with that one's subject and people. */
export async function branchThread(tx: Tx, id: string, from: string, now: Date): Promise<void> {
  const [parent] = await tx.db.select().from(threads).where(eq(threads.id, from));
  if (!parent) throw notFound('thread');
  const { subject, subjectKey, participants } = parent;
  await tx.db
    .insert(threads)
    .values({ id, subject, subjectKey, participants, lastMessageAt: now, createdAt: now });
}
