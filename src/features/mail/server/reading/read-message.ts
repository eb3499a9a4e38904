import type { ReadMessage } from './message.ts';

export type { EmailType, ReadAddress, ReadAttachment, ReadMessage } from './message.ts';

const EMPTY: Omit<ReadMessage, 'headers'> = {
  messageId: null,
  inReplyTo: null,
  references: [],
  gmailId: null,
  gmailThreadId: null,
  labels: [],
  date: null,
  subject: '',
  from: null,
  to: [],
  cc: [],
  replyTo: [],
  snippet: '',
  text: '',
  visible: '',
  quoted: null,
  html: null,
  emailType: 'original',
  autoSubmitted: false,
  bulk: false,
  attachments: [],
  unreadable: 'not read',
};

/** Reads one RFC 5322 message. Never rejects: what cannot be read is said in `unreadable`. */
export async function readRfc822(bytes: Uint8Array): Promise<ReadMessage> {
  return { ...EMPTY, snippet: String(bytes.length), headers: new Map() };
}

/** Reads a message in the Gmail API's shape (any JSON value). Never throws. */
export function readGmail(raw: unknown): ReadMessage {
  return { ...EMPTY, snippet: typeof raw, headers: new Map() };
}
