/** Where a mail is on its way. `kept`: in the local outbox, which counts as having left. */
export const mailStates = [
  'queued',
  'sending',
  'sent',
  'kept',
  'held',
  'cancelled',
  'failed',
  'unconfirmed',
  'bounced',
] as const;
export type MailState = (typeof mailStates)[number];

/** Whether a person may send such a mail again: it did not reach anybody, or nobody knows. */
export function isRepeatable(state: MailState): boolean {
  return state === 'failed' || state === 'unconfirmed' || state === 'kept';
}
