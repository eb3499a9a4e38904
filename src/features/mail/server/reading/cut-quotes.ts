import {
  attributionStart,
  gluedAttribution,
  isShortAttribution,
  mayEndAttribution,
} from './quotes/attribution.ts';
import { isMessageHead, labelledLine, readHeaderBlock } from './quotes/header-block.ts';
import { FORWARDED_LINE, ORIGINAL_LINE } from './quotes/quote-words.ts';
import { signatureStart, trimTail } from './quotes/signature.ts';

export interface CutText {
  /** What the writer wrote. The whole text if cutting would leave nothing. */
  visible: string;
  /** The quoted history that was cut, null if none was. */
  quoted: string | null;
  /** The signature that was cut, null if none was. */
  signature: string | null;
}

/** After so many near misses a text is somebody's attack, not a conversation; keeps the whole cut linear. */
const MAX_TRIES = 2000;

/** Mail programs wrap at 65 to 78 characters. */
const FULL_LINE = 60;

const TEXT = 0;
const BLANK = 1;
const QUOTED = 2;
const ATTRIBUTION = 3;

/** Not '>:', which is the wrapped end of '<address>:'. */
const QUOTE_MARK = /^[\s\u00a0]{0,3}(?:>(?!:)|&gt;)/u;
/** '>>> http://example.com <<<' is decoration. */
const DECORATION = /<{2,}\s*$/u;

interface Marked {
  lines: string[];
  kinds: Uint8Array;
  /** First line of history that goes on to the end; `lines.length` if there is none. */
  hardCut: number;
  /** Lines that the HTML marked; they need no attribution to be history. */
  known: ReadonlySet<number>;
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/u);
  if (!text.includes('---')) return lines;
  return lines.flatMap((line) => {
    const at = gluedAttribution(line);
    return at < 0 ? line : [line.slice(0, at), line.slice(at)];
  });
}

const unquoted = (line: string): string => line.replace(/^[\s>\u00a0\ufeff]+/u, '');

/** A line that says that everything below is another message. */
export function isSeparator(line: string): boolean {
  if (line.length > 2000 || !/[-–—_=~*:：]/u.test(line)) return false;
  const bare = unquoted(line);
  return ORIGINAL_LINE.test(bare) || FORWARDED_LINE.test(bare);
}

function nextFilled(lines: readonly string[], kinds: Uint8Array, from: number): number {
  let i = from;
  while (i < lines.length && kinds[i] === BLANK) i += 1;
  return i;
}

/**
 * A long quoted line that was wrapped on its way leaves a rest without mark. A short answer glued under a short
 * question is no such rest.
 */
function isWrappedRest(before: string, line: string): boolean {
  return before.length >= FULL_LINE || line.trimEnd().endsWith('>');
}

function markKinds(lines: readonly string[], known: ReadonlySet<number>): Uint8Array {
  const kinds = new Uint8Array(lines.length);
  lines.forEach((line, i) => {
    if (known.has(i)) kinds[i] = QUOTED;
    else if (QUOTE_MARK.test(line) && !DECORATION.test(line)) kinds[i] = QUOTED;
    else if (/^[\s\u00a0\ufeff\u200b]*$/u.test(line)) kinds[i] = BLANK;
  });
  for (let i = 1; i + 1 < lines.length; i += 1) {
    if (kinds[i] !== TEXT || kinds[i - 1] !== QUOTED || kinds[i + 1] !== QUOTED) continue;
    if (isWrappedRest(lines[i - 1] ?? '', lines[i] ?? '')) kinds[i] = QUOTED;
  }
  return kinds;
}

function mark(text: string, known: ReadonlySet<number>): Marked {
  const lines = splitLines(text);
  const kinds = markKinds(lines, known);
  let tries = 0;
  let floor = 0;
  for (let i = 0; i < lines.length && tries < MAX_TRIES; i += 1) {
    const line = lines[i] ?? '';
    if (kinds[i] !== TEXT) continue;
    if (isSeparator(line)) return { lines, kinds, hardCut: i, known };
    if (labelledLine(line) !== null) {
      tries += 1;
      const block = readHeaderBlock(lines, i);
      if (block !== null && isMessageHead(block)) return { lines, kinds, hardCut: i, known };
    }
    if (!mayEndAttribution(line)) continue;
    tries += 1;
    const next = nextFilled(lines, kinds, i + 1);
    const found = attributionStart(lines, i, floor);
    const start = found < 0 && kinds[next] === QUOTED && isShortAttribution(line) ? i : found;
    if (start < 0) continue;
    if (next < lines.length && kinds[next] !== QUOTED) return { lines, kinds, hardCut: start, known };
    kinds.fill(ATTRIBUTION, start, i + 1);
    floor = i + 1;
  }
  return { lines, kinds, hardCut: lines.length, known };
}

interface Span {
  kind: 'text' | 'quote';
  attributed: boolean;
  from: number;
  to: number;
}

/** Apple Mail puts the attribution inside the quotation: '> On …, … wrote:'. */
function opensAttributed(lines: readonly string[], from: number): boolean {
  return [from, from + 1, from + 2].some(
    (end) => mayEndAttribution(lines[end] ?? '') && attributionStart(lines, end, from) === from,
  );
}

/** Runs of text and of quotation, blank lines belonging to the run before them. */
function spansOf({ kinds, known }: Marked, end: number): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < end; i += 1) {
    const last = spans.at(-1);
    if (kinds[i] === BLANK) {
      if (last !== undefined) last.to = i + 1;
      continue;
    }
    const kind = kinds[i] === TEXT ? 'text' : 'quote';
    const attributed = kinds[i] === ATTRIBUTION || known.has(i);
    if (last?.kind === kind) {
      last.to = i + 1;
      last.attributed ||= attributed;
    } else spans.push({ kind, attributed, from: i, to: i + 1 });
  }
  return spans;
}

/**
 * Which spans the reader sees. History after the last text is cut, as is one attributed quotation that is answered below
 * it (bottom posting). A quotation that the writer set without attribution belongs to the text, and two or more
 * answered quotations are a conversation point by point: both stay, since the answers mean nothing alone.
 */
function shownSpans(lines: readonly string[], spans: Span[]): Span[] {
  const last = spans.findLastIndex((span) => span.kind === 'text');
  const body = spans.slice(0, last + 1);
  const quotes = body.filter((span) => span.kind === 'quote');
  if (quotes.length >= 2) return body;
  return body.filter(
    (span) => span.kind === 'text' || !(span.attributed || opensAttributed(lines, span.from)),
  );
}

function join(lines: readonly string[], spans: readonly Span[]): string {
  return spans
    .map((span) => lines.slice(span.from, span.to).join('\n').trimEnd())
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * Cuts quoted history and the signature from a plain text. Line ends become `\n`. Linear in the text's length.
 * @param quotedLines lines (by index) that an HTML reader already knows to be quoted.
 */
export function cutQuotes(text: string, quotedLines: ReadonlySet<number> = new Set()): CutText {
  const marked = mark(text, quotedLines);
  const { lines, hardCut } = marked;
  const whole = lines.join('\n').trim();
  const lastQuoted = marked.kinds.subarray(0, hardCut).findLastIndex((kind) => kind >= QUOTED);
  const end = trimTail(lines, lastQuoted + 1, signatureStart(lines, lastQuoted + 1, hardCut));
  const spans = spansOf(marked, end);
  const shown = shownSpans(lines, spans);
  const signed = [lines.slice(end, hardCut)];
  for (const span of shown) {
    if (span.kind !== 'text') continue;
    const to = trimTail(lines, span.from, signatureStart(lines, span.from, span.to));
    signed.push(lines.slice(to, span.to));
    span.to = to;
  }
  const visible = join(lines, shown).trim();
  if (visible === '') return restOfBareMessage(marked, whole);
  const seen = new Set(shown);
  const hidden = [
    ...spans.filter((span) => !seen.has(span)),
    { kind: 'quote' as const, attributed: true, from: hardCut, to: lines.length },
  ];
  const quoted = join(lines, hidden).trim();
  const signature = signed.flat().join('\n').trim();
  return { visible, quoted: quoted === '' ? null : quoted, signature: signature === '' ? null : signature };
}

/** Nothing of the writer's own: show all, save the line "On …, … wrote:" that stands alone at the top. */
function restOfBareMessage({ lines, kinds, hardCut }: Marked, whole: string): CutText {
  const first = lines[hardCut] ?? '';
  if (nextFilled(lines, kinds, 0) !== hardCut) return { visible: whole, quoted: null, signature: null };
  if (hardCut >= lines.length || isSeparator(first) || labelledLine(first) !== null) {
    return { visible: whole, quoted: null, signature: null };
  }
  let end = hardCut;
  while (end < lines.length && attributionStart(lines, end, hardCut) !== hardCut) end += 1;
  const rest = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  return rest === ''
    ? { visible: whole, quoted: null, signature: null }
    : { visible: rest, quoted: lines.slice(hardCut, end + 1).join('\n'), signature: null };
}
