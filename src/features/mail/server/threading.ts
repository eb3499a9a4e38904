import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { storableId } from './incoming.ts';
import type { ReadMessage } from './reading/read-message.ts';
import { normaliseSubject } from './reading/reply-words.ts';
import { threadReferences, threads } from './tables.ts';

/** Days within which a mail with the same subject and person continues a thread (contract section 6). */
const subjectDays = 30;
/** References that are looked up and remembered of one message: the newest. */
const referenceLimit = 50;
const threadIdLimit = 200;

/** Ids that a message answers, the most telling first: References newest first, then In-Reply-To (RFC 5322 section 3.6.4). */
export function answeredIds(message: Pick<ReadMessage, 'references' | 'inReplyTo'>): string[] {
  const newestFirst = message.references.toReversed().slice(0, referenceLimit);
  return [...new Set([...newestFirst, ...(message.inReplyTo ? [message.inReplyTo] : [])].map(storableId))];
}

interface Found {
  threadId: string;
  isNew: boolean;
}

/**
 * Finds the thread of a message by the rules of contract section 6: a known Message-ID, else Gmail's thread id, else,
 * only without reply headers, subject and person within 30 days. Otherwise names a new one.
 */
export async function findThread(
  tx: Transaction,
  message: ReadMessage,
  messageKey: string,
  outside: readonly string[],
  sentAt: Date,
): Promise<Found> {
  const answered = answeredIds(message);
  const byReference = await findByReference(tx, answered, messageKey);
  if (byReference) return { threadId: await mergedInto(tx, byReference), isNew: false };
  if (message.gmailThreadId) {
    const [found] = await tx.db
      .select({ id: threads.id })
      .from(threads)
      .where(eq(threads.gmailThreadId, message.gmailThreadId))
      .limit(1);
    if (found) return { threadId: await mergedInto(tx, found.id), isNew: false };
  }
  if (answered.length === 0) {
    const bySubject = await findBySubject(tx, message.subject, outside, sentAt);
    if (bySubject) return { threadId: await mergedInto(tx, bySubject), isNew: false };
  }
  return { threadId: await newThreadId(tx, message.gmailThreadId), isNew: true };
}

/** The thread that knows one of these Message-IDs, where people put it since; null when none does. */
export async function threadAnswered(tx: Transaction, ids: readonly string[]): Promise<string | null> {
  const rows = await tx.db
    .select()
    .from(threadReferences)
    .where(inArray(threadReferences.referenceId, ids.map(storableId)));
  const [row] = rows;
  return row ? mergedInto(tx, row.threadId) : null;
}

/** The thread that a person put this one into, or itself. */
async function mergedInto(tx: Transaction, threadId: string): Promise<string> {
  const [thread] = await tx.db
    .select({ into: threads.mergedInto })
    .from(threads)
    .where(eq(threads.id, threadId));
  return thread?.into ? mergedInto(tx, thread.into) : threadId;
}

/** By what the message answers; else by who answered it before it came (its own id is known as a reference). */
async function findByReference(
  tx: Transaction,
  answered: string[],
  messageKey: string,
): Promise<string | null> {
  const rows = await tx.db
    .select()
    .from(threadReferences)
    .where(inArray(threadReferences.referenceId, [...answered, messageKey]));
  const byId = new Map(rows.map((row) => [row.referenceId, row.threadId]));
  for (const id of [...answered, messageKey]) {
    const threadId = byId.get(id);
    if (threadId !== undefined) return threadId;
  }
  return null;
}

async function findBySubject(
  tx: Transaction,
  subject: string,
  outside: readonly string[],
  sentAt: Date,
): Promise<string | null> {
  const key = subjectKey(subject);
  if (key === '' || outside.length === 0) return null;
  const at = sentAt.toISOString();
  const [found] = await tx.db
    .select({ id: threads.id })
    .from(threads)
    .where(
      and(
        eq(threads.subjectKey, key),
        sql`${threads.lastMessageAt} between ${at}::timestamptz - make_interval(days => ${subjectDays}) and ${at}::timestamptz + make_interval(days => ${subjectDays})`,
        sql`exists (select from jsonb_array_elements(${threads.participants}) p where lower(p ->> 'address') in ${[...outside]})`,
      ),
    )
    .orderBy(desc(threads.lastMessageAt), threads.id)
    .limit(1);
  return found?.id ?? null;
}

/** What two subjects are compared by. */
export function subjectKey(subject: string): string {
  return normaliseSubject(subject).toLowerCase().slice(0, 500);
}

async function newThreadId(tx: Transaction, gmailThreadId: string | null): Promise<string> {
  if (gmailThreadId === null || gmailThreadId === '' || gmailThreadId.length > threadIdLimit)
    return `thread_${newId()}`;
  // As a part of an address these mean another folder: no browser could ask for such a thread.
  if (gmailThreadId === '.' || gmailThreadId === '..') return `thread_${newId()}`;
  const [taken] = await tx.db
    .select({ id: threads.id })
    .from(threads)
    .where(eq(threads.id, gmailThreadId))
    .limit(1);
  return taken ? `thread_${newId()}` : gmailThreadId;
}

/** Remembers the ids of a message, so that answers to it, and answers to what it answers, find this thread. */
export async function rememberReferences(
  tx: Transaction,
  threadId: string,
  message: Pick<ReadMessage, 'references' | 'inReplyTo'>,
  messageKey: string,
): Promise<void> {
  const ids = [...new Set([messageKey, ...answeredIds(message)])].toSorted();
  await tx.db
    .insert(threadReferences)
    .values(ids.map((referenceId) => ({ referenceId, threadId })))
    .onConflictDoNothing();
}
