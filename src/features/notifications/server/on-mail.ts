import { eq } from 'drizzle-orm';
import { messages } from '#features/mail/server/tables.ts';
import type { MailReaction } from '#server/integrations/gate-options.ts';
import { notify } from './notify.ts';

/** A mail that did not arrive, or of which nobody knows, is something that a person must hear of. */
export const onMail: MailReaction = async (context, tx, mail) => {
  const { state } = mail;
  if (state !== 'failed' && state !== 'unconfirmed' && state !== 'bounced') return;
  const [message] = await tx.db
    .select({ threadId: messages.threadId, recipients: messages.recipients, subject: messages.subject })
    .from(messages)
    .where(eq(messages.messageId, mail.messageId));
  if (!message) return;
  const to = message.recipients[0]?.name ?? message.recipients[0]?.address ?? 'the recipient';
  const { title, text } = wordsOf(state, to, message.subject);
  await notify(
    tx,
    {
      kind: state === 'unconfirmed' ? 'mail_unconfirmed' : 'mail_failed',
      userId: null,
      title,
      text,
      threadId: message.threadId,
      key: `mail:${mail.id}:${state}`,
    },
    context.services.clock.now(),
  );
};

function wordsOf(
  state: 'failed' | 'unconfirmed' | 'bounced',
  to: string,
  subject: string,
): { title: string; text: string } {
  switch (state) {
    case 'failed':
      return {
        title: `Mail to ${to} was not sent`,
        text: `“${subject}” was refused. Open the conversation to see why and to send it again.`,
      };
    case 'unconfirmed':
      return {
        title: `Mail to ${to} is not confirmed`,
        text: `The connection broke while “${subject}” was handed over. It may have arrived; it is not sent again by itself.`,
      };
    case 'bounced':
      return {
        title: `Mail to ${to} came back`,
        text: `“${subject}” could not be delivered. Open the conversation to see why.`,
      };
  }
}
