import { eq, inArray } from 'drizzle-orm';
import { type AnswerMail, conversationEvent } from '#features/support/conversation-contract.ts';
import type { Context } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import type { MailReaction } from '#server/integrations/gate-options.ts';
import { isRepeatable } from '#shared/mail-states.ts';
import type { StoredConversation, StoredMessage } from './conversation-row.ts';

type Reader = Pick<Context, 'db' | 'services'>;

const keyPattern = /^support:([0-9a-f-]{36}):\d+$/;

/** What the send gate knows the email by that takes a person's answers up to `seq` to the visitor: it goes once. */
export function answerKey(conversationId: string, seq: number | string): string {
  return `support:${conversationId}:${seq}`;
}

/** Where the emails with a person's answers are, oldest first; `seq` is the last message that each of them holds. */
export async function answerMails(
  { db, services }: Reader,
  { id, mailedSeq }: Pick<StoredConversation, 'id' | 'mailedSeq'>,
  messages: readonly StoredMessage[],
): Promise<AnswerMail[]> {
  const keys = new Map(
    messages.flatMap(({ sender, seq }) =>
      sender === 'person' && seq <= mailedSeq ? [[answerKey(id, seq), seq] as const] : [],
    ),
  );
  if (keys.size === 0) return [];
  const rows = await db
    .select({
      key: outgoingMail.callerKey,
      to: outgoingMail.recipient,
      state: outgoingMail.state,
      reason: outgoingMail.reason,
    })
    .from(outgoingMail)
    .where(inArray(outgoingMail.callerKey, [...keys.keys()]));
  const leaves = services.gate.transportOf(await services.gate.senderOf({ db })) !== 'outbox';
  return rows
    .map(({ key, to, state, reason }) => ({
      seq: keys.get(key ?? '') ?? 0,
      to,
      state,
      reason: reason.slice(0, 2000).toWellFormed(),
      maySendAgain: leaves && isRepeatable(state),
    }))
    .toSorted((a, b) => a.seq - b.seq);
}

/** Whoever has the conversation open sees where its email has come to. */
export const onAnswerMail: MailReaction = async (_context, tx, { id, purpose }) => {
  if (purpose !== 'support_answer') return;
  const [mail] = await tx.db
    .select({ key: outgoingMail.callerKey })
    .from(outgoingMail)
    .where(eq(outgoingMail.id, id));
  const conversationId = keyPattern.exec(mail?.key ?? '')?.[1];
  if (conversationId !== undefined) tx.emit(conversationEvent, { id: conversationId });
};
