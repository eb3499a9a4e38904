import { and, eq, inArray } from 'drizzle-orm';
import {
  conversationChangedEvent,
  type Delivery,
  type leadConversationApi,
} from '#features/leads/conversation-contract.ts';
import type { CorrespondenceItem } from '#features/mail/contract.ts';
import { deliveryOf, itemOf, lockThreads, recountThread } from '#features/mail/server/public.ts';
import { messages, threadReferences } from '#features/mail/server/tables.ts';
import { appendSent } from '#features/mailbox/server/public.ts';
import { emailSettings } from '#features/organization/server/tables.ts';
import type { Context, Tx } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import type { MailReaction } from '#server/integrations/gate-options.ts';
import type { MailPurpose } from '#server/integrations/send-rules.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { isRepeatable } from '#shared/mail-states.ts';
import { findLead } from './find.ts';
import { leadActivity, leads } from './tables.ts';

type Endpoints = (typeof leadConversationApi)['endpoints'];

/** Where our mails of a conversation are, and what may be done about each. */
export async function listDeliveries(
  context: Context,
  { params }: Input<Endpoints['deliveries']>,
): Promise<Delivery[]> {
  await findLead(context, params.thread_id);
  const written = await context.db
    .select({ id: messages.id, messageId: messages.messageId })
    .from(messages)
    .where(and(eq(messages.threadId, params.thread_id), eq(messages.direction, 'outbound')))
    .limit(1000);
  const byMessageId = new Map(
    written.flatMap(({ id, messageId }) => (messageId === null ? [] : [[messageId, id] as const])),
  );
  if (byMessageId.size === 0) return [];
  const rows = await context.db
    .select({
      messageId: outgoingMail.messageId,
      purpose: outgoingMail.purpose,
      state: outgoingMail.state,
      reason: outgoingMail.reason,
      sendAt: outgoingMail.sendAt,
    })
    .from(outgoingMail)
    .where(inArray(outgoingMail.messageId, [...byMessageId.keys()]));
  const sender = await context.services.gate.senderOf(context);
  const leaves = context.services.gate.transportOf(sender) !== 'outbox';
  return rows.flatMap(({ messageId, purpose, state, reason, sendAt }) =>
    state === 'cancelled'
      ? []
      : [
          {
            messageId: byMessageId.get(messageId) ?? '',
            state,
            reason: reason.slice(0, 2000),
            sendAt: sendAt?.toISOString() ?? null,
            mayUndo: state === 'queued' && purpose === 'lead_reply',
            // An email of outreach has rules of its own; its prospect's list sends it again.
            maySendAgain: leaves && isRepeatable(state) && purpose !== 'outreach',
          },
        ],
  );
}

interface Found {
  message: typeof messages.$inferSelect;
  mailId: string;
  purpose: MailPurpose;
}

/** A message of ours in the thread with its row in the gate's ledger. @throws AppError not_found */
async function findSent(tx: Pick<Tx, 'db'>, threadId: string, id: string): Promise<Found> {
  const [message] = await tx.db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.id, id)));
  if (!message?.messageId) throw notFound('message');
  const [mail] = await tx.db
    .select({ id: outgoingMail.id, purpose: outgoingMail.purpose })
    .from(outgoingMail)
    .where(eq(outgoingMail.messageId, message.messageId));
  if (!mail) throw notFound('message');
  return { message, mailId: mail.id, purpose: mail.purpose };
}

/** Takes a reply back that has not left: it is no message of the thread any more, and its text comes back. */
export function undoReply(
  context: Context,
  { params }: Input<Endpoints['undoReply']>,
): Promise<Output<Endpoints['undoReply']>> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    await lockThreads(tx);
    const { message, mailId, purpose } = await findSent(tx, params.thread_id, params.id);
    // What an invitation tells has happened: without it the client would not know.
    if (purpose !== 'lead_reply') throw new AppError('conflict', 'Only a reply can be taken back.');
    await services.gate.cancel(tx, mailId, session.actor);
    const [parent] = message.inReplyTo
      ? await tx.db
          .select({ id: messages.id })
          .from(messages)
          .where(and(eq(messages.threadId, params.thread_id), eq(messages.messageId, message.inReplyTo)))
      : [];
    await tx.db.delete(messages).where(eq(messages.id, message.id));
    if (message.messageId) {
      await tx.db.delete(threadReferences).where(eq(threadReferences.referenceId, message.messageId));
    }
    const counted = await recountThread(tx, params.thread_id);
    await tx.db.update(leads).set(counted).where(eq(leads.threadId, params.thread_id));
    await tx.db.insert(leadActivity).values({
      id: newId(),
      threadId: params.thread_id,
      at: services.clock.now(),
      actor: session.actor,
      actorId: session.userId ?? session.id,
      action: 'reply_undone',
    });
    tx.emit(conversationChangedEvent, { thread_id: params.thread_id });
    return {
      content: message.content,
      subject: message.subject,
      to: message.recipients.map(({ address }) => address),
      inReplyTo: parent?.id ?? null,
    };
  });
}

export async function sendAgain(
  context: Context,
  { params, body }: Input<Endpoints['sendAgain']>,
): Promise<CorrespondenceItem> {
  const { gate } = context.services;
  const by = context.session.actor;
  const { item, mailId } = await context.tx(async (tx) => {
    const found = await findSent(tx, params.thread_id, params.id);
    if (found.purpose === 'outreach')
      throw new AppError('conflict', 'This email went to a prospect. Send it again in Outreach.');
    await gate.sendAgain(tx, found.mailId, { by, confirmed: body.confirmed ?? false });
    tx.emit(conversationChangedEvent, { thread_id: params.thread_id });
    return { item: itemOf(found.message, null, deliveryOf('queued')), mailId: found.mailId };
  });
  gate.deliverSoon(context.organizationId, mailId);
  return item;
}

/**
 * Screens that show the conversation read it again when one of its mails has come to another state. What was sent goes
 * into the Sent folder of the mailbox that is connected.
 */
export const onMail: MailReaction = async (_context, tx, { messageId, state }) => {
  const [message] = await tx.db
    .select({ id: messages.id, threadId: messages.threadId })
    .from(messages)
    .where(eq(messages.messageId, messageId));
  if (!message) return;
  tx.emit(conversationChangedEvent, { thread_id: message.threadId });
  if (state !== 'sent') return;
  const [settings] = await tx.db.select({ imap: emailSettings.imap }).from(emailSettings);
  if (settings?.imap) await tx.enqueue(appendSent, { messageId: message.id });
};
