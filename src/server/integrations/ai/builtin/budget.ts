import {
  askingPrice,
  bound,
  changed,
  filler,
  none,
  notOurs,
  offering,
  otherSubject,
  othersMaybe,
  own,
  past,
  shorthand,
  trade,
  weak,
} from './budget-words.ts';
import { amountOf, bareAmount, boundAmount, moneyPattern, plainAmount } from './money.ts';
import { clauseLimit, type Sentence } from './sentences.ts';

export interface Found {
  value: string;
  sentence: Sentence;
}

/** `guessed`: nothing says that the sum is for this, only that it is nothing else. */
export interface FoundBudget extends Found {
  guessed: boolean;
}

const clauses =
  /;|,?\s(?:but|although|though|whereas|while|however|yet)\s|\s[-–—]\s|,\s(?=(?:our|we|i|my|so|they|now|and (?:we|our|i|they|my))\b)|\s(?=(?:and|so) (?:we|our|they|i|my)(?:'\w+)?\s)|:\s/i;

/** Cheap to ask before the long patterns. */
const speaksOfMoney =
  /\d|budget|thousand|thou\b|grand|hundred|million|figures?|\bk\b|dollar|buck|quid|pound|euro/i;
/** Weight of a sum of which nothing says that it is another's. */
const guess = 0.5;
const firstPerson = /\b(?:we|i|us|me|our|my|we've|i've|i'd|we'd|i'll|we'll)\b/i;

interface Candidate extends Found {
  weight: number;
}

/**
 * What the lead says to have for it, in their words; the latest word counts. Revenue, rents, paid bills and other
 * people's prices are none. `asked` holds the messages that answer a question of the team about the budget; `named` the
 * amounts that the team named: said again without more they are its prices.
 */
export function findBudget(
  sentences: readonly Sentence[],
  asked: ReadonlySet<string>,
  named: ReadonlySet<number>,
): FoundBudget | null {
  let best: Candidate | null = null;
  for (const sentence of sentences) {
    if (!speaksOfMoney.test(sentence.text)) continue;
    if (none.test(sentence.text)) {
      best = null;
      if (!/\d/.test(sentence.text)) continue;
    }
    const candidates = inSentence(sentence, asked.has(sentence.message.id));
    const newest: Candidate[] =
      candidates.length === 0 && best !== null ? shortened(sentence, best) : candidates;
    for (const found of newest) {
      if (found.weight < 1 && named.has(amountOf(found.value))) continue;
      const newer =
        best === null ||
        found.weight >= best.weight ||
        (found.weight > 1 && best.sentence.message !== sentence.message);
      if (newer) best = found;
    }
  }
  return best && { value: best.value, sentence: best.sentence, guessed: best.weight < 1 };
}

function shortened(sentence: Sentence, before: Found): Candidate[] {
  const number = changed.test(sentence.text) ? shorthand.exec(sentence.text)?.[1] : undefined;
  return number && amountOf(before.value) >= 1000
    ? [{ value: `${number} (thousand)`, sentence, weight: 3 }]
    : [];
}

function inSentence(sentence: Sentence, asked: boolean): Candidate[] {
  return sentence.text.split(clauses, clauseLimit).flatMap((clause): Candidate[] => {
    const matches =
      clause.match(moneyPattern) ??
      clause.match(boundAmount) ??
      clause.match(bareAmount) ??
      numbersMeant(clause);
    const value = matches
      .at(own.test(clause) ? 0 : -1)
      ?.replace(/[\s.,;]+$/, '')
      .trim();
    if (!value || value.length > 120) return [];
    const weight = weightOf(clause, sentence.text, value, asked);
    return weight > 0 ? [{ value, sentence, weight: past.test(clause) ? Math.min(1, weight) : weight }] : [];
  });
}

/** Numbers without a currency, where the clause says that a sum is meant. */
function numbersMeant(clause: string): string[] {
  if ([own, changed, bound].some((cue) => cue.test(clause))) return clause.match(plainAmount) ?? [];
  return firstPerson.test(clause)
    ? (clause.match(plainAmount) ?? []).filter(
        (value) => amountOf(value) >= 500 && amountOf(value) % 50 === 0,
      )
    : [];
}

function weightOf(clause: string, whole: string, value: string, asked: boolean): number {
  if (notOurs.test(clause)) return 0;
  if (changed.test(clause)) return 3;
  const strong = own.test(clause);
  if (strong && !/\bthe(?:ir|y) (?:budget|spend)\b/i.test(clause)) return 3;
  if (othersMaybe.test(clause) || otherSubject.test(clause)) return 0;
  if (askingPrice.test(clause)) return 0;
  // 'Our budget: between 5 and 6k' is divided at the colon.
  if (weak.test(clause) || offering.test(clause) || asked) return 2;
  if (notOurs.test(whole) || askingPrice.test(whole)) return 0;
  if (standsAlone(clause, value)) return 2;
  if (/\b(?:our|my|the|a|total|campaign|media|marketing)\s(?:\w+\s){0,2}budget\b/i.test(whole)) return 2;
  const amount = amountOf(value);
  const isOthers = [trade, past, otherSubject].some((cue) => cue.test(clause)) || othersMaybe.test(whole);
  return amount >= 150 && amount <= 300_000 && !isOthers ? guess : 0;
}

/** The sum is all that a clause, or a part of it between commas, says. */
function standsAlone(clause: string, value: string): boolean {
  return clause
    .split(/,\s/, clauseLimit)
    .some((piece) => piece.includes(value) && piece.length < 80 && filler.test(piece.replace(value, ' ')));
}

const asksBudget =
  /\bbudget|how much (?:are|were|would|do|can) you|(?:looking|planning|hoping|able) to spend\b/i;

/** Messages of the lead that come right after the team asked what there is to spend. */
export function answersAboutBudget(
  messages: readonly { id: string; from: string; content: string }[],
): Set<string> {
  const answers = new Set<string>();
  let open = false;
  for (const message of messages) {
    if (message.from === 'team')
      open = asksBudget.test(message.content.slice(0, 5000)) && message.content.includes('?');
    else if (open) answers.add(message.id);
  }
  return answers;
}

/** Amounts in what the team wrote, newest messages first, up to a bound. */
export function namedByTeam(messages: readonly { from: string; content: string }[]): Set<number> {
  const amounts = new Set<number>();
  for (const { from, content } of messages.slice(-50)) {
    if (from !== 'team') continue;
    for (const [found] of content.slice(0, 5000).matchAll(moneyPattern)) amounts.add(amountOf(found));
  }
  return amounts;
}
