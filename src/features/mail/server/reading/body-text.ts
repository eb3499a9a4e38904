import { cleanText } from './clean-text.ts';
import { htmlToText } from './html-to-text.ts';
import type { MailPart } from './mail-part.ts';
import type { ReadAttachment } from './message.ts';

export interface MailBody {
  text: string;
  /** Lines of `text` that HTML marks as quoted. */
  quotedLines: Set<number>;
  html: string | null;
  attachments: ReadAttachment[];
}

type Decode = (bytes: Uint8Array, charset: string | null) => string;

interface Piece {
  plain: string | null;
  html: string | null;
}

/** RFC 3676 section 4: a line that ends in a blank goes on in the next of the same quote depth. */
function unflow(text: string, delSp: boolean): string {
  const out: string[] = [];
  let open: { depth: string; parts: string[] } | null = null;
  for (const line of text.split('\n')) {
    const depth = /^>*/u.exec(line)?.[0] ?? '';
    const body = line.slice(depth.length).replace(/^ /u, '');
    const flows = body.endsWith(' ') && body !== '-- ';
    const piece = flows && delSp ? body.slice(0, -1) : body;
    if (open !== null && open.depth === depth && body !== '-- ') open.parts.push(piece);
    else {
      if (open !== null) out.push(finish(open));
      open = { depth, parts: [piece] };
    }
    if (!flows) {
      out.push(finish(open));
      open = null;
    }
  }
  if (open !== null) out.push(finish(open));
  return out.join('\n');
}

function finish({ depth, parts }: { depth: string; parts: string[] }): string {
  return depth === '' ? parts.join('') : `${depth} ${parts.join('')}`;
}

function plainText(part: MailPart, decode: Decode): string {
  const text = cleanText(decode(part.body ?? new Uint8Array(), part.typeParameters.get('charset') ?? null))
    .replace(/\r\n?/gu, '\n')
    .replace(/^\ufeff/u, '');
  const flowed = part.typeParameters.get('format')?.toLowerCase() === 'flowed';
  return flowed ? unflow(text, part.typeParameters.get('delsp')?.toLowerCase() === 'yes') : text;
}

const isText = (part: MailPart): boolean => part.type === 'text/plain' || part.type === 'text/html';

/** A named text is a file, unless it is all the text there is and nobody declared it a file. */
function isBodyText(part: MailPart, isFirst: boolean): boolean {
  if (!isText(part) || part.disposition === 'attachment' || part.body === null) return false;
  return part.fileName === null || (isFirst && part.disposition === '');
}

function toAttachment(part: MailPart): ReadAttachment {
  return {
    name: part.fileName,
    contentType: cleanText(part.type.slice(0, 200)),
    size: part.size,
    contentId: part.contentId,
    bytes: part.body,
  };
}

function append(before: string | null, text: string, isHtml: boolean): string {
  return before === null ? text : `${before}${isHtml ? '<br/>' : ''}\n${text}`;
}

/** Parts in order, without recursion: Gmail's JSON can be nested as deep as a sender likes. */
function collect(root: MailPart, decode: Decode): { pieces: Piece[]; attachments: ReadAttachment[] } {
  const pieces: Piece[] = [];
  const attachments: ReadAttachment[] = [];
  let hasText = false;
  const queue: { part: MailPart; choice: Piece | null }[] = [{ part: root, choice: null }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { part, choice } = next;
    if (part.type.startsWith('multipart/') || (part.parts.length > 0 && !isText(part))) {
      let inner = choice;
      if (part.type === 'multipart/alternative') {
        inner = { plain: null, html: null };
        pieces.push(inner);
      }
      for (const child of part.parts.toReversed()) queue.push({ part: child, choice: inner });
      continue;
    }
    if (!isBodyText(part, !hasText)) {
      // A body that Gmail left out is no file.
      if (part.body !== null || !isText(part) || part.fileName !== null) attachments.push(toAttachment(part));
      continue;
    }
    hasText = true;
    const text = plainText(part, decode);
    const key = part.type === 'text/html' ? 'html' : 'plain';
    if (choice === null) pieces.push({ plain: null, html: null, [key]: text });
    else choice[key] = append(choice[key], text, key === 'html');
  }
  return { pieces, attachments };
}

/**
 * The readable body: of alternatives the plain text unless it is blank, of mixed parts all texts in order. Text parts
 * that are files are attachments.
 */
export function readBody(root: MailPart, decode: Decode): MailBody {
  const { pieces, attachments } = collect(root, decode);
  const lines: string[] = [];
  const quotedLines = new Set<number>();
  let html: string | null = null;
  for (const piece of pieces) {
    if (piece.html !== null) html = append(html, piece.html, true);
    const plain = piece.plain?.trimEnd() ?? '';
    if (plain.trim() === '' && piece.html === null) continue;
    const fromHtml = plain.trim() === '' && piece.html !== null ? htmlToText(piece.html) : null;
    const text = fromHtml === null ? plain : cleanText(fromHtml.text);
    if (text.trim() === '') continue;
    if (lines.length > 0) lines.push('');
    for (const line of fromHtml?.quotedLines ?? []) quotedLines.add(lines.length + line);
    for (const line of text.split('\n')) lines.push(line);
  }
  return { text: lines.join('\n'), quotedLines, html, attachments };
}
