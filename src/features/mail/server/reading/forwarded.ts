import { isSeparator } from './cut-quotes.ts';
import type { ReadAddress } from './message.ts';
import { attributionStart, mayEndAttribution } from './quotes/attribution.ts';
import { readGluedFields } from './quotes/glued-fields.ts';
import { type HeaderBlock, isMessageHead, labelledLine, readHeaderBlock } from './quotes/header-block.ts';
import { FORWARDED_LINE, ORIGINAL_LINE } from './quotes/quote-words.ts';
import { readAttributionAddress, readQuotedAddress, readQuotedAddresses } from './quotes/quoted-address.ts';
import { trimTail } from './quotes/signature.ts';
import { bareSubject, subjectType } from './reply-words.ts';

export interface ForwardedMessage {
  subject: string | null;
  /** Null when the head names nobody with an address. */
  from: ReadAddress | null;
  to: ReadAddress[];
  /** As the mail program wrote it: its language and zone are not known. */
  date: string | null;
  body: string;
}

export interface SplitForward {
  /** What the forwarder wrote above, '' for a bare forward. */
  comment: string;
  forwarded: ForwardedMessage;
  /** What stands below a forward whose body is marked with '>', '' otherwise. */
  below: string;
}

/** A forward's head stands near the top; a longer comment than this (lines) is not searched. */
const MAX_COMMENT_LINES = 5000;

const unquoted = (line: string): string => line.replace(/^[\s>\u00a0\ufeff]+/u, '');
const isMarked = (line: string): boolean => /^\s{0,3}>/u.test(line);
const isBlank = (line: string): boolean => unquoted(line).trim() === '';

/** Whether a text opens with a mail program's forward line or with a quoted message's head. */
export function isForwardedText(text: string): boolean {
  const lines = text.slice(0, 4000).split('\n');
  const first = lines.findIndex((line) => !isBlank(line));
  if (first < 0) return false;
  if (FORWARDED_LINE.test(unquoted(lines[first] ?? ''))) return true;
  const block = isSeparator(lines[first] ?? '') ? null : readHeaderBlock(lines, first);
  return block !== null && isMessageHead(block);
}

interface Head {
  /** First line of the head and first line of the body. */
  start: number;
  bodyStart: number;
  /** A line that only forwards have. */
  certain: boolean;
  fields: HeaderBlock['fields'];
  attribution: string | null;
}

function headAfterSeparator(lines: readonly string[], at: number): Head {
  const line = unquoted(lines[at] ?? '');
  const certain = FORWARDED_LINE.test(line);
  const glued = readGluedFields(line.replace(FORWARDED_LINE, '').replace(ORIGINAL_LINE, ''));
  if (glued.size >= 2) return { start: at, bodyStart: at + 1, certain, fields: glued, attribution: null };
  let next = at + 1;
  while (next < lines.length && isBlank(lines[next] ?? '')) next += 1;
  const block = labelledLine(lines[next] ?? '') === null ? null : readHeaderBlock(lines, next);
  return {
    start: at,
    bodyStart: block?.end ?? at + 1,
    certain,
    fields: block?.fields ?? new Map(),
    attribution: null,
  };
}

function findHead(lines: readonly string[]): Head | null {
  const end = Math.min(lines.length, MAX_COMMENT_LINES);
  for (let i = 0; i < end; i += 1) {
    const line = lines[i] ?? '';
    if (isSeparator(line)) return headAfterSeparator(lines, i);
    if (labelledLine(line) !== null) {
      const block = readHeaderBlock(lines, i);
      if (block !== null && isMessageHead(block)) {
        return { start: i, bodyStart: block.end, certain: false, fields: block.fields, attribution: null };
      }
    }
    const start = mayEndAttribution(line) ? attributionStart(lines, i, 0) : -1;
    if (start >= 0) {
      const attribution = lines
        .slice(start, i + 1)
        .map(unquoted)
        .join(' ');
      return { start, bodyStart: i + 1, certain: false, fields: new Map(), attribution };
    }
  }
  return null;
}

/** A body marked with '>' ends with its marks; an unmarked one goes on to the end of the text. */
function splitBody(lines: readonly string[], head: Head): { body: string; below: string } {
  const rest = lines.slice(head.bodyStart);
  const first = rest.find((line) => line.trim() !== '');
  if (first === undefined || !isMarked(first)) return { body: rest.join('\n').trim(), below: '' };
  const end = rest.findIndex((line) => line.trim() !== '' && !isMarked(line));
  const body = (end < 0 ? rest : rest.slice(0, end)).map((line) => line.replace(/^\s{0,3}> ?/u, ''));
  return { body: body.join('\n').trim(), below: end < 0 ? '' : rest.slice(end).join('\n').trim() };
}

const plain = (value: string | undefined): string | null =>
  value
    ?.replace(/[\s\u00a0]+/gu, ' ')
    .replace(/^\*+|\*+$/gu, '')
    .trim() || null;

/**
 * Splits a forward into the forwarder's comment and the message inside; null if the text holds no forward. An Outlook
 * head or 'On …, … wrote:' alone looks the same in a reply: with a subject it counts only if the subject says
 * forward. Linear in the text's length.
 */
export function splitForward(text: string, subject = ''): SplitForward | null {
  const lines = text.split(/\r\n|\r|\n/u);
  const head = findHead(lines);
  if (head === null) return null;
  const saysForward = subjectType(subject) === 'forward';
  if (!head.certain && !saysForward && (subject !== '' || head.attribution !== null)) return null;
  const { body, below } = splitBody(lines, head);
  const fields = head.fields;
  const from =
    head.attribution === null
      ? readQuotedAddress(fields.get('from') ?? '')
      : readAttributionAddress(head.attribution);
  return {
    comment: lines
      .slice(0, trimTail(lines, 0, head.start))
      .join('\n')
      .trim(),
    forwarded: {
      subject: plain(fields.get('subject')) ?? plain(bareSubject(subject)),
      from,
      to: readQuotedAddresses(fields.get('to') ?? ''),
      date: plain(fields.get('date')),
      body,
    },
    below,
  };
}
