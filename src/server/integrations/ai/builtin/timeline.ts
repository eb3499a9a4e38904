import type { Found } from './budget.ts';
import { aboutOthers } from './others.ts';
import { clauseLimit, type Sentence } from './sentences.ts';
import {
  clauses,
  doneThen,
  eventPattern,
  happening,
  lengthPattern,
  monthPoint,
  notHappening,
  notLength,
  notLengthAfter,
  numeric,
  otherMatter,
  planned,
  pointPattern,
  soonPattern,
  speaksOfTime,
  wish,
} from './time-words.ts';

interface Span {
  value: string;
  sentence: Sentence;
  start: number;
  end: number;
}

/** When it is to run and for how long, in the lead's own words; a later message replaces what it says anew. */
export function findTimeline(sentences: readonly Sentence[], foreign: boolean): Found[] {
  let when: Span | null = null;
  let length: Span | null = null;
  const ofOthers = aboutOthers(sentences);
  for (const sentence of sentences) {
    if (ofOthers.has(sentence) || !(foreign || speaksOfTime.test(sentence.text))) continue;
    let from = 0;
    for (const clause of sentence.text.split(clauses, clauseLimit)) {
      const at = sentence.text.indexOf(clause, from);
      from = at + clause.length;
      if (otherMatter.test(clause)) continue;
      const short = sentence.text.length <= 45;
      const wished = foreign || short || wish.test(sentence.text);
      const point = best(clause, at, sentence, wished);
      if (point && (when === null || replaces(point, when))) when = point;
      const long = wished ? lengthIn(clause, at, sentence, point) : null;
      if (long && (length === null || length.sentence.message !== sentence.message)) length = long;
    }
  }
  return joined(
    when ??
      soon(sentences, ofOthers, eventPattern) ??
      (length ? null : soon(sentences, ofOthers, soonPattern)),
    length,
  );
}

function replaces(point: Span, before: Span): boolean {
  return (
    before.sentence.message !== point.sentence.message ||
    (vague(before.value) && !vague(point.value)) ||
    (before.sentence === point.sentence && exactness(point.value) > exactness(before.value))
  );
}

const vague = (value: string): boolean =>
  /^(?:this|next|the (?:coming|following)) (?:week|month|quarter|(?:financial )?year)$/i.test(value);

/** A day or month says more than a holiday, that more than 'next year'. */
function exactness(value: string): number {
  if (dated.test(value)) return 3;
  return vague(value) ? 1 : 2;
}
const dated = new RegExp(String.raw`(?<!\p{L})(?:${monthPoint}|${numeric})`, 'iu');

/** 'As soon as possible', 'this Saturday': only where they say when something is to run. */
function soon(sentences: readonly Sentence[], ofOthers: ReadonlySet<Sentence>, pattern: RegExp): Span | null {
  for (const sentence of sentences) {
    const { text } = sentence;
    if (ofOthers.has(sentence)) continue;
    const match = pattern.exec(text);
    if (match && happening.test(text) && !notHappening.test(text) && !otherMatter.test(text))
      return { value: match[0], sentence, start: match.index, end: match.index + match[0].length };
  }
  return null;
}

/** Before 'may' and 'march' in small letters, which are verbs too. */
const monthMeant =
  /(?:\b(?:in|for|from|during|early|late|mid|until|till|through|by|of|start|since|to|next|this|and|or)[ -]|\d(?:st|nd|rd|th)?\s|,\s)$/i;

function best(clause: string, offset: number, sentence: Sentence, wished: boolean): Span | null {
  let found: Span | null = null;
  for (const match of clause.matchAll(pointPattern)) {
    const value = match[0].replace(/[\s.]+$/, '');
    const before = clause.slice(Math.max(0, match.index - 14), match.index);
    if (/\$\s?$|\b(?:phone|ph|tel|no|ref|order|size|version)[.:]?\s$/i.test(before)) continue;
    if (
      /^\d{1,2}\/\d{1,2}$/.test(value) &&
      !/\b(?:on|from|to|by|between|until|start\w*|for|date)\s(?:the )?$/i.test(before)
    )
      continue;
    if (/^(?:may|march|mar)$/.test(value) && !monthMeant.test(before)) continue;
    if (doneThen.test(clause.slice(Math.max(0, match.index - 70), match.index + openerOf(match[0]))))
      continue;
    if (!wished && !planned.test(`${before}${value}`)) continue;
    if (found && exactness(value) <= exactness(found.value)) continue;
    found = { value, sentence, start: offset + match.index, end: offset + match.index + match[0].length };
  }
  return found;
}

/** Length of the word that opens a time: 'from ' in 'from May'. */
function openerOf(value: string): number {
  return /^(?:from|on|in|since|during|of) /i.exec(value)?.[0].length ?? 0;
}

function lengthIn(clause: string, offset: number, sentence: Sentence, point: Span | null): Span | null {
  for (const match of clause.matchAll(lengthPattern)) {
    const before = clause.slice(0, match.index);
    const after = clause.slice(match.index + match[0].length);
    if (notLength.test(before) || notLengthAfter.test(after)) continue;
    if (/\d(?:k|\sgrand|\sdollars)?\s*$/i.test(before) && /^an?\s/i.test(match[0].trim())) continue;
    if (
      !/^(?:for|over|period|duration|run|runs|für|pendant|durante|por)\b/i.test(match[0]) &&
      /^\s?an?\s/i.test(match[0]) &&
      /^(?:a|an)$/i.test(before.trim())
    )
      continue;
    const start = offset + match.index;
    if (point && start < point.end && start + match[0].length > point.start) continue;
    return { value: match[0].trim(), sentence, start, end: start + match[0].length };
  }
  return null;
}

function joined(when: Span | null, length: Span | null): Found[] {
  if (!when || !length) {
    const one = when ?? length;
    return one ? [{ value: one.value, sentence: one.sentence }] : [];
  }
  if (when.sentence === length.sentence) {
    const start = Math.min(when.start, length.start);
    const end = Math.max(when.end, length.end);
    const gap = end - start - when.value.length - length.value.length;
    if (gap <= 6) return [{ value: when.sentence.text.slice(start, end).trim(), sentence: when.sentence }];
  }
  return [when, length].map(({ value, sentence }) => ({ value, sentence }));
}
