import type { BlockField } from './mail-language.ts';
import { MAIL_LANGUAGES } from './mail-languages.ts';

const languages = Object.values(MAIL_LANGUAGES);

const listOf = (words: string | undefined): string[] => words?.split('|') ?? [];

const escape = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/ /gu, '\\s+');

/** Words as alternatives of a pattern, longest first so that 'a écrit' is not read as 'écrit'. */
export function escapedWords(words: string[]): string {
  return [...new Set(words)]
    .toSorted((a, b) => b.length - a.length)
    .map(escape)
    .join('|');
}

/** Lower case, no-break and zero-width blanks made plain, white space collapsed. */
function foldWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\u00a0\u202f\u200b\u200e\u200f\ufeff]+/gu, ' ')
    .trim();
}

const wroteWords = escapedWords(languages.flatMap((language) => listOf(language.wrote)));

/** The verb of an attribution as a whole word; Chinese, Japanese and Korean have no word boundary. */
export const WROTE = new RegExp(
  `(?<![\\p{L}\\d])(?:${wroteWords})(?![\\p{L}\\d])|(?:写道|寫道|のメール|작성)`,
  'iu',
);
/** A verb that a name may follow. */
export const WROTE_BEFORE_NAME = new RegExp(
  `(?<![\\p{L}\\d])(?:${escapedWords(
    languages.filter(({ verbBeforeName }) => verbBeforeName).flatMap(({ wrote }) => listOf(wrote)),
  )})(?![\\p{L}\\d])`,
  'iu',
);
export const ENDS_WITH_WROTE = new RegExp(`(?<![\\p{L}\\d])(?:${wroteWords})$|(?:写道|寫道|작성)$`, 'iu');

export const OPENER = new RegExp(
  `^(?:(?:${escapedWords(languages.flatMap((language) => listOf(language.openers)))})(?![\\p{L}])|[在于於])`,
  'iu',
);

const DASHES = '[-_–—=~*]{2,}';
const between = (words: string): RegExp =>
  new RegExp(`^[*_]?${DASHES}\\s*(?:${words})[^\\n<>@]{0,24}?\\s*${DASHES}[*_]?`, 'iu');

const forwardedWords = escapedWords(languages.flatMap((language) => listOf(language.forwarded)));

/** '-----Original Message-----', perhaps with headers glued behind it. */
export const ORIGINAL_LINE = between(
  escapedWords(languages.flatMap((language) => listOf(language.original))),
);
/** '---------- Forwarded message ---------', or Apple's 'Begin forwarded message:'. */
export const FORWARDED_LINE = new RegExp(
  `${between(forwardedWords).source}|^[*_]?(?:${forwardedWords})\\s*[:：][*_]?\\s*$`,
  'iu',
);

const sentFromWords = escapedWords(languages.flatMap((language) => listOf(language.sentFrom)));

export const SENT_FROM = new RegExp(
  `^[-\\s*_]*(?:${sentFromWords.replaceAll(/…([^|]*)/gu, '.*$1[^\\p{L}]*$$')})`,
  'iu',
);

const labels = new Map<string, BlockField>();
for (const language of languages) {
  for (const [field, words] of Object.entries(language.labels)) {
    for (const word of listOf(words)) {
      // `field` is a key of `labels`, which Object.entries widens to string.
      if (!labels.has(word) && isBlockField(field)) labels.set(word, field);
    }
  }
}

function isBlockField(field: string): field is BlockField {
  return ['from', 'to', 'cc', 'date', 'subject', 'replyTo'].includes(field);
}

/** The field a label names ('Gesendet' is 'date'), undefined for any other word. */
export function fieldOfLabel(label: string): BlockField | undefined {
  return labels.get(foldWords(label));
}

export const ALL_LABELS = escapedWords([...labels.keys()]);
/** Labels long enough to be recognised in the middle of a word: Yahoo writes 'GMT+1Subject: …'. */
export const LONG_LABELS = escapedWords([...labels.keys()].filter((label) => label.length >= 4));
export const REPLY_PREFIXES = languages.flatMap((language) => listOf(language.reply));
export const FORWARD_PREFIXES = languages.flatMap((language) => listOf(language.forward));
