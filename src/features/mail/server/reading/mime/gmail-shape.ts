import { cleanText } from '../clean-text.ts';
import { htmlToText } from '../html-to-text.ts';
import { isoDate } from './mail-date.ts';
import { describePart, fileNameOf, type HeaderField, type MailPart } from './mail-part.ts';

export interface GmailShape {
  id: string | null;
  threadId: string | null;
  labels: string[];
  /** From internalDate (milliseconds since 1970, as a string), ISO UTC. */
  date: string | null;
  snippet: string;
  root: MailPart | null;
}

const MAX_PARTS = 2000;
/** Deeper parts are not opened, as in mail that comes as bytes. */
const MAX_DEPTH = 60;
const MAX_ID = 200;
const MAX_LABELS = 200;

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const stringOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value) : '');

/** Gmail escapes its snippets for HTML; other programs that write this shape do not. */
function snippetOf(value: unknown): string {
  const snippet = stringOf(value);
  return /&(?:#\d{1,6}|amp|lt|gt|quot|nbsp);/u.test(snippet) ? cleanText(htmlToText(snippet).text) : snippet;
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'number' ? String(value) : stringOf(value).trim();
  return id === '' || id.length > MAX_ID ? null : id;
}

function dateOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return isoDate(String(value).trim() === '' ? Number.NaN : Number(value));
}

function headersOf(value: unknown): HeaderField[] {
  return listOf(value).flatMap((field) =>
    isFields(field) && typeof field['name'] === 'string' && typeof field['value'] === 'string'
      ? [{ name: field['name'], value: field['value'].replace(/[\r\n]+/gu, ' ').trim() }]
      : [],
  );
}

function partOf(raw: Fields): MailPart {
  const headers = headersOf(raw['headers']);
  const part = describePart(headers, 'text/plain');
  // Gmail states the type beside the headers, which some exports leave out.
  const declared = stringOf(raw['mimeType']).trim().toLowerCase();
  if (/^[^\s/]+\/[^\s/]+$/u.test(declared)) part.type = declared;
  else if (listOf(raw['parts']).length > 0) part.type = 'multipart/mixed';
  part.fileName = fileNameOf(stringOf(raw['filename'])) ?? part.fileName;
  const body = isFields(raw['body']) ? raw['body'] : {};
  const data = body['data'];
  if (typeof data === 'string') part.body = Buffer.from(data, 'base64url');
  const size = body['size'];
  part.size =
    part.body?.length ?? (typeof size === 'number' && Number.isSafeInteger(size) && size > 0 ? size : 0);
  return part;
}

/** Builds the tree from the bottom of a work list, not by recursion: JSON may be nested 10,000 deep. */
function treeOf(payload: Fields): MailPart {
  const root = partOf(payload);
  const work: { raw: Fields; part: MailPart; depth: number }[] = [{ raw: payload, part: root, depth: 0 }];
  let count = 1;
  for (let next = work.shift(); next !== undefined; next = work.shift()) {
    for (const child of listOf(next.raw['parts'])) {
      if (!isFields(child) || count >= MAX_PARTS || next.depth >= MAX_DEPTH) continue;
      count += 1;
      const part = partOf(child);
      next.part.parts.push(part);
      work.push({ raw: child, part, depth: next.depth + 1 });
    }
  }
  return root;
}

/** Reads Gmail's message JSON field by field: a missing or odd field costs that field only. Null if it is no object. */
export function readGmailShape(raw: unknown): GmailShape | null {
  if (!isFields(raw)) return null;
  return {
    id: idOf(raw['id']),
    threadId: idOf(raw['threadId']),
    labels: listOf(raw['labelIds'])
      .filter((label): label is string => typeof label === 'string')
      .slice(0, MAX_LABELS)
      .map(cleanText),
    date: dateOf(raw['internalDate']),
    snippet: snippetOf(raw['snippet']),
    root: isFields(raw['payload']) ? treeOf(raw['payload']) : null,
  };
}
