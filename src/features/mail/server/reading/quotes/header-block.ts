import type { BlockField } from './mail-language.ts';
import { ALL_LABELS, fieldOfLabel } from './quote-words.ts';

export interface HeaderBlock {
  /** First line after the block. */
  end: number;
  fields: Map<BlockField, string>;
  /** Whether a line in it, or right behind it, has a label that no mail program writes there: a form of a website has. */
  hasOtherLabels: boolean;
  /** Whether nothing stands behind such a line and its paragraph. */
  endsInOtherLabels: boolean;
}

/** A wrapped address list or subject continues on so many lines. */
const MAX_CONTINUATION = 4;
const MAX_BLOCK_LINES = 40;
const LABEL =
  /^[\s>|\u00a0\ufeff]*[*_]{0,2}\s*(\p{L}[\p{L}'’.()\- \u00a0]{0,22}?)[\s\u00a0]*[*_]{0,2}[\s\u00a0]*[:：][*_]{0,2}[\s\u00a0]*(.*)$/u;

/** A line's field and value ('*Gesendet:* Montag' gives date, 'Montag'), null for any other line. */
export function labelledLine(line: string): { field: BlockField; value: string } | null {
  const colon = line.slice(0, 48).search(/[:：]/u);
  if (colon < 1) return null;
  const match = LABEL.exec(line.slice(0, 2000));
  const field = match?.[1] === undefined ? undefined : fieldOfLabel(match[1]);
  return field === undefined
    ? null
    : { field, value: (match?.[2] ?? '').replace(DIRECTION_MARKS, '').trim() };
}

/** HTML without blocks glues the fields: 'From: one@example.com Date: 3 May'. */
const GLUED_FIELD = new RegExp(`@.*[\\s>](?:${ALL_LABELS})\\s?: \\S`, 'iu');

/** Windows Mail puts them between the parts of a date. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e]/gu;
/** 'Phone: …', 'Message: …'. */
const OTHER_LABEL = /^\p{L}[\p{L}\p{N} .'’/-]{0,30}[:：](?:\s|$)/u;
const FULL_DATE = /(?=.*\b(?:19|20)\d\d\b)(?=.*\d[:.]\d\d)/u;

const unquoted = (line: string): string => line.replace(/^[\s>|\u00a0\ufeff]+/u, '').trim();

/** Next line within reach that carries a label, or -1. */
function nextLabel(lines: readonly string[], from: number, reach: number): number {
  for (let i = from; i < lines.length && i < from + reach; i += 1) {
    if (labelledLine(lines[i] ?? '') !== null) return i;
  }
  return -1;
}

/**
 * Reads the run of labelled lines that starts at `start`. A second line of the same field ends it: that is the next
 * message's block. No judgement whether it is a message's head: see isMessageHead.
 */
export function readHeaderBlock(lines: readonly string[], start: number): HeaderBlock | null {
  const fields = new Map<BlockField, string>();
  let i = start;
  let last: BlockField | null = null;
  let hasOtherLabels = false;
  while (i < lines.length && i - start < MAX_BLOCK_LINES) {
    const labelled = labelledLine(lines[i] ?? '');
    if (labelled !== null) {
      if (fields.has(labelled.field) && labelled.field !== 'cc' && labelled.field !== 'replyTo') break;
      fields.set(labelled.field, labelled.value);
      last = labelled.field;
      i += 1;
      continue;
    }
    if (last === null) return null;
    const next = nextLabel(lines, i, MAX_CONTINUATION);
    const blank = unquoted(lines[i] ?? '') === '';
    if (next < 0) {
      if (blank) break;
      // 'Subject: …' wrapped as the block's last line cannot be told from the text: only an open list goes on.
      if (!/[;,<]$/u.test((lines[i - 1] ?? '').trimEnd()) && !/^[\s>]*</u.test(lines[i] ?? '')) break;
      fields.set(last, `${fields.get(last) ?? ''} ${unquoted(lines[i] ?? '')}`.trim());
      i += 1;
      continue;
    }
    const field = labelledLine(lines[next] ?? '')?.field;
    if (field === undefined || fields.has(field)) break;
    for (; i < next; i += 1) {
      const more = unquoted(lines[i] ?? '');
      if (OTHER_LABEL.test(more)) hasOtherLabels = true;
      else if (more !== '') fields.set(last, `${fields.get(last) ?? ''} ${more}`.trim());
    }
  }
  const behind = lines[i] ?? '';
  if (labelledLine(behind) === null && OTHER_LABEL.test(unquoted(behind))) hasOtherLabels = true;
  return fields.size === 0
    ? null
    : { end: i, fields, hasOtherLabels, endsInOtherLabels: hasOtherLabels && !hasTextBehind(lines, i) };
}

/** Further down than a block can reach everything counts as text. */
function hasTextBehind(lines: readonly string[], end: number): boolean {
  const near = lines.slice(end, end + MAX_BLOCK_LINES).map(unquoted);
  const gap = near.indexOf('');
  const behind = gap < 0 ? [] : near.slice(gap);
  return lines.length - end > MAX_BLOCK_LINES || behind.some((line) => line !== '');
}

/**
 * Whether labelled lines are the head of a quoted message and not a customer's own list: 'From: 1 May / To: 30 June /
 * Date: Friday' is a booking. A message names its sender and its subject, or shows an address or a date
 * with year and clock time. A form also names its sender and a subject, but not to whom it goes; and it does not say when,
 * or its labelled lines are all that there is.
 */
export function isMessageHead(block: HeaderBlock): boolean {
  const { fields } = block;
  const from = fields.get('from');
  if (from === undefined) return false;
  const isDated = FULL_DATE.test(fields.get('date') ?? '');
  if (block.hasOtherLabels && !fields.has('to') && (!isDated || block.endsInOtherLabels)) return false;
  if (from.includes('@') && (fields.size >= 2 || GLUED_FIELD.test(from.slice(0, 400)))) return true;
  const date = fields.get('date');
  if (fields.size < 3) return false;
  if (fields.has('subject')) return true;
  return date !== undefined && (isDated || [...fields.values()].some((value) => value.includes('@')));
}
