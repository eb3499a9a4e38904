import { createHash } from 'node:crypto';
import { type ReadMessage, readGmail, readRfc822, unreadMessage } from './reading/read-message.ts';

/** A message as it arrives. */
export type Incoming = { format: 'rfc822'; bytes: Uint8Array } | { format: 'gmail'; raw: unknown };

export interface ReadIncoming {
  message: ReadMessage;
  format: 'rfc822' | 'gmail';
  /** What is kept of it, byte for byte. */
  source: Buffer;
  /** Message-ID, or a digest of the bytes for a message without one: the same file twice is one message. */
  messageKey: string;
}

/** Longest id in bytes that is stored as it is; longer ones by their digest (RFC 5322 lines end at 998). An index takes 2,700. */
const idLimit = 998;

/** An id that fits an index and stays the same for the same message. */
export function storableId(id: string): string {
  return Buffer.byteLength(id) <= idLimit ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`;
}

/** Whether a stored Message-ID is one that the message really had. */
export function isOwnId(messageKey: string): boolean {
  return !messageKey.startsWith('sha256:');
}

/** Reads a message, or says in words why it is none. */
export async function readIncoming(incoming: Incoming): Promise<ReadIncoming | { refused: string }> {
  if (incoming.format === 'gmail') {
    const refused = refusalOf(incoming.raw);
    if (refused) return { refused };
    return withKey(readGmail(incoming.raw), 'gmail', Buffer.from(JSON.stringify(incoming.raw)));
  }
  const source = Buffer.from(incoming.bytes.buffer, incoming.bytes.byteOffset, incoming.bytes.byteLength);
  if (source.length === 0) return { refused: 'The message is empty.' };
  const message = await readRfc822(source);
  const named = message.from || message.messageId || message.subject !== '' || message.headers.has('date');
  if (!named)
    return { refused: 'This is not an email message: it has no sender, subject, date or Message-ID.' };
  return withKey(message, 'rfc822', source);
}

function withKey(message: ReadMessage, format: 'rfc822' | 'gmail', source: Buffer): ReadIncoming {
  const messageKey = storableId(
    message.messageId ?? `sha256:${createHash('sha256').update(source).digest('hex')}`,
  );
  return { message, format, source, messageKey };
}

/** The same message kept by its original alone: for one whose reading the database does not take. */
export function asUnread({ format, source, message }: ReadIncoming): ReadIncoming {
  const messageKey = `sha256:${createHash('sha256').update(source).digest('hex')}`;
  return { format, source, messageKey, message: { ...unreadMessage(), gmailId: message.gmailId } };
}

/** A JSON value that is no message in the specification's shape (section 3). */
function refusalOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'A message is a JSON object.';
  if (!('id' in raw) || typeof raw.id !== 'string' || raw.id === '') return 'A message needs an id.';
  if (raw.id.length > 200 || raw.id.includes('\u0000') || !raw.id.isWellFormed())
    return 'The id is not one that can be stored.';
  if ('threadId' in raw && raw.threadId !== null && typeof raw.threadId !== 'string')
    return 'threadId is text.';
  if (!('payload' in raw) && !('snippet' in raw)) return 'A message needs a payload or a snippet.';
  return null;
}
