import { flat, splitSentences } from './builtin/sentences.ts';

/** Fewer words than these, and fewer letters and digits, prove nothing; what is a whole sentence may be shorter. */
const leastWords = 3;
const leastLetters = 12;
/** Of scripts that divide no words. */
const leastCharacters = 6;
const undivided = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const bare = (text: string): string => flat(text).replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '');

/**
 * A quote as it stands in a passage, apart from white space and the shape of quotation marks; null when it does not stand
 * there in one piece and in whole words, or is too short to say anything.
 */
export function quoteIn(passage: string, quote: string): string | null {
  const words = flat(quote);
  const text = flat(passage);
  const isWhole = (at: number) =>
    !/[\p{L}\p{N}]{2}/u.test(`${text.slice(Math.max(0, at - 1), at)}${words.slice(0, 1)}`) &&
    !/[\p{L}\p{N}]{2}/u.test(`${words.slice(-1)}${text.slice(at + words.length, at + words.length + 1)}`);
  const isDivided = (words.match(undivided)?.length ?? 0) < lettersOf(words) / 2;
  let at = words === '' ? -1 : text.indexOf(words);
  while (at !== -1 && isDivided && !isWhole(at)) at = text.indexOf(words, at + 1);
  if (at === -1) return null;
  const isLong = isDivided
    ? lettersOf(words) >= leastLetters && words.split(' ').length >= leastWords
    : lettersOf(words) >= leastCharacters;
  const said = bare(words);
  return isLong || (said !== '' && splitSentences(text).some((sentence) => bare(sentence) === said))
    ? words
    : null;
}

/**
 * The whole sentences of a passage in which a quote stands, so that none loses the 'not' before it; the quote itself where it
 * stands in none.
 * @param quote as `quoteIn` gives it
 */
export function wholeSentences(passage: string, quote: string): string {
  const text = flat(passage);
  const from = text.indexOf(quote);
  let at = 0;
  const touched = splitSentences(text).filter((sentence) => {
    const begins = at;
    at += sentence.length;
    return begins < from + quote.length && from < at;
  });
  return from === -1 ? quote : touched.join('').trim();
}
