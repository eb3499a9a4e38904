import { and, eq } from 'drizzle-orm';
import { conversationEvent, conversationLimits } from '#features/support/conversation-contract.ts';
import type { VisitorConversation, widgetApi } from '#features/support/widget-contract.ts';
import type { LinkContext } from '#server/context.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { makeLead } from './conversation-lead.ts';
import { type StoredConversation, visitorOut } from './conversation-row.ts';
import { conversationMessages, conversations } from './conversation-tables.ts';
import { announce } from './conversation-write.ts';
import { handOff, personAsked } from './hand-off.ts';
import { lockOwn, type MinuteCount, own, takeMessage } from './take-message.ts';
import { planTurn } from './turn-keeper.ts';
import { markVisitorRead } from './visitor-read.ts';
import { type Door, openDoor, refusePage, refuseUnavailable } from './widget-door.ts';

type Endpoints = (typeof widgetApi)['endpoints'];

const minuteMs = 60_000;

/** Who stands behind a widget that this page may show. @throws AppError not_found, origin_refused */
async function enter(context: LinkContext): Promise<Door> {
  const door = await openDoor(context);
  refusePage(context.origin, door, context.services.config);
  return door;
}

export async function resumeConversation(
  context: LinkContext,
  { body }: Input<Endpoints['resume']>,
): Promise<VisitorConversation> {
  const [, [row]] = await Promise.all([enter(context), own(context, context)]);
  if (!row) throw notFound('conversation');
  if (body.read !== undefined && body.read > row.visitorReadSeq)
    await markVisitorRead(context, row.id, body.read);
  return visitorOut(context, row, body.after ?? 0);
}

/**
 * Takes a visitor's message; the same key twice is the same message.
 * @throws AppError unavailable, conflict for a conversation that is closed or full, rate_limited for a flood
 */
export async function writeMessage(
  context: LinkContext,
  { body }: Input<Endpoints['write']>,
): Promise<Output<Endpoints['write']>> {
  const door = await enter(context);
  refuseUnavailable(door);
  const now = context.services.clock.now();
  const { seq, row } = await context.tx(async (tx) => {
    const before = await lockOwn(tx, context);
    const [known] = await tx.db
      .select({ seq: conversationMessages.seq })
      .from(conversationMessages)
      .where(
        and(
          eq(conversationMessages.conversationId, before.id),
          eq(conversationMessages.clientKey, body.clientKey),
        ),
      );
    if (known) return { seq: known.seq, row: before };
    refuseMore(before);
    const count = countMinute(before, now);
    const after = await takeMessage(tx, door, before, { ...body, now, count });
    return { seq: before.lastSeq + 1, row: after };
  });
  if (row.state === 'agent' && row.turnDueAt) planTurn(context, row.id, row.turnDueAt);
  return { seq, state: row.state };
}

function refuseMore({ state, lastSeq }: StoredConversation): void {
  if (state === 'closed')
    throw new AppError(
      'conflict',
      'This conversation is closed. Begin a new one, and your message goes there.',
    );
  if (lastSeq >= conversationLimits.messages)
    throw new AppError(
      'conflict',
      `This conversation has reached its ${conversationLimits.messages} messages. Begin a new one to go on.`,
    );
}

/** Counts in the conversation's own row, which is locked anyway. @throws AppError rate_limited */
function countMinute({ minuteFrom, minuteCount }: StoredConversation, now: Date): MinuteCount {
  // No longer than a minute, also where the clock was set back.
  const left = Math.min(minuteMs, minuteFrom.getTime() + minuteMs - now.getTime());
  if (left <= 0) return { minuteFrom: now, minuteCount: 1 };
  if (minuteCount >= conversationLimits.perMinute)
    throw new AppError(
      'rate_limited',
      'That is a lot at once. Wait a minute, then go on: nothing that you have sent is lost.',
      { retryAfter: Math.max(1, Math.ceil(left / 1000)) },
    );
  return { minuteFrom, minuteCount: minuteCount + 1 };
}

export async function askForPerson(context: LinkContext): Promise<VisitorConversation> {
  const door = await enter(context);
  refuseUnavailable(door);
  const row = await context.tx(async (tx) => {
    const before = await lockOwn(tx, context);
    refuseMore(before);
    return handOff(tx, door, before, { reason: personAsked, now: context.services.clock.now() });
  });
  return visitorOut(context, row);
}

/** Keeps where answers go when the visitor has left; with it somebody who waits becomes a lead. */
export async function leaveContact(
  context: LinkContext,
  { body }: Input<Endpoints['leaveContact']>,
): Promise<VisitorConversation> {
  const door = await enter(context);
  refuseUnavailable(door);
  const row = await context.tx(async (tx) => {
    const before = await lockOwn(tx, context);
    const [after] = await tx.db
      .update(conversations)
      .set({ visitorEmail: body.email, visitorName: body.name?.trim() || before.visitorName })
      .where(eq(conversations.id, before.id))
      .returning();
    if (!after) throw notFound('conversation');
    if (after.state !== 'agent') await tx.enqueue(makeLead, { id: after.id }, { key: after.id });
    announce(tx, after.id);
    return after;
  });
  return visitorOut(context, row);
}

export async function rateConversation(
  context: LinkContext,
  { body }: Input<Endpoints['rate']>,
): Promise<VisitorConversation> {
  await enter(context);
  const row = await context.tx(async (tx) => {
    const before = await lockOwn(tx, context);
    const [after] = await tx.db
      .update(conversations)
      .set({ rating: body.rating, ratingComment: body.comment?.trim() || before.ratingComment })
      .where(eq(conversations.id, before.id))
      .returning();
    if (!after) throw notFound('conversation');
    tx.emit(conversationEvent, { id: after.id });
    return after;
  });
  return visitorOut(context, row);
}
