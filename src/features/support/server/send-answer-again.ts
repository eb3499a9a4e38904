import { eq } from 'drizzle-orm';
import {
  type Conversation,
  type conversationApi,
  conversationEvent,
} from '#features/support/conversation-contract.ts';
import type { Context } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { answerKey } from './answer-mails.ts';
import { conversationOut, lockConversation } from './conversation-row.ts';

type SendAgain = (typeof conversationApi)['endpoints']['sendAgain'];

/**
 * Sends the email again that took the answers up to a message to the visitor, to the address that it went to.
 * @throws AppError not_found, conflict (its state, no mail account), suppressed
 */
export async function sendAnswerAgain(
  context: Context,
  { params, body }: Input<SendAgain>,
): Promise<Conversation> {
  const { services, session } = context;
  const { gate } = services;
  const { mailId, out } = await context.tx(async (tx) => {
    const row = await lockConversation(tx, params.conversationId);
    const [mail] = await tx.db
      .select({ id: outgoingMail.id })
      .from(outgoingMail)
      .where(eq(outgoingMail.callerKey, answerKey(row.id, params.seq)));
    if (!mail) throw notFound('email');
    await gate.sendAgain(tx, mail.id, { by: session.actor, confirmed: body.confirmed ?? false });
    tx.emit(conversationEvent, { id: row.id });
    return { mailId: mail.id, out: await conversationOut({ db: tx.db, services }, row) };
  });
  gate.deliverSoon(context.organizationId, mailId);
  return out;
}
