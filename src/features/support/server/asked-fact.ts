import { holdsDays } from './asked-days.ts';
import { isStemOf, namesIn } from './asked-names.ts';
import { facts } from './fact-kinds.ts';

/** One sentence of a passage, or its title, with the question's words in it: which word, and its share of all of them. */
export interface SaidSentence {
  text: string;
  terms: readonly (readonly [term: number, share: number])[];
}

/** One thing held against another one, which an article does only in so many words. */
const compares =
  /\b(?:\p{L}{2,}er|more|less|worse) than (?!\d|one\b|two\b|three\b|an?\b)|\bcompared? (?:to|with)\b|\bdifferences? between\b|\bversus\b|\bvs\b/iu;
const compared = /\b(?:than|compared|differences?|differs?|versus|whereas|while)\b/iu;

/** A question that yes, no, or one thing, place or person would answer. */
const ofOne =
  /^\W*(?:who|which|where|do|does|did|is|are|was|were|can|could|will|would|may|must|should|have|has|am)\b/iu;
/** So much of what a passage holds of the question must stand together in one of its sentences, or in the title. */
const together = 0.75;
/** What holds less of a question, or is asked for one fact, must at least lack nothing that other articles speak of. */
const mostly = 2 / 3;
/** Letters from which on a stem begins no other word by chance. */
const formLength = 5;
/** Where another question may begin. */
const clauses = /[?.!,;\n]+|\b(?:and|but|because|so)\b/iu;
/** A title that names more than one thing. */
const several = /,|&|\/|\b(?:and|or)\b/iu;
/** That say whom or what the sentence before spoke of. */
const goesOn = /^(?:it|its|they|their|this|these|those|he|she|both|each|all of them)\b/iu;

/**
 * Whether a passage says what a question asks, and not only something with the same words: the kind of fact that is asked
 * for (a price, a time, a number, a name, a reason) stands in the sentence that speaks of the question's subject; the days,
 * places and names that are asked for are named; what a yes, a no or a name would answer stands together; what is compared is compared.
 * @param stems the question's words as the database stems them, by their number in `terms`
 * @param known those of them that one of the passages that fit best has
 * @param sentences of the passage, its title first
 */
export function holdsAsked(
  question: string,
  stems: ReadonlyMap<number, string>,
  known: ReadonlySet<number>,
  [title, ...sentences]: readonly SaidSentence[],
): boolean {
  const text = sentences.map((sentence) => sentence.text).join(' ');
  if (compares.test(question) && !compared.test(text)) return false;
  if (!holdsDays(question, `${title?.text ?? ''} ${text}`)) return false;
  // A title of several things says only half of which of them a sentence speaks, where another sentence names it.
  const own = new Set(sentences.flatMap(({ terms }) => terms.map(([term]) => term)));
  const isOfSeveral = several.test(title?.text ?? '');
  const entitled = (title?.terms ?? []).map(
    ([term, share]) => [term, isOfSeveral && own.has(term) ? share / 2 : share] as const,
  );
  const held = [title, ...sentences].flatMap((one) => one?.terms ?? []);
  const isHeld = new Set(held.map(([term]) => term));
  const isOther = (name: string) =>
    [...stems].some(([term, stem]) => !isHeld.has(term) && isStemOf(stem, name));
  if (namesIn(question).some(isOther)) return false;
  const isSaid = (isSubject: (term: number) => boolean, said: RegExp | null) => {
    const all = sum(held.filter(([term]) => isSubject(term)));
    return sentences.some((sentence, at) => {
      const before = goesOn.test(sentence.text) ? (sentences[at - 1]?.terms ?? []) : [];
      const subject = [...entitled, ...before, ...sentence.terms].filter(([term]) => isSubject(term));
      return (said === null || said.test(sentence.text)) && sum(subject) >= together * all;
    });
  };
  const asked = facts.flatMap((fact) => {
    const clause = question.split(clauses).find((one) => fact.asks.test(one));
    return clause === undefined
      ? []
      : [{ ...fact, clause: clause.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [] }];
  });
  const isKind = (stem: string) => asked.some(({ words }) => words.test(stem));
  // What other articles speak of and this one does not is what makes the question another one.
  const spoken = `${title?.text ?? ''} ${text}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // 'Registering' is asked for where a registration is spoken of.
  const isSpoken = (stem: string) =>
    stem.length >= formLength && spoken.some((word) => word.startsWith(stem));
  const missing = [...stems].filter(
    ([term, stem]) => known.has(term) && !isHeld.has(term) && !isKind(stem) && !isSpoken(stem),
  );
  if (sum(held) < mostly && missing.length > 0) return false;
  // One fact is of exactly what is asked: when a return is due is not when it is made.
  const isOfFact = ([, stem]: [number, string]) =>
    asked.some(({ clause }) => clause.some((word) => isStemOf(stem, word)));
  if (missing.some(isOfFact)) return false;
  if (asked.length === 0) return !ofOne.test(question) || isSaid(() => true, null);
  return asked.every(({ said, words, clause }) =>
    isSaid((term) => {
      const stem = stems.get(term);
      return stem === undefined || (!words.test(stem) && clause.some((word) => isStemOf(stem, word)));
    }, said),
  );
}

/** The shares of words, each word once. */
function sum(terms: readonly (readonly [number, number])[]): number {
  const shares = new Map<number, number>();
  for (const [term, share] of terms) shares.set(term, Math.max(share, shares.get(term) ?? 0));
  return [...shares.values()].reduce((all, share) => all + share, 0);
}
