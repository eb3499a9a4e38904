import { type MailBody, readBody } from './body-text.ts';
import { cleanText, oneLine } from './clean-text.ts';
import { cutQuotes } from './cut-quotes.ts';
import { isForwardedText } from './forwarded.ts';
import type { EmailType, ReadMessage } from './message.ts';
import { readAddresses, readWriter } from './mime/addresses.ts';
import { decodeCharset, decodeGmailText } from './mime/charset.ts';
import { readGmailShape } from './mime/gmail-shape.ts';
import { readDate } from './mime/mail-date.ts';
import { fieldValue, type HeaderField, headerMap } from './mime/mail-part.ts';
import { readMimeTree } from './mime/mime-tree.ts';
import { subjectType } from './reply-words.ts';

export type { EmailType, ReadAddress, ReadAttachment, ReadMessage } from './message.ts';

/** A larger message (octets) is not taken apart; its headers are read. Gmail and Outlook stop at 25 to 50 MB. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Longer texts are cut here (characters), which is said in `unreadable`. */
const MAX_TEXT_LENGTH = 2_000_000;
const MAX_REFERENCES = 200;
const SNIPPET_LENGTH = 200;
/** Of a message that is too large so many octets are read for its headers. */
const HEADER_WINDOW = 600_000;
const MAX_SUBJECT = 1000;
const MAX_MESSAGE_ID = 998;

const NOTHING_READ = 'This message could not be read.';
const EMPTY_BODY: MailBody = { text: '', quotedLines: new Set(), html: null, attachments: [], cut: false };
const TOO_LARGE = 'This message is too large to be read.';

/** Reads one RFC 5322 message. Never rejects: what cannot be read is said in `unreadable`. */
export async function readRfc822(bytes: Uint8Array): Promise<ReadMessage> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tooLarge = buffer.length > MAX_MESSAGE_BYTES;
  try {
    const { root, problem } = readMimeTree(tooLarge ? buffer.subarray(0, HEADER_WINDOW) : buffer);
    if (root.headers.length === 0) return emptyMessage(NOTHING_READ);
    const body = tooLarge ? EMPTY_BODY : readBody(root, decodeCharset);
    return assemble(root.headers, body, { problem: tooLarge ? TOO_LARGE : problem });
  } catch {
    // A bug in reading hostile bytes must not lose the message: it is kept with its original to download.
    return emptyMessage(NOTHING_READ);
  }
}

/**
 * Reads a message in the Gmail API's shape (any JSON value). Bodies are base64url without transfer encoding. Without
 * a payload, or without any text in it, the snippet is the text. Never throws.
 */
export function readGmail(raw: unknown): ReadMessage {
  try {
    const shape = readGmailShape(raw);
    if (shape === null) return emptyMessage(NOTHING_READ);
    const body = shape.root === null ? EMPTY_BODY : readBody(shape.root, decodeGmailText);
    const read = body.text.trim() === '' ? { ...body, text: shape.snippet } : body;
    return assemble(shape.root?.headers ?? [], read, { ...shape, problem: null });
  } catch {
    // As above: the sender's JSON may not stop the import of the messages beside it.
    return emptyMessage(NOTHING_READ);
  }
}

interface Given {
  problem: string | null;
  id?: string | null;
  threadId?: string | null;
  labels?: string[];
  date?: string | null;
  snippet?: string;
}

function assemble(fields: HeaderField[], body: MailBody, given: Given): ReadMessage {
  const raw = (name: string): string | undefined => fieldValue(fields, name);
  const headers = headerMap(fields);
  const text = limitText(body.text);
  const { visible, quoted, signature } = cutQuotes(text, body.quotedLines);
  const subject = oneLine(headers.get('subject') ?? '', MAX_SUBJECT);
  const references = readReferences(raw('references') ?? '');
  const inReplyTo = readReferences(raw('in-reply-to') ?? '').at(0) ?? null;
  return {
    messageId: readReferences(raw('message-id') ?? '').at(0) ?? bareId(raw('message-id')),
    inReplyTo,
    references,
    gmailId: given.id ?? null,
    gmailThreadId: given.threadId ?? null,
    labels: given.labels ?? [],
    date: given.date ?? readDate(raw('date') ?? ''),
    subject,
    from: readWriter(raw),
    to: readAddresses(raw('to')),
    cc: readAddresses(raw('cc')),
    replyTo: readAddresses(raw('reply-to')),
    snippet: oneLine(
      given.snippet === undefined || given.snippet === '' ? visible : given.snippet,
      SNIPPET_LENGTH,
    ),
    text,
    visible,
    quoted,
    signature,
    html: body.html,
    emailType: typeOf(subject, inReplyTo !== null || references.length > 0, text),
    headers,
    autoSubmitted: isAutoSubmitted(headers),
    bulk: isBulk(headers, body, raw('content-type') ?? ''),
    attachments: body.attachments,
    unreadable:
      given.problem ??
      (body.cut || text.length < body.text.length
        ? 'This message is very long; the end was not read.'
        : null),
  };
}

/** Message-IDs in order, without <>, each once; of too many the newest stay. */
function readReferences(header: string): string[] {
  const ids = [...header.slice(-64_000).matchAll(/<([^<>\s]+)>/gu)].map((match) => cleanText(match[1] ?? ''));
  return [...new Set(ids.filter((id) => id !== '' && id.length <= MAX_MESSAGE_ID))].slice(-MAX_REFERENCES);
}

/** Some programs leave out the <>, or put blanks inside. */
function bareId(header: string | undefined): string | null {
  const id = cleanText((header ?? '').replace(/[<>\s]+/gu, '')).slice(0, MAX_MESSAGE_ID);
  return id === '' ? null : id;
}

function limitText(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > MAX_TEXT_LENGTH ? cleanText(trimmed.slice(0, MAX_TEXT_LENGTH)) : trimmed;
}

/** The subject's prefix decides; without one the headers do, then a forward's own line at the top of the text. */
function typeOf(subject: string, answers: boolean, text: string): EmailType {
  const bySubject = subjectType(subject);
  if (bySubject !== 'original') return bySubject;
  if (answers) return 'reply';
  return isForwardedText(text) ? 'forward' : 'original';
}

/** RFC 3834 section 5, and what vacation programs and ticket systems send instead. */
function isAutoSubmitted(headers: ReadonlyMap<string, string>): boolean {
  const declared = (headers.get('auto-submitted') ?? 'no').split(';')[0]?.trim().toLowerCase();
  if (declared !== 'no' && declared !== '') return true;
  return (
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    /^(?:auto_reply|auto-reply|auto_replied)$/iu.test(headers.get('precedence') ?? '')
  );
}

/** Mail to many, and delivery reports: RFC 2369, RFC 8058, RFC 3464, RFC 5321 section 4.5.5 (null return path). */
function isBulk(headers: ReadonlyMap<string, string>, body: MailBody, contentType: string): boolean {
  // A Google group adds its own List-Unsubscribe to every letter it hands on, a customer's too.
  const unsubscribe = headers.get('list-unsubscribe');
  if (unsubscribe !== undefined && !unsubscribe.includes('googlegroups-manage+')) return true;
  if (/^\s*(?:bulk|junk)\b/iu.test(headers.get('precedence') ?? '')) return true;
  if (/^\s*multipart\/report/iu.test(contentType) || headers.has('x-failed-recipients')) return true;
  if (body.attachments.some(({ contentType: type }) => type === 'message/delivery-status')) return true;
  if (headers.get('return-path')?.replace(/\s/gu, '') === '<>') return true;
  return /<?(?:mailer-daemon|postmaster)@/iu.test(headers.get('from') ?? '');
}

/** A message of which only the original is known. */
export function unreadMessage(): ReadMessage {
  return emptyMessage(NOTHING_READ);
}

function emptyMessage(reason: string): ReadMessage {
  return assemble([], EMPTY_BODY, { problem: reason });
}
