import { headersOf, idsOf, textOf } from './delivery-report.ts';
import type { ReadMessage } from './message.ts';
import { fieldValue } from './mime/mail-part.ts';

/** Somebody pressed 'spam' or the like; other types tell of signatures, policies or that it was no spam after all. */
const complaints = new Set(['abuse', 'fraud', 'opt-out']);

/**
 * Reads a feedback report of a mailbox provider (RFC 5965): the Message-IDs that it may complain about, the surest first.
 * Null for any other mail and for reports that are no complaint.
 */
export function readComplaint(message: ReadMessage): { about: string[] } | null {
  const part = message.attachments.find(({ contentType }) => contentType === 'message/feedback-report');
  if (!part) return null;
  const type =
    fieldValue(headersOf(textOf(part).trim()), 'feedback-type')
      ?.trim()
      .toLowerCase() ?? '';
  return complaints.has(type) ? { about: idsOf(message) } : null;
}
