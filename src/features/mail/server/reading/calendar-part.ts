import type { ReadMessage } from './message.ts';
import { decodeUnlabelled } from './mime/charset.ts';

/** An answer to an invitation has a few thousand bytes. */
const calendarBytes = 100_000;

/** The iCalendar object (RFC 5545) of a message; null when there is none, or one too large for an answer. */
export function calendarOf({ attachments }: Pick<ReadMessage, 'attachments'>): string | null {
  const part = attachments.find(({ contentType }) =>
    /^(?:text\/calendar|application\/ics)$/.test(contentType),
  );
  if (!part?.bytes || part.bytes.length > calendarBytes) return null;
  return decodeUnlabelled(Buffer.from(part.bytes));
}
