import type { OrganizationContext, Tx } from '#server/context.ts';
import type { ArrivingMessage, ReactionResult, StoredMessage } from '#server/message-reaction.ts';
import type { ReadIncoming } from './incoming.ts';
import { calendarOf } from './reading/calendar-part.ts';

/** Tells the features of a message before it has its thread. Whether one of them knows it as written by a machine. */
export async function announce(
  context: OrganizationContext,
  tx: Tx,
  message: ArrivingMessage,
): Promise<boolean> {
  let automatic = false;
  for (const reaction of context.services.onArrival) {
    const judgement = await reaction(context, tx, message);
    automatic ||= judgement?.automatic ?? false;
  }
  return automatic;
}

type Placed = Omit<StoredMessage, 'from' | 'subject' | 'content' | 'signature' | 'replyTo' | 'calendar'>;

/** Tells the features of a message that was stored, in their order; the last one that has a lead says which. */
export async function react(
  context: OrganizationContext,
  tx: Tx,
  { message }: ReadIncoming,
  { timezone, ...placed }: Placed & { timezone: string },
): Promise<ReactionResult> {
  let result: ReactionResult = { lead: null, created: false };
  for (const reaction of context.services.onMessage) {
    const one = await reaction(
      context,
      tx,
      {
        ...placed,
        from: message.from,
        subject: message.subject,
        content: message.visible || message.snippet,
        signature: message.signature,
        replyTo: message.replyTo[0]?.address ?? null,
        calendar: calendarOf(message),
      },
      { timezone },
    );
    if (one.lead !== null) result = one;
  }
  return result;
}
