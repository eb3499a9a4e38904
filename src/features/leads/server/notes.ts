import { and, eq } from 'drizzle-orm';
import { conversationChangedEvent, type leadConversationApi } from '#features/leads/conversation-contract.ts';
import type { CorrespondenceItem } from '#features/mail/contract.ts';
import { noteItem } from '#features/mail/server/public.ts';
import { threadNotes } from '#features/mail/server/tables.ts';
import type { Context, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { lockLead } from './merge.ts';

type Endpoints = (typeof leadConversationApi)['endpoints'];

/** A note is no message of the lead: it counts in no number and moves the lead nowhere. */
export function addNote(
  context: Context,
  { params, body }: Input<Endpoints['addNote']>,
): Promise<CorrespondenceItem> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    // Held, so that a merge takes the note along and a deletion does not take its thread away in between.
    await lockLead(tx, params.thread_id);
    const [note] = await tx.db
      .insert(threadNotes)
      .values({
        id: newId(),
        threadId: params.thread_id,
        authorId: session.userId,
        author: session.actor,
        content: body.content.trim(),
        createdAt: services.clock.now(),
      })
      .returning();
    if (!note) throw new Error('The note was not stored.');
    tx.emit(conversationChangedEvent, { thread_id: params.thread_id });
    return noteItem(note);
  });
}

/** The note, if it is the caller's own. @throws AppError not_found, forbidden */
async function ownNote(tx: Tx, context: Context, threadId: string, id: string): Promise<void> {
  const [note] = await tx.db
    .select({ authorId: threadNotes.authorId })
    .from(threadNotes)
    .where(and(eq(threadNotes.threadId, threadId), eq(threadNotes.id, id)))
    .for('update');
  if (!note) throw notFound('note');
  if (note.authorId === null || note.authorId !== context.session.userId)
    throw new AppError('forbidden', 'Only the person who wrote a note may change or delete it.');
}

export function editNote(
  context: Context,
  { params, body }: Input<Endpoints['editNote']>,
): Promise<CorrespondenceItem> {
  return context.tx(async (tx) => {
    await ownNote(tx, context, params.thread_id, params.note_id);
    const [note] = await tx.db
      .update(threadNotes)
      .set({ content: body.content.trim() })
      .where(eq(threadNotes.id, params.note_id))
      .returning();
    if (!note) throw notFound('note');
    tx.emit(conversationChangedEvent, { thread_id: params.thread_id });
    return noteItem(note);
  });
}

export function removeNote(context: Context, { params }: Input<Endpoints['removeNote']>): Promise<undefined> {
  return context.tx(async (tx) => {
    await ownNote(tx, context, params.thread_id, params.note_id);
    await tx.db.delete(threadNotes).where(eq(threadNotes.id, params.note_id));
    tx.emit(conversationChangedEvent, { thread_id: params.thread_id });
    return undefined;
  });
}
