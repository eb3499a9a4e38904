import { and, asc, eq, gt } from 'drizzle-orm';
import {
  type Conversation,
  type ConversationMessage,
  type ConversationNote,
  type ConversationRow,
  conversationLimits,
} from '#features/support/conversation-contract.ts';
import type { VisitorConversation } from '#features/support/widget-contract.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/database.ts';
import { notFound } from '#shared/errors.ts';
import { answerMails } from './answer-mails.ts';
import { conversationMessages, conversationNotes, conversations } from './conversation-tables.ts';

export type StoredConversation = typeof conversations.$inferSelect;
export type StoredMessage = typeof conversationMessages.$inferSelect;

type Reader = { db: Queries };

/** Messages of one answer; a conversation has at most a few more than its limit, which the hub itself adds. */
const mostMessages = conversationLimits.messages + 50;

export function rowOut(row: StoredConversation): ConversationRow {
  return {
    id: row.id,
    state: row.state,
    ownerId: row.ownerId,
    owner: row.owner,
    visitorName: row.visitorName,
    visitorEmail: row.visitorEmail,
    language: row.language,
    page: row.page,
    subject: row.subject,
    lastText: row.lastText,
    lastSender: row.lastSender,
    lastSeq: row.lastSeq,
    isUnread: row.lastSender === 'visitor' && row.lastSeq > row.teamReadSeq,
    handoffReason: row.handoffReason,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    rating: row.rating,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function messageOut(row: StoredMessage): ConversationMessage {
  const { seq, sender, author, text, action, citations, at } = row;
  return { seq, sender, author, text, action, citations, at: at.toISOString() };
}

export function noteOut(row: typeof conversationNotes.$inferSelect): ConversationNote {
  return { id: row.id, author: row.author, text: row.text, at: row.at.toISOString() };
}

/** @throws AppError not_found */
export async function findConversation({ db }: Reader, id: string): Promise<StoredConversation> {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
  if (!row) throw notFound('conversation');
  return row;
}

/** The same, and nobody else changes it until the transaction ends. @throws AppError not_found */
export async function lockConversation({ db }: Reader, id: string): Promise<StoredConversation> {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id)).for('update');
  if (!row) throw notFound('conversation');
  return row;
}

/** Messages after a number, oldest first. */
export function messagesAfter({ db }: Reader, id: string, after: number): Promise<StoredMessage[]> {
  return db
    .select()
    .from(conversationMessages)
    .where(and(eq(conversationMessages.conversationId, id), gt(conversationMessages.seq, after)))
    .orderBy(asc(conversationMessages.seq))
    .limit(mostMessages);
}

export async function conversationOut(
  reader: Pick<Context, 'db' | 'services'>,
  row: StoredConversation,
): Promise<Conversation> {
  const messages = await messagesAfter(reader, row.id, 0);
  const notes = await reader.db
    .select()
    .from(conversationNotes)
    .where(eq(conversationNotes.conversationId, row.id))
    .orderBy(asc(conversationNotes.at), asc(conversationNotes.id))
    .limit(conversationLimits.notes);
  return {
    ...rowOut(row),
    ratingComment: row.ratingComment,
    pack: row.pack,
    leadThreadId: row.leadThreadId,
    visitorReadSeq: row.visitorReadSeq,
    mails: await answerMails(reader, row, messages),
    messages: messages.map(messageOut),
    notes: notes.map(noteOut),
  };
}

const visitorColumns = {
  state: conversations.state,
  owner: conversations.owner,
  visitorName: conversations.visitorName,
  visitorEmail: conversations.visitorEmail,
  rating: conversations.rating,
  teamReadSeq: conversations.teamReadSeq,
};

/**
 * How a conversation stands and its messages after a number, oldest first, in one statement: every open widget asks for
 * it at every change. Null when it is not there.
 */
export async function standingAfter(
  { db }: Reader,
  id: string,
  after: number,
): Promise<{ state: VisitorState; messages: StoredMessage[] } | null> {
  const rows = await db
    .select({ conversation: visitorColumns, message: conversationMessages })
    .from(conversations)
    .leftJoin(
      conversationMessages,
      and(eq(conversationMessages.conversationId, conversations.id), gt(conversationMessages.seq, after)),
    )
    .where(eq(conversations.id, id))
    .orderBy(asc(conversationMessages.seq))
    .limit(mostMessages);
  const [first] = rows;
  return first
    ? {
        state: visitorState(first.conversation),
        messages: rows.flatMap(({ message }) => message ?? []),
      }
    : null;
}

type VisitorState = Omit<VisitorConversation, 'messages'>;

/** What the visitor may know of how the conversation stands. */
function visitorState(row: Pick<StoredConversation, keyof typeof visitorColumns>): VisitorState {
  return {
    state: row.state,
    owner: row.state === 'person' ? row.owner : null,
    name: row.visitorName,
    email: row.visitorEmail,
    rating: row.rating,
    teamReadSeq: row.teamReadSeq,
  };
}

export async function visitorOut(
  reader: Reader,
  row: StoredConversation,
  after = 0,
): Promise<VisitorConversation> {
  const messages = await messagesAfter(reader, row.id, after);
  return { ...visitorState(row), messages: messages.map(messageOut) };
}
