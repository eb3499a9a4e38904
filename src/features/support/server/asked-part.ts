import { splitSentences } from '#server/integrations/ai/builtin/sentences.ts';

const asks =
  /[?？]\s*$|^\W*(?:how|what|when|where|which|who|whose|why|can|could|may|do|does|did|is|are|was|will|would|should|shall|must|have|has)\b|\b(?:(?:like|want|need|love) to (?:know|ask)|(?:tell|let) me know|wonder(?:ed|ing)?|my question)\b/i;

/** The one sentence of a longer message that asks something; null where all of it asks, or several do. */
export function askedPart(message: string): string | null {
  const sentences = message
    .split(/\n+/)
    .flatMap(splitSentences)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  const asking = sentences.filter((sentence) => asks.test(sentence));
  return sentences.length > 1 && asking.length === 1 ? (asking[0] ?? null) : null;
}

/** How much of something is asked for, which the answer need not say: 'how long', 'how often'. */
const measures =
  /\b(?:how|hw)\s+(long|often|quick(?:ly)?|soon|big|large|small|far|fast|high|tall|wide|old|early|late|bright|hard|easy|expensive)\b/gi;

/** The words of a question that only say in which measure it is to be answered, in lower case. */
export function measureWords(question: string): string[] {
  return [...question.matchAll(measures)].flatMap(([, word]) => (word ? [word.toLowerCase()] : []));
}
