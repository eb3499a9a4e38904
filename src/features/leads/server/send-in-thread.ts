import { storeOutgoing } from '#features/mail/server/public.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import type { ComposedMail } from '#server/integrations/outgoing-mail.ts';
import type { LeadRow } from './merge.ts';
import { moveLead } from './on-message.ts';

/**
 * Lets a mail to a lead through the gate and puts it into the lead's thread, both or neither. Under `lockThreads`, with
 * the lead locked. Call `gate.deliverSoon` with the mail's id after the commit.
 * @throws what the gate refuses
 */
export async function sendInThread(
  context: OrganizationContext,
  tx: Tx,
  lead: LeadRow,
  composed: ComposedMail,
  written: Parameters<typeof storeOutgoing>[3],
) {
  const { row: mail } = await context.services.gate.send(tx, composed);
  const message = await storeOutgoing(tx, lead.threadId, composed, written);
  await moveLead(context, tx, lead, {
    id: message.id,
    threadId: lead.threadId,
    direction: 'outbound',
    automatic: false,
    sentAt: message.sentAt,
    from: composed.from,
    subject: message.subject,
    content: written.content,
    signature: null,
    replyTo: null,
  });
  return { message, mail };
}
