/** Words of languages that are told apart nowhere else, and say nothing of what is said. */
const plain = new Set(
  'about also been before being both could does doing done each either from have having here into just kind like made make more most much must need once only other over please same shall should since some such than that their them then there these they this those through under until upon very want well were what when where which while will with within would your yours aber auch dass eine einen einem einer haben kann können oder sich sind sein ihre ihrer ihnen wird werden wenn nach über vous votre nous notre pour avec dans cette sont être peut plus para como esta este está pueden puede por sobre anche della delle sono questa questo può você seus pode isso voor naar onze deze kunt hebben wordt'.split(
    ' ',
  ),
);
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** The words that say something, without their endings; pairs of characters where a script divides no words. */
export function saidWords(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).flatMap((word) => {
    if (cjk.test(word)) {
      const characters = Array.from(word);
      return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
    }
    if (/\p{N}/u.test(word)) return [word];
    return word.length < 4 || plain.has(word) ? [] : [withoutEnding(word)];
  });
}

function withoutEnding(word: string): string {
  const stem = word.replace(/(?:ings?|ies|ied|ed|es|s|ly|en|er|e|y)$/u, '');
  return stem.length < 4 ? word : stem;
}

/** Whether two words without their endings are forms of one: one goes on from the other. */
function isAlike(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long === short || (short.length >= 4 && long.length - short.length <= 4 && long.startsWith(short));
}

/** The share of words that stand among others, 0 to 1; 1 of no words. */
export function sharedShare(words: readonly string[], among: readonly string[]): number {
  if (words.length === 0) return 1;
  return words.filter((word) => among.some((other) => isAlike(word, other))).length / words.length;
}
