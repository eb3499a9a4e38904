import { splitSentences } from './builtin/sentences.ts';
import { isNegative, sourceDigits, withDigits } from './claim-words.ts';
import { saidWords, sharedShare } from './shared-words.ts';

/** A sentence of a source speaks of the same as a statement when it holds so many of the statement's words. */
const sameThing = 0.75;
/** And of each part of the statement so many. */
const enoughOfPart = 0.5;
/** A statement of fewer words is too easily true of something else. */
const leastWords = 2;

/** What a statement is held against: a sentence of a source, or what follows a 'but' in it. */
interface Unit {
  text: string;
  words: string[];
  numbers: ReadonlySet<string>;
  denies: boolean;
  /** The words before the part that denies, which affirm; none when it denies from its beginning or nothing. */
  affirmed: string[];
  /** The title denies, which goes for all below it. */
  isBelowDenial: boolean;
}

/**
 * Whether a sentence says what one sentence of its sources says, or what several say in its parts. The sentence that holds most of
 * its words decides: it must hold its numbers, in the part that speaks of the same, deny what it denies and affirm what it affirms.
 * A 'not' goes for all that follows it in its sentence, so that an enumeration keeps it.
 */
export function isStated(sentence: string, sources: readonly { title: string; text: string }[]): boolean {
  const units = sources.flatMap(({ title, text }) =>
    splitSentences(text)
      .flatMap((one) => one.split(turn))
      .map((one) => unitOf(one, title)),
  );
  return sentence.split(turn).every((statement) => {
    if (isStatedBy(statement, units)) return true;
    const parts = partsOf(statement);
    return parts.length > 1 && !isNegative(statement) && parts.every((part) => isStatedBy(part, units));
  });
}

function unitOf(sentence: string, title: string): Unit {
  return {
    text: sentence,
    words: wordsOf(sentence),
    numbers: numbersOf(sourceDigits(sentence)),
    denies: isNegative(sentence),
    affirmed: wordsOf(affirmedIn(sentence)),
    isBelowDenial: isNegative(title),
  };
}

function isStatedBy(statement: string, units: readonly Unit[]): boolean {
  const words = wordsOf(statement);
  const numbers = numbersOf(withDigits(statement.replace(oneOf, '1')));
  if (words.length + numbers.size < leastWords) return false;
  const shares = units.map((unit) => sharedShare(words, unit.words));
  const most = Math.max(0, ...shares);
  const best = units.filter((_, at) => shares[at] === most);
  const holds = (unit: Unit) =>
    [...numbers].every((number) => unit.numbers.has(number)) && numbersBelong(words, numbers, unit.text);
  return (
    most >= sameThing &&
    best.some(holds) &&
    best.filter((unit) => holds(unit) || numbers.size === 0).every((unit) => agrees(statement, words, unit))
  );
}

/** Whether a sentence of a source denies what the statement denies, on the same condition, and affirms what it affirms. */
function agrees(statement: string, words: readonly string[], unit: Unit): boolean {
  const affirmed = sharedShare(words, unit.affirmed) >= sameThing;
  const isWithin =
    partsOf(statement).every((part) => sharedShare(wordsOf(part), unit.words) >= enoughOfPart) &&
    bounds.every((bound) => !bound.test(statement) || bound.test(unit.text));
  if (!isWithin) return false;
  if (!isNegative(statement)) return !unit.denies || affirmed;
  const own = affirmedIn(statement);
  const denied = unit.denies || unit.isBelowDenial;
  const ownStands = condition.test(own) || sharedShare(wordsOf(own), unit.affirmed) >= sameThing;
  return denied && !affirmed && ownStands && (!condition.test(unit.text) || condition.test(statement));
}

/**
 * Whether each number stands in the part of a sentence that the statement is about: it says nothing that only a later part with
 * another number says, and not only what an earlier one says.
 */
function numbersBelong(words: readonly string[], numbers: ReadonlySet<string>, sentence: string): boolean {
  const parts = partsOf(sentence).map((part) => ({
    words: wordsOf(part),
    numbers: numbersOf(sourceDigits(part)),
  }));
  const ownOf = (at: number) =>
    words.filter(
      (word) =>
        sharedShare([word], parts[at]?.words ?? []) === 1 &&
        parts.every((part, other) => other === at || sharedShare([word], part.words) === 0),
    );
  const isSaid = (part: { numbers: ReadonlySet<string> }) =>
    [...part.numbers].some((one) => numbers.has(one));
  return [...numbers].every((number) => {
    const place = parts.findIndex((part) => part.numbers.has(number));
    return parts.every((part, at) => {
      if (at === place || part.numbers.size === 0 || isSaid(part) || ownOf(at).length === 0) return true;
      return at < place && ownOf(place).length > 0;
    });
  });
}

/** What a sentence says before the part that denies; '' when it denies nothing. */
function affirmedIn(sentence: string): string {
  const parts = partsOf(sentence);
  const denied = parts.findIndex(isNegative);
  return parts.slice(0, Math.max(0, denied)).join(', ');
}

const partsOf = (sentence: string): string[] =>
  sentence.split(partEnd).filter((part) => /[\p{L}\p{N}]/u.test(part));
const partEnd = /[;:,，；：、]\s?(?!\d)|\s(?:and|or|while|und|oder|et|ou|y|e)\s(?!\d)/iu;
/** What follows says its own. */
const turn = /[,;]?\s(?:but|however|aber|jedoch|sondern|mais|pero|sino|mas|maar)\s(?=\S+\s+\S+)/iu;

const condition =
  /\b(?:if|when|where|unless|only|until|more than|less than|fewer than|between|within|before|after|under|over|at least|wenn|falls|bei|nur|bis|si|quand|solo|se|als|indien|alleen)\b/iu;
/** Bounds from above and from below, which a statement must not exchange. */
const bounds = [
  /\b(?:less|fewer|under|below|within|up to|at most|weniger|unter|höchstens|moins|menos|meno|minder)\b/iu,
  /\b(?:more than|above|at least|longer than|minimum|mehr als|mindestens|plus de|más de|più di|mais de|meer dan)\b/iu,
];

/** A 'one' that is a number: before what is counted. */
const oneOf = /\bone(?=\s(?:second|minute|hour|day|night|week|month|year|person|time)s?\b)/giu;
const numbersOf = (text: string): Set<string> => new Set(text.match(/\d+(?:[.,]\d+)*/gu));

const shortPlain = new Set(
  'the and for you our are was has had can may not but any all its per out off yes who how why way der die das und ist wir sie für mit auf ein uns des den dem von bei les est une nos vos par sur que los las con por del una gli che het een wij van met'.split(
    ' ',
  ),
);

/** The words of a text that say something, its numbers left out; short ones too, such as 'fee'. */
function wordsOf(text: string): string[] {
  const tokens =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return tokens.flatMap((token) => {
    if (/\p{N}/u.test(token) || shortPlain.has(token)) return [];
    const isShort = /^\p{Script=Latin}{3,4}$/u.test(token);
    return isShort && (token.length === 3 || saidWords(token).length > 0)
      ? [token.replace(/s$/u, '')]
      : saidWords(token);
  });
}
