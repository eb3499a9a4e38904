import { isSameSubject, type OwnMail, storeOwnMail } from '#features/mail/server/public.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { isAutomatic } from '#server/integrations/ai/builtin/sentences.ts';
import { composeMail } from '#server/integrations/compose-mail.ts';
import type { ArrivalReaction } from '#server/message-reaction.ts';
import { outreachHeaders, outreachText } from '../emails/mail-text.ts';
import { unsubscribeLink } from '../emails/unsubscribe-link.ts';
import type { OutreachEmailRow } from '../emails/write-email.ts';
import { lockProspectIfThere } from '../prospect-row.ts';
import { postalAddressOf } from '../settings/postal-address.ts';
import { storedSettings } from '../settings/stored-settings.ts';
import { emailsUpTo, findAnswered } from './find-answered.ts';

/**
 * Somebody answers an email of outreach: the emails that led to it become messages of one thread first, so that whoever
 * reads the answer reads what it answers. A note that says in words that its writer is away counts as automatic, also
 * where no header says so; it brings no thread of ours with it.
 */
export const onArrival: ArrivalReaction = async (context, tx, { answers, direction, subject, content }) => {
  const email = await findAnswered(tx, answers);
  if (!email) return null;
  if (direction === 'inbound' && isAutomatic({ automatic: false, subject, content }))
    return { automatic: true };
  const emails = (await emailsUpTo(tx, email)).filter((one) => isSameSubject(one.subject, email.subject));
  const byId = new Map(
    emails.flatMap((one) => (one.messageId === null ? [] : [[one.messageId, one] as const])),
  );
  const ids = [...byId.keys()];
  await storeOwnMail(tx, ids, (id) => {
    const one = byId.get(id);
    if (!one) throw new Error('An email that was asked for is not there.');
    return ownMail(context, tx, one, ids.slice(0, ids.indexOf(id)));
  });
  return null;
};

/** An email as a message. Its bytes were let go when it had left, so they are made again, from the same text. */
async function ownMail(
  context: OrganizationContext,
  tx: Tx,
  email: OutreachEmailRow,
  before: readonly string[],
): Promise<OwnMail> {
  const { gate } = context.services;
  const { messageId, mailId, recipient, subject, content } = email;
  if (messageId === null || mailId === null) throw new Error('An email that was sent has no Message-ID.');
  const prospect = await lockProspectIfThere(tx, email.prospectId);
  const name = prospect?.businessName.replaceAll(/\p{Cc}+/gu, ' ') ?? null;
  const sender = await gate.senderOf(tx);
  const { signature } = await storedSettings(tx);
  const postalAddress = await postalAddressOf(tx);
  const link = unsubscribeLink(context, mailId);
  const from = gate.fromOf(sender);
  const composedAt = email.sentAt ?? email.createdAt;
  const mail = {
    to: [{ name, address: recipient }],
    cc: [],
    subject,
    inReplyTo: before.at(-1) ?? null,
    references: [...before],
    attachments: [],
  };
  const bytes = await composeMail({
    ...mail,
    from,
    replyTo: sender.account ? null : sender.replyTo,
    text: outreachText(content, {
      signature,
      organizationName: sender.organizationName,
      postalAddress,
      unsubscribeLink: link,
    }),
    html: null,
    calendar: null,
    messageId,
    headers: outreachHeaders(link, email.enrolmentId === null ? 'person' : 'bulk'),
    date: composedAt,
  });
  return { written: { mail, from, messageId, bytes, composedAt }, content };
}
