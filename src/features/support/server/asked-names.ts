import { foreignLanguage } from '#server/integrations/ai/builtin/language.ts';

/** A word with a capital that begins no sentence. */
const capital = /(?<=[\p{L}\p{N},;:][ \t]+)\p{Lu}[\p{L}\p{N}&]+/gu;
/** Where something is, or with whom: 'in Geelong', 'with afterpay'. */
const where = /\b(?:in|at|near|with|from)\s+(?:(?:the|an?|my|our|your)\s+)?([\p{L}\p{N}&]{3,})/giu;
const manner =
  /^(?:general|total|detail|case|advance|person|moment|end|beginning|future|time|least|most|first|mind|particular|regards?|hand)$/iu;
const greeting =
  /^\W*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|g'day|hallo|guten (?:tag|morgen|abend)|bonjour|bonsoir|salut|hola|buen[oa]s (?:d[ií]as|tardes|noches)|ciao|buongiorno|ol[aá]|bom dia)(?:\s+\p{Lu}\p{L}+)?\W+/iu;

/** The words with which a question names one person, brand or product, in lower case. */
export function properNamesIn(question: string): string[] {
  if (foreignLanguage(question) !== null) return [];
  const said = question.replace(greeting, '');
  const words = said.match(/[\p{L}\p{N}]+/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  // Who writes every word with a capital names nothing with it.
  if (capitals * 2 > words.length) return [];
  return [...said.matchAll(capital)].map(([word]) => word.toLowerCase());
}

/**
 * The words of a question that name one of many, such as a town, a person or a brand, in lower case: an article without
 * them speaks of another one.
 */
export function namesIn(question: string): string[] {
  if (foreignLanguage(question) !== null) return [];
  const places = [...question.matchAll(where)].flatMap(([, word]) =>
    word && !manner.test(word) ? [word.toLowerCase()] : [],
  );
  return [...properNamesIn(question), ...places];
}

/** Whether a word is of a stem: the stemmer may change its last letter, as in 'sydney' and 'sydni'. */
export function isStemOf(stem: string, word: string): boolean {
  return stem.length > 1 && word.startsWith(stem.slice(0, Math.max(2, stem.length - 1)));
}
