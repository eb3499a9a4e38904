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
