const links =
  /(?:https?:\/\/|www\.)[^\s<>"'‹›]+|(?<![\p{L}\p{N}@.-])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:\/[^\s<>"'‹›]*)?/giu;
const emails = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const names = /(?<![\w@/.])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu;
/** What ends a sentence or a bracket is no part of a link. */
const endMarks = /[.,;:!?)\]}*_]+$/;
/** A telephone number, however it is divided. */
const telephones = /(?<![\p{L}\p{N}])\+?\(?\d[\d ().-]{6,18}\d(?!\d)/gu;
/** Digits with their thousands, a decimal part, and a word or letter that multiplies them. */
const figures =
  /(\d{1,3}(?:[,'’ \u202f]\d{3})+(?!\d)|\d+)(?:[.,](\d+))?(?:\s?(k|thousand|m|mn|million|bn|billion)(?![\p{L}\p{N}]))?/giu;
const factors: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

/** What of a text can be held against another text. */
interface Claim {
  said: string;
  at: number;
  /** The forms in which two texts are compared: any of these in the source will do. */
  forms: string[];
}

/** A text without disguises: other forms of letters as usual ones, digits of any script as 0 to 9, which stand in a row in each (Unicode Standard, section 4.6). */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

function claimsOf(text: string): Claim[] {
  const claims: Claim[] = [];
  let rest = text;
  const take = (pattern: RegExp, formsOf: (found: readonly string[]) => string[]) => {
    rest = rest.replace(pattern, (...found) => {
      const [said, at] = [found[0], Number(found.at(-2))];
      const forms = formsOf(found.slice(0, -2).map((part) => (typeof part === 'string' ? part : '')));
      if (forms.length === 0) return said;
      claims.push({ said: said.trim().replace(endMarks, ''), at, forms });
      return ' '.repeat(said.length);
    });
  };
  take(emails, ([found = '']) => [found.toLowerCase()]);
  take(links, ([found = '']) => [bareLink(found)]);
  take(names, ([found = '']) => [found.toLowerCase()]);
  take(telephones, ([found = '']) => {
    const digits = found.replace(/\D/g, '');
    return digits.length < 8 ? [] : [`tel:${digits}`];
  });
  take(figures, valuesOf);
  return claims;
}

function bareLink(link: string): string {
  const [bare = ''] = link.toLowerCase().split(endMarks);
  return bare
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
}

/** `5m` is five metres or five million: both are listed. */
function valuesOf([, whole = '', decimals = '', unit = '']: readonly string[]): string[] {
  const bare = Number(`${whole.replace(/\D/g, '')}.${decimals || '0'}`);
  const factor = factors[unit.toLowerCase()];
  if (factor === undefined) return [String(bare)];
  return unit.toLowerCase() === 'm' ? [String(bare), String(bare * factor)] : [String(bare * factor)];
}

export interface Invented {
  /** The number, link, address or @name. */
  said: string;
  /** The sentence that holds it. */
  sentence: string;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Numbers, links, email addresses and @names of a draft that its source does not hold, at most 20. Numbers are compared
 * by value, links without scheme and `www.`; a number in words is not seen.
 */
export function inventedInPost(draft: string, source: string): Invented[] {
  const known = new Set(claimsOf(plain(source)).flatMap(({ forms }) => forms));
  const text = plain(draft);
  const unknown = claimsOf(text).filter(({ forms }) => !forms.some((form) => known.has(form)));
  const invented = new Map<string, Invented>();
  for (const { said, at } of unknown.toSorted((one, other) => one.at - other.at)) {
    if (invented.size === 20) break;
    const sentence = sentences.segment(text).containing(at)?.segment.trim() ?? said;
    if (!invented.has(said)) invented.set(said, { said, sentence });
  }
  return [...invented.values()];
}
