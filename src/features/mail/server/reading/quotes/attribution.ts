import { ENDS_WITH_WROTE, OPENER, WROTE, WROTE_BEFORE_NAME } from './quote-words.ts';

/** Gmail wraps "On <date> <name> <\naddress>\nwrote:" over up to four lines. */
const MAX_LINES = 4;
/** Longer than any real attribution; keeps every pattern below on short input. */
const MAX_LENGTH = 420;

const DATE =
  /\b(?:19|20)\d{2}\b|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d年|\d{1,2}[./-]\p{L}{3}|(?<!\p{L})\p{L}{3,9}\.? \d{1,2}\b|\b\d{1,2}\.? \p{L}{3,}/u;
const TIME = /\d[:.h]\d{2}/u;
const BRACKETED_ADDRESS = /<[^<>\s@]+@[^<>\s]+>|\([^()\s@]+@[^()\s]+\)|&lt;[^&\s]+@[^&\s]+&gt;/u;
const STARTS_WITH_DATE =
  /^(?:\d{1,4}[./-]\s?\d{1,2}[./-]|\d{4}年|\d{1,2}\.? (?:de )?\p{L}{3,}|(?:\p{L}{2,10}[.,]{0,2} ){1,2}\d{1,2}[.,]? |\p{L}{2,12}, \d{1,2}\.? )/u;
/** Without a verb the date must be plain: digits, or a short or comma-ended weekday; 'Meeting 3 May' is none. */
const STARTS_WITH_CLEAR_DATE =
  /^(?:\d{1,4}[./-]\s?\d{1,2}[./-]|\d{4}[年년]|\d{1,2}\.? (?:de )?\p{L}{3,}|\p{L}{1,4}[.,]{0,2} \d{1,2}|\p{L}{2,14}\.?, (?:\p{L}{3,10} )?\d{1,2}|[^\d]{1,12} \p{Lu}\p{L}{2} \d{1,2} \p{Lu}\p{L}{2} \d{4})/u;
/** 'On Tuesday 3 March I sent:' is the writer's own sentence. */
const FIRST_PERSON = /(?:^|\s)(?:i|we) \p{L}+$/iu;
/** Old Gmail wrote '2016-03-03 17:21 GMT+01:00 Some One' and, for the day only, '2013/7/20 sam <sam@example.com>'. */
const OLD_GMAIL =
  /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2} GMT[+-]\d{2}:\d{2} \S|^\d{4}\/\d{1,2}\/\d{1,2} .*<[^<>\s]+@[^<>\s]+>:?$/u;

/** The line without quote marks, bullets, dashes and emphasis around it. */
function bare(line: string): string {
  return line
    .replace(/[\u200e\u200f\u202a-\u202e]/gu, '')
    .replace(/^[\s>\u00a0\ufeff|]+/u, '')
    .replace(/^(?:[-–—*_•]+\s*)+/u, '')
    .replace(/[\s\u00a0\u202f]+/gu, ' ')
    .replace(/(?:\s*[-–—*_]+)+$/u, '')
    .trim();
}

/** Cheap sieve: only a line that ends like an attribution can be its last. */
export function mayEndAttribution(line: string): boolean {
  const end = line.trimEnd();
  const last = end.charCodeAt(end.length - 1);
  // : ： - > — or a letter that ends the verb (checked by the full pattern)
  if (last === 58 || last === 0xff1a || last === 45 || last === 62 || last === 0x2014) return true;
  if (end.length > MAX_LENGTH) return false;
  return ENDS_WITH_WROTE.test(end.slice(-24)) || /^\s*\d{4}-\d\d-\d\d \d/u.test(end);
}

function isAttribution(unit: string): boolean {
  if (unit.length < 6 || unit.length > MAX_LENGTH) return false;
  if (OLD_GMAIL.test(unit)) return true;
  const line = unit.replace(/\s*[:：]$/u, '');
  const colon = line !== unit;
  if (!WROTE.test(unit)) {
    return colon && BRACKETED_ADDRESS.test(unit) && STARTS_WITH_CLEAR_DATE.test(unit) && TIME.test(unit);
  }
  if (FIRST_PERSON.test(line)) return false;
  const complete = ENDS_WITH_WROTE.test(line) || (colon && WROTE_BEFORE_NAME.test(unit));
  if (complete && DATE.test(unit)) {
    if (OPENER.test(unit) && /\d/u.test(unit.slice(0, 80))) return true;
    if (STARTS_WITH_DATE.test(unit) && TIME.test(unit)) return true;
  }
  // 'Some One <one@example.com> schrieb am 3. Mai:'; the address has to stand before the verb.
  const at = colon ? unit.search(BRACKETED_ADDRESS) : -1;
  return at >= 0 && at < unit.search(WROTE);
}

/**
 * Whether an attribution ("On <date>, <name> wrote:") ends at line `end`; answers the index of its first line, or -1.
 * `floor` is the first line it may use.
 */
export function attributionStart(lines: readonly string[], end: number, floor: number): number {
  let unit = '';
  for (let start = end; start >= floor && end - start < MAX_LINES; start -= 1) {
    const line = bare(lines[start] ?? '');
    if (line === '') return -1;
    // A quoted-printable soft break that nobody decoded leaves '=' at the line's end.
    const glued =
      line.endsWith('=') || line.endsWith('<') ? line.replace(/=$/u, '') + unit : `${line} ${unit}`;
    unit = start === end ? line : glued;
    if (unit.length > MAX_LENGTH) return -1;
    // A line that begins with the address continues the line above it.
    if (isAttribution(unit) && !/^[<(]/u.test(unit)) return start;
  }
  return -1;
}

/** 'Nora Park wrote:', which counts only above a marked quotation: a name of up to four words and the verb. */
export function isShortAttribution(line: string): boolean {
  const text = bare(line).replace(/\s*[:：]$/u, '');
  if (text.length > 80 || !ENDS_WITH_WROTE.test(text)) return false;
  return (
    /^(?:\p{Lu}[\p{L}.'’-]* ){1,4}[\p{L}() ]+$/u.test(text) &&
    WROTE.exec(text)?.index === lastCapitalEnd(text)
  );
}

/** Index of the word after the leading capitalised words. */
function lastCapitalEnd(text: string): number {
  return /^(?:\p{Lu}[\p{L}.'’-]* )+/u.exec(text)?.[0].length ?? -1;
}

/** Where in a line an attribution glued behind other text begins ('reply--- On … wrote:'), or -1. */
export function gluedAttribution(line: string): number {
  const at = line.indexOf('---');
  if (at <= 0 || line.length > MAX_LENGTH) return -1;
  return /\S/u.test(line.slice(0, at)) && isAttribution(bare(line.slice(at))) ? at : -1;
}
