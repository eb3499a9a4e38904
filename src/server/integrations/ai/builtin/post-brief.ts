import { foreignLanguage } from './language.ts';
import { splitSentences } from './sentences.ts';

/** How people begin when they tell somebody to write: what follows is what the post is to say. */
const orders = [
  /^(?:please |pls |can you |could you )?(?:write|create|draft|make|prepare|generate|do)\b(?: me| us)?(?: an?| the| some| another)?(?: [a-z-]+){0,2} (?:post|caption|text|update)s?(?: (?:for|on) (?:our |the )?(?:linkedin|facebook|instagram|social media)(?: page)?)?,? (?:about|on|saying|announcing|to announce|that says|to say|for)(?: that)?:? /i,
  /^(?:an? |the )?(?:[a-z-]+ )?(?:post|caption|update) (?:about|on|announcing|that says)(?: that)?:? /i,
  /^(?:please |pls )?(?:tell|let) (?:people|everyone|everybody|our (?:customers|clients|followers|readers)) (?:about|know about|know that|know|that) /i,
  /^(?:please |pls )?(?:announce|advertise|promote)(?: that)?:? /i,
];

export interface ReadBrief {
  /** Lines that are not empty, each in its sentences, in the brief's own words. */
  lines: string[][];
  /** Surely English: only then may words of ours stand beside it. */
  english: boolean;
  /** All letters are capitals. */
  capitals: boolean;
}

/** Words that only English has among the languages that use its letters, as they stand in the middle of a sentence. */
const onlyEnglish = new Set(
  'the and our with for this that your you from are will would now here these their them when which what every more today tomorrow week month year new free has have been its about all out up by it we to at on in of is be as an or if'.split(
    ' ',
  ),
);
/** Of those, what other languages have too: it counts only beside the others. */
const shared = new Set(
  'for at on in of is as an or if we to all up by it more be free has have out new now here week'.split(' '),
);

function isEnglish(text: string): boolean {
  if (foreignLanguage(text) !== null) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const foreignLetters = letters.filter((letter) => !/[a-z]/i.test(letter)).length;
  if (foreignLetters > letters.length * 0.02) return false;
  const capitals = text === text.toUpperCase();
  const words = [...text.matchAll(/[a-z']+/gi)].map(([word], at) =>
    capitals || at === 0 ? word.toLowerCase() : word,
  );
  const hits = words.filter((word) => onlyEnglish.has(word));
  const sure = hits.filter((word) => !shared.has(word)).length;
  return (
    (sure > 0 && hits.length >= words.length * 0.12) ||
    (hits.length >= 2 && hits.length >= words.length * 0.25 && /\b(?:new|now|week|here|more)\b/i.test(text))
  );
}

/** What a brief says, without the words that tell somebody to write it. */
export function readBrief(brief: string): ReadBrief {
  const text = brief.replace(/\r\n?/g, '\n').toWellFormed().trim();
  const lines = withoutOrder(text)
    .split('\n')
    .map((line) => sentencesOf(line.trim()))
    .filter((line) => line.length > 0);
  const capitals = text !== text.toLowerCase() && text === text.toUpperCase() && /\p{Lu}{4}/u.test(text);
  return { lines, english: isEnglish(text), capitals };
}

function withoutOrder(text: string): string {
  for (const order of orders) {
    const rest = text.replace(order, '');
    if (rest !== text && rest.trim() !== '') return capitalised(rest.trim());
  }
  return text;
}

/** With a capital where the first word is written small all through. */
export function capitalised(sentence: string): string {
  return /^\p{Ll}[\p{Ll}'’-]*(?=[\s,.!?:;]|$)/u.test(sentence)
    ? sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
    : sentence;
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  for (const piece of splitSentences(line)) {
    const last = sentences.at(-1);
    // What goes on in small letters after a full stop was an abbreviation.
    if (last !== undefined && (/^\s*\p{Ll}/u.test(piece) || !/[\p{L}\p{N}]/u.test(piece)))
      sentences[sentences.length - 1] = last + piece;
    else sentences.push(piece);
  }
  return sentences.map((one) => one.trim()).filter((one) => one !== '');
}
