import { cleanText, oneLine } from './clean-text.ts';
import { decodeCharset } from './mime/charset.ts';
import { decodeWords } from './mime/encoded-words.ts';
import { readDate } from './mime/mail-date.ts';
import { fieldValue, type MailPart } from './mime/mail-part.ts';
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

/**
 * Turns RFC 5322 bytes into the specification's raw message. Texts are decoded from their charset and transfer
 * encoding as Gmail does, so a reader must not decode them again; `attachmentId` is the attachment's index in
 * ReadMessage.attachments. Never throws on content.
 */
export function toSpecShape(bytes: Uint8Array, identity: SpecIdentity): SpecMessage {
  const { root } = readMimeTree(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const numbers = new Map(sortParts(root).files.map((part, index) => [part, index]));
  const date = identity.date ?? readDate(fieldValue(root.headers, 'date') ?? '');
  return {
    id: identity.id,
    threadId: identity.threadId,
    labelIds: identity.labelIds ?? [],
    internalDate: date === null ? '' : String(Date.parse(date)),
    snippet: oneLine(identity.snippet ?? '', MAX_SNIPPET),
    payload: toSpecPart(root, '', numbers),
  };
}

/** Recursion is safe here: readMimeTree opens MAX_DEPTH levels at most. */
function toSpecPart(part: MailPart, partId: string, numbers: ReadonlyMap<MailPart, number>): SpecPart {
  const spec: SpecPart = {
    partId,
    mimeType: cleanText(part.type),
    filename: part.fileName ?? '',
    headers: part.headers.map(({ name, value }) => ({
      name: cleanText(name),
      value: cleanText(decodeWords(value)),
    })),
    body: { size: part.size },
  };
  const number = numbers.get(part);
  if (number !== undefined) spec.body.attachmentId = String(number);
  else if (part.body !== null) {
    const text = cleanText(decodeCharset(part.body, part.typeParameters.get('charset') ?? null));
    const data = Buffer.from(text, 'utf8');
    spec.body = { size: data.length, data: data.toString('base64url') };
  }
  if (part.parts.length > 0) {
    spec.parts = part.parts.map((child, index) =>
      toSpecPart(child, partId === '' ? String(index) : `${partId}.${index}`, numbers),
    );
  }
  return spec;
}
