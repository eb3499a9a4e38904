import type { AnswerMail, Conversation } from '../conversation-contract.ts';

/** Where an answer of the team is. */
export interface AnswerStatus {
  text: string;
  /** Why, where it did not reach the visitor. */
  reason: string | null;
  /** The email that may be sent again. */
  again: AnswerMail | null;
}

/** On their way, or there: nothing that a person would have to do. */
const good: ReadonlySet<AnswerMail['state']> = new Set(['queued', 'sending', 'sent']);

const words: Record<AnswerMail['state'], (to: string) => string> = {
  queued: (to) => `Waits to go by email to ${to}`,
  sending: (to) => `Going by email to ${to}`,
  sent: (to) => `Sent by email to ${to}`,
  kept: (to) => `Not sent by email to ${to}`,
  held: (to) => `Not sent by email to ${to}`,
  cancelled: (to) => `Not sent by email to ${to}`,
  failed: (to) => `Not sent by email to ${to}`,
  unconfirmed: (to) => `Nobody knows whether the email to ${to} arrived`,
  bounced: (to) => `The email to ${to} came back`,
};

/**
 * Where one of the team's messages is, as the visitor's widget and the mail server say: null for an earlier message about
 * which nothing is wrong.
 */
export function answerStatus(
  { visitorReadSeq, visitorEmail, mails }: Pick<Conversation, 'visitorReadSeq' | 'visitorEmail' | 'mails'>,
  { seq, isLatest }: { seq: number; isLatest: boolean },
): AnswerStatus | null {
  if (visitorReadSeq >= seq) return isLatest ? { text: 'Read', reason: null, again: null } : null;
  const mail = mails.find((one) => (isLatest ? one.seq >= seq : one.seq === seq));
  const hasFault = mail !== undefined && !good.has(mail.state);
  if (mail && (isLatest || hasFault))
    return {
      text: words[mail.state](mail.to),
      reason: hasFault ? mail.reason : null,
      again: mail.maySendAgain ? mail : null,
    };
  if (!isLatest) return null;
  return {
    text: visitorEmail ? 'Not read yet. It goes by email if the visitor has left.' : 'Not read yet',
    reason: null,
    again: null,
  };
}
