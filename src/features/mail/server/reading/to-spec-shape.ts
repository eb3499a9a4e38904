import { cleanText, oneLine } from './clean-text.ts';
import { decodeCharset, decodeGmailText } from './mime/charset.ts';
import { decodeWords } from './mime/encoded-words.ts';
import { readGmailShape } from './mime/gmail-shape.ts';
import { readDate } from './mime/mail-date.ts';
import { describePart, fieldValue, type MailPart } from './mime/mail-part.ts';
import { readMimeTree } from './mime/mime-tree.ts';
import { sortParts } from './mime/sort-parts.ts';

/** A part in the shape of the specification (section 3, Raw email message), which is the Gmail API's. */
export interface SpecPart {
  partId: string;
  mimeType: string;
  filename: string;
  headers: { name: string; value: string }[];
  /** `data`: UTF-8 text in base64url. A file's content is left out; `attachmentId` is its number in the message. */
  body: { size: number; data?: string; attachmentId?: string };
  parts?: SpecPart[];
}

export interface SpecMessage {
  id: string;
  threadId: string;
  labelIds: string[];
  /** Milliseconds since 1970 as a string, '' when the message has no date and none is given. */
  internalDate: string;
  snippet: string;
  payload: SpecPart;
}

export interface SpecIdentity {
  id: string;
  threadId: string;
  labelIds?: string[];
  /** ISO UTC; the Date header counts when left out. */
  date?: string | null;
  snippet?: string;
}

const MAX_SNIPPET = 200;
/** What goes out of one part's headers: hostile mail has thousands of them, of any length. */
const MAX_HEADERS = 2000;
const MAX_NAME = 1000;
const MAX_VALUE = 100_000;
const MAX_TYPE = 300;

type Decode = (bytes: Uint8Array, charset: string | null) => string;

/**
 * Turns RFC 5322 bytes into the specification's raw message. Texts are decoded from their charset and transfer
 * encoding as Gmail does, so a reader must not decode them again; `attachmentId` is the attachment's index in
 * ReadMessage.attachments. Never throws on content.
 */
export function toSpecShape(bytes: Uint8Array, identity: SpecIdentity): SpecMessage {
  const { root } = readMimeTree(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return specMessage(root, identity, decodeCharset);
}

/** The same for a message that came in the Gmail API's shape (any JSON value): every known key, files without content. */
export function gmailToSpecShape(raw: unknown, identity: SpecIdentity): SpecMessage {
  const shape = readGmailShape(raw);
  const root = shape?.root ?? describePart([], 'text/plain');
  return specMessage(root, { ...identity, labelIds: shape?.labels ?? [] }, decodeGmailText);
}

function specMessage(root: MailPart, identity: SpecIdentity, decode: Decode): SpecMessage {
  const numbers = new Map(sortParts(root).files.map((part, index) => [part, index]));
  const date = identity.date ?? readDate(fieldValue(root.headers, 'date') ?? '');
  return {
    id: identity.id,
    threadId: identity.threadId,
    labelIds: identity.labelIds ?? [],
    internalDate: date === null ? '' : String(Date.parse(date)),
    snippet: oneLine(identity.snippet ?? '', MAX_SNIPPET),
    payload: toSpecPart(root, '', numbers, decode),
  };
}

/** Recursion is safe here: both readers open MAX_DEPTH levels at most. */
function toSpecPart(
  part: MailPart,
  partId: string,
  numbers: ReadonlyMap<MailPart, number>,
  decode: Decode,
): SpecPart {
  const spec: SpecPart = {
    partId,
    mimeType: cleanText(part.type.slice(0, MAX_TYPE)),
    filename: part.fileName ?? '',
    headers: part.headers.slice(0, MAX_HEADERS).map(({ name, value }) => ({
      name: cleanText(name.slice(0, MAX_NAME)),
      value: cleanText(decodeWords(value).slice(0, MAX_VALUE)),
    })),
    body: { size: part.size },
  };
  const number = numbers.get(part);
  if (number !== undefined) spec.body.attachmentId = String(number);
  else if (part.body !== null) {
    const text = cleanText(decode(part.body, part.typeParameters.get('charset') ?? null));
    const data = Buffer.from(text, 'utf8');
    spec.body = { size: data.length, data: data.toString('base64url') };
  }
  if (part.parts.length > 0) {
    spec.parts = part.parts.map((child, index) =>
      toSpecPart(child, partId === '' ? String(index) : `${partId}.${index}`, numbers, decode),
    );
  }
  return spec;
}
