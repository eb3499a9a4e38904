import { eq } from 'drizzle-orm';
import { messages } from '#features/mail/server/tables.ts';
import type { MailReaction } from '#server/integrations/gate-options.ts';
import { notify } from './notify.ts';

/** A mail that did not arrive, or of which nobody knows, is something that a person must hear of. */
export const onMail: MailReaction = async (context, tx, mail) => {
  if (mail.state !== 'failed' && mail.state !== 'unconfirmed') return;
  const [message] = await tx.db
    .select({ threadId: messages.threadId, recipients: messages.recipients, subject: messages.subject })
    .from(messages)
    .where(eq(messages.messageId, mail.messageId));
  if (!message) return;
  const to = message.recipients[0]?.name ?? message.recipients[0]?.address ?? 'the recipient';
  const failed = mail.state === 'failed';
  await notify(
    tx,
    {
      kind: failed ? 'mail_failed' : 'mail_unconfirmed',
      userId: null,
      title: failed ? `Mail to ${to} was not sent` : `Mail to ${to} is not confirmed`,
      text: failed
        ? `“${message.subject}” was refused. Open the conversation to see why and to send it again.`
        : `The connection broke while “${message.subject}” was handed over. It may have arrived; it is not sent again by itself.`,
      threadId: message.threadId,
      key: `mail:${mail.id}:${mail.state}`,
    },
    context.services.clock.now(),
  );
};
