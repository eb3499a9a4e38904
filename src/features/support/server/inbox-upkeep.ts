import { and, eq, sql } from 'drizzle-orm';
import {
  type ConversationNote,
  type conversationApi,
  conversationEvent,
  conversationLimits,
} from '#features/support/conversation-contract.ts';
import type { Context } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { findConversation, lockConversation, noteOut } from './conversation-row.ts';
import { conversationNotes, conversations } from './conversation-tables.ts';
import { announce, tellVisitor } from './conversation-write.ts';
import { personOf } from './inbox-work.ts';

type Endpoints = (typeof conversationApi)['endpoints'];

export function addNote(
  context: Context,
  { params, body }: Input<Endpoints['addNote']>,
): Promise<ConversationNote> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    const row = await lockConversation(tx, params.conversationId);
    const there = await tx.db.$count(conversationNotes, eq(conversationNotes.conversationId, row.id));
    if (there >= conversationLimits.notes)
      throw new AppError('conflict', `A conversation has at most ${conversationLimits.notes} notes.`);
    const [note] = await tx.db
      .insert(conversationNotes)
      .values({
        id: newId(),
        conversationId: row.id,
        authorId: session.userId,
        author: session.actor.slice(0, conversationLimits.name),
        text: body.text.trim(),
        at: services.clock.now(),
      })
      .returning();
    if (!note) throw new Error('A note was not stored.');
    tx.emit(conversationEvent, { id: row.id });
    return noteOut(note);
  });
}

/** The visitor sees up to where the team has read. */
export async function markConversationRead(
  context: Context,
  { params, body }: Input<Endpoints['markRead']>,
): Promise<undefined> {
  const id = params.conversationId;
  await context.tx(async (tx) => {
    const [moved] = await tx.db
      .update(conversations)
      .set({ teamReadSeq: sql`least(${body.seq}::integer, ${conversations.lastSeq})` })
      .where(
        and(
          eq(conversations.id, id),
          sql`${conversations.teamReadSeq} < least(${body.seq}::integer, ${conversations.lastSeq})`,
        ),
      )
      .returning({ id: conversations.id });
    if (moved) announce(tx, id);
    else await findConversation(tx, id);
  });
  return undefined;
}

export async function showTyping(
  context: Context,
  { params }: Input<Endpoints['typing']>,
): Promise<undefined> {
  const userId = personOf(context);
  await context.tx(async (tx) => {
    const row = await findConversation(tx, params.conversationId);
    if (row.ownerId !== userId) return;
    tellVisitor(tx, row.id, { type: 'typing', who: 'person', name: context.session.actor });
  });
  return undefined;
}

export async function removeConversation(
  context: Context,
  { params }: Input<Endpoints['remove']>,
): Promise<undefined> {
  const id = params.conversationId;
  await context.tx(async (tx) => {
    const [gone] = await tx.db
      .delete(conversations)
      .where(eq(conversations.id, id))
      .returning({ subject: conversations.subject });
    if (!gone) throw notFound('conversation');
    await tx.audit({ action: 'conversation.removed', subject: id });
    tx.emit(conversationEvent, { id });
    tellVisitor(tx, id, { type: 'gone' });
  });
  return undefined;
}
