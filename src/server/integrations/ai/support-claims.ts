import { foreignLanguage, languageTags } from './builtin/language.ts';
import { flat, splitSentences } from './builtin/sentences.ts';
import { phraseLanguage } from './builtin/support-phrases.ts';
import {
  currenciesIn,
  datesIn,
  isNegative,
  promisesIn,
  sharesIn,
  sourceDigits,
  withDigits,
  withoutVerdict,
} from './claim-words.ts';
import type { SupportInput } from './jobs.ts';
import { unknownNames } from './outreach-grounding.ts';
import { inventedInPost } from './post-grounding.ts';
import { isStated } from './support-statements.ts';

/** What an answer rests on: a passage, and the words of it that are cited. */
export interface CitedSource {
  title: string;
  text: string;
  quote: string;
}

/**
 * The answer without a yes or no that nobody wrote, when what it states stands in its sources; null otherwise. Numbers, shares,
 * currencies, dates, links, addresses, names, promises and what is allowed must stand there in any language, and what is
 * denied must be denied. `isTranslated` says that it is in the visitor's language and not in that of the sources: no word
 * shows then that it says what they say, so that its text must not be given.
 */
export function heldBySources(
  text: string,
  sources: readonly CitedSource[],
  input: Pick<SupportInput, 'question' | 'language' | 'organization'>,
): { text: string; isTranslated: boolean } | null {
  const whole = sources.map((source) => `${source.title}. ${source.text}`).join('\n');
  if (isCopied(text, sources)) return { text, isTranslated: false };
  const said = splitSentences(text)
    .map((sentence) => withoutVerdict(sentence.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const answer = said.join(' ');
  if (said.length === 0 || !claimsStand(answer, whole, input.organization.name)) return null;
  if (said.some(isNegative) && !isNegative(whole)) return null;
  const visitors = phraseLanguage(input.question, input.language);
  const written = languageTags[foreignLanguage(whole) ?? ''] ?? 'en';
  const spoken = languageTags[foreignLanguage(text) ?? ''] ?? (hasEnglish(text) ? 'en' : visitors);
  if (spoken !== written)
    return spoken === visitors || spoken === languageOf(input.question)
      ? { text: answer, isTranslated: true }
      : null;
  return said.every((sentence) => isStated(sentence, sources)) ? { text: answer, isTranslated: false } : null;
}

/** Whether a text is made of whole sentences of its sources. */
function isCopied(text: string, sources: readonly CitedSource[]): boolean {
  const written = new Set(
    sources.flatMap((source) => splitSentences(flat(source.text)).map((one) => one.trim())),
  );
  return splitSentences(text).every((sentence) => written.has(sentence.trim()));
}

const languageOf = (text: string): string => languageTags[foreignLanguage(text) ?? ''] ?? 'en';
const hasEnglish = (text: string): boolean =>
  /\b(?:the|is|are|you|your|we|our|of|for|and|to|it|can)\b/i.test(text);

function claimsStand(text: string, source: string, organization: string): boolean {
  const isWithin = (said: ReadonlySet<string>, known: ReadonlySet<string>) =>
    [...said].every((one) => known.has(one));
  const lower = source.toLowerCase();
  const words = new Set(`${lower} ${organization.toLowerCase()}`.match(/[\p{L}\p{N}]+/gu));
  const isEnglish = foreignLanguage(text) === null && hasEnglish(text);
  return (
    inventedInPost(withDigits(text), sourceDigits(source)).length === 0 &&
    isWithin(sharesIn(text), sharesIn(source)) &&
    isWithin(currenciesIn(text), currenciesIn(source)) &&
    isWithin(datesIn(text), datesIn(source)) &&
    promisesIn(text).every((said) => lower.includes(said.length > 6 ? said.slice(0, 6) : said)) &&
    splitSentences(text).every((sentence) => {
      // Days and months are held against each other above, also across languages.
      const names = unknownNames(sentence.trim(), { words, isEnglish });
      return names.every((name) => datesIn(name).size > 0);
    })
  );
}

/** What nobody has to tell an assistant. */
const secrets =
  /\b(?:passwords?|passcode|pin|cvv|cvc|(?:credit|debit) ?cards?|card numbers?|iban|bank account|social security|tax file number|verification code|passwor[td]\p{L}{0,3}|kreditkarte\p{L}{0,9}|mot de passe|carte (?:bancaire|de crédit)|contraseña|tarjeta|senha|cartão|parola d'ordine|carta di credito|wachtwoord|creditcard)(?![\p{L}\p{N}])/iu;

/** Whether a text asks back and does nothing else: each sentence is a question, which tells nothing and asks for no secret. */
export function asksBack(
  text: string,
  { question, passages }: Pick<SupportInput, 'question' | 'passages'>,
): boolean {
  const said = splitSentences(text).filter((sentence) => sentence.trim() !== '');
  if (text.length > 300 || said.length === 0 || said.length > 2) return false;
  const known = [question, ...passages.map((passage) => `${passage.title} ${passage.text}`)]
    .join('\n')
    .toLowerCase();
  return (
    said.every((sentence) => /[?？؟]\s*$/u.test(sentence)) &&
    inventedInPost(text, question).length === 0 &&
    promisesIn(text).every((promise) => known.includes(promise)) &&
    !secrets.test(text)
  );
}
