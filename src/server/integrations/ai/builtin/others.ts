import type { Sentence } from './sentences.ts';

const rival =
  /\b(?:competitors?|rivals?|(?:an)?other (?:company|companies|agency|agencies|providers?|suppliers?|vendors?|outfit|mob|firm)|elsewhere)\b/i;
const they = /\b(?:they|them|their|theirs)\b/i;

/**
 * Sentences about firms that compete with the reader's: what 'they' do where such a firm is named in the same sentence or
 * the one before. 'They' by itself may be the lead's own client.
 */
export function aboutOthers(sentences: readonly Sentence[]): ReadonlySet<Sentence> {
  const found = new Set<Sentence>();
  let named: Sentence | null = null;
  for (const sentence of sentences) {
    const names = rival.test(sentence.text);
    const goesOn = names || named?.message === sentence.message;
    if (goesOn && they.test(sentence.text)) found.add(sentence);
    named = names || found.has(sentence) ? sentence : null;
  }
  return found;
}
