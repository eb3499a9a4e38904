import { cleanText } from './clean-text.ts';
import { htmlToText } from './html-to-text.ts';
import type { ReadAttachment } from './message.ts';
import type { MailPart } from './mime/mail-part.ts';
import { sortParts } from './mime/sort-parts.ts';

export interface MailBody {
  text: string;
  /** Lines of `text` that HTML marks as quoted. */
  quotedLines: Set<number>;
  html: string | null;
  attachments: ReadAttachment[];
  /** Whether there was more text than is read. */
  cut: boolean;
}

type Decode = (bytes: Uint8Array, charset: string | null) => string;

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

/** Text bytes of one message that are read at all: what is shown of it is far less, and reading 30 MB takes a second. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;

interface Budget {
  left: number;
  cut: boolean;
}

function plainText(part: MailPart, decode: Decode, budget: Budget): string {
  const whole = part.body ?? new Uint8Array();
  const bytes = whole.subarray(0, budget.left);
  budget.left -= bytes.length;
  if (bytes.length < whole.length) budget.cut = true;
  const text = cleanText(decode(bytes, part.typeParameters.get('charset') ?? null))
    .replace(/\r\n?/gu, '\n')
    .replace(/^\ufeff/u, '');
  const flowed = part.typeParameters.get('format')?.toLowerCase() === 'flowed';
  return flowed ? unflow(text, part.typeParameters.get('delsp')?.toLowerCase() === 'yes') : text;
}

/** Longer plain texts (characters) are always taken for what they say they are. */
const PLACEHOLDER_LENGTH = 300;

/** Of the HTML's text so much is compared (characters). */
const COMPARED_LENGTH = 100_000;
/** A placeholder is a sentence: two words tell nothing about the HTML. */
const SENTENCE_WORDS = 4;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/**
 * Whether a short plain text only says that the message is elsewhere ('Your program does not show HTML'): most of its
 * words are not in the HTML, which has more of them.
 */
function isPlaceholder(plain: string, html: string): boolean {
  // The address of a link stands in the plain text alone, which is no sign that it says something else.
  const said = wordsOf(plain.replaceAll(/https?:\S+/giu, ' '));
  if (said.length < SENTENCE_WORDS) return false;
  const words = wordsOf(html.slice(0, COMPARED_LENGTH));
  const shown = new Set(words);
  return words.length >= said.length && said.filter((word) => shown.has(word)).length * 2 < said.length;
}

/**
 * The readable body: of alternatives the plain text unless it is blank or stands for the HTML alone, of mixed parts all
 * texts in order. Text parts that are files are attachments.
 */
export function readBody(root: MailPart, decode: Decode): MailBody {
  const { texts, files } = sortParts(root);
  const budget = { left: MAX_TEXT_BYTES, cut: false };
  const lines: string[] = [];
  const quotedLines = new Set<number>();
  const htmls: string[] = [];
  for (const { plain, html } of texts) {
    const markup = html.map((part) => plainText(part, decode, budget)).join('<br/>\n');
    if (markup !== '') htmls.push(markup);
    const written = plain
      .map((part) => plainText(part, decode, budget))
      .join('\n')
      .trimEnd();
    const said = written.trim();
    const read = said.length <= PLACEHOLDER_LENGTH ? htmlToText(markup) : null;
    const fromHtml = read !== null && (said === '' || isPlaceholder(said, read.text)) ? read : null;
    const text = fromHtml === null ? written : cleanText(fromHtml.text);
    if (text.trim() === '') continue;
    if (lines.length > 0) lines.push('');
    for (const line of fromHtml?.quotedLines ?? []) quotedLines.add(lines.length + line);
    for (const line of text.split('\n')) lines.push(line);
  }
  return {
    text: lines.join('\n'),
    quotedLines,
    html: htmls.length === 0 ? null : htmls.join('<br/>\n'),
    attachments: files.map(toAttachment),
    cut: budget.cut,
  };
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
