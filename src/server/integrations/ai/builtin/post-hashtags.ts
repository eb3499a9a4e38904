import { hashtagsOf } from '../post-form.ts';

const stopWords = new Set(
  'metre metres meter meters month months nearby ignore sorry rules about above after again all also always and another any are around back because been before being below best better between both but can come comes could does doing done down during each else ever every everyone find first for free friday from get gets give goes going good great have having help here hers his how into its join just keep know last less let like likely look made make many monday more most much must near need never next not now off once one only open opened opening opens other our ours out over own people please post really same saturday saying says see send share shall she should since some soon start starts still such sunday take tell than thank thanks that the their them then there these they thing things this those through thursday time today together tomorrow too tuesday two under until upon use used using very visit want was wednesday week weekend well went were what when where which while who whole why will with within without work would write year years yes yet you your'.split(
    ' ',
  ),
);
const notWords = /https?:\/\/\S+|www\.\S+|\S+@\S+|(?<!\w)[@#][\w.]+|\b[\w-]+\.[a-z]{2,}\S*/giu;
const shortest = 4;
const longest = 30;

/** Several capitalised words in a row are one name; otherwise words by themselves. */
const wordsOrNames = /\p{Lu}[\p{L}\p{N}'’]*(?: \p{Lu}[\p{L}\p{N}'’]*){1,2}|\p{L}[\p{L}\p{N}'’-]*/gu;
const singleWords = /\p{L}[\p{L}\p{N}'’-]*/gu;

interface Candidate {
  tag: string;
  /** A name, or a word with a capital in the middle of a sentence. */
  named: boolean;
  at: number;
}

/**
 * Hashtags made of words of the brief, names first, then long words; at most as many as are missing to `most` beside its
 * own. Where the language is not surely English, only words with a capital, since others may be any part of speech.
 */
export function hashtagsFor(sentences: readonly string[], most: number, english: boolean): string[] {
  const own = new Set(sentences.flatMap(hashtagsOf).map((tag) => tag.toLowerCase()));
  const found = new Map<string, Candidate>();
  let at = 0;
  for (const sentence of sentences) {
    const capitals = sentence === sentence.toUpperCase();
    const words = sentence.replace(notWords, (part) => '.'.repeat(part.length));
    for (const { 0: word, index } of words.matchAll(capitals ? singleWords : wordsOrNames)) {
      at += 1;
      const candidate = candidateOf(word, {
        first: /^[^\p{L}]*$/u.test(words.slice(0, index)),
        capitals,
        at,
      });
      if (candidate === null || own.has(candidate.tag.toLowerCase())) continue;
      if (!found.has(candidate.tag.toLowerCase())) found.set(candidate.tag.toLowerCase(), candidate);
    }
  }
  const only = found.size === 1 && at === 1;
  return [...found.values()]
    .filter(({ named }) => english || named || only)
    .toSorted(
      (a, b) =>
        Number(b.named) - Number(a.named) || (a.named ? 0 : b.tag.length - a.tag.length) || a.at - b.at,
    )
    .slice(0, Math.max(0, most - own.size))
    .toSorted((a, b) => a.at - b.at)
    .map(({ tag }) => tag);
}

function candidateOf(
  word: string,
  where: { first: boolean; capitals: boolean; at: number },
): Candidate | null {
  const parts = word.split(' ');
  // The first word of a sentence has its capital from there.
  const kept = parts.filter((part) => !stopWords.has(part.toLowerCase()));
  const name = kept.map((part) => part.replace(/['’]s$/u, '').replace(/[^\p{L}\p{N}]/gu, '')).join('');
  if (name.length < shortest || name.length > longest) return null;
  const named = !where.capitals && /^\p{Lu}/u.test(kept[0] ?? '') && (!where.first || kept.length > 1);
  if (!named && (/(?:ly|ing|ed)$/i.test(name) || /['’]/.test(word))) return null;
  return { tag: `#${name.charAt(0).toUpperCase()}${name.slice(1)}`, named, at: where.at };
}
