const capital = String.raw`\p{Lu}[\p{L}'’]+`;
const kind = String.raw`(?:Road|Rd|Street|St|Highway|Hwy|Parade|Pde|Drive|Dr|Avenue|Ave|Motorway|Freeway|Expressway|Bridge|Boulevard|Blvd|Terrace|Tunnel)\b\.?`;
const notPlace = String.raw`(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|Arabic|I|We|Is|It|If|The|What|How|Could|Can|Please|Our|My)\b)`;
const suburb = String.raw`(?:,? (?:in |at |near )?${notPlace}${capital}(?: ${notPlace}${capital}){0,2})?`;
const road = new RegExp(
  String.raw`(?<!\p{L})((?:${notPlace}${capital} ){1,3}${kind}${suburb}|M[1-8]\b)`,
  'gu',
);
const site = String.raw`(?:billboards?|boards?|signs?|sites?|screens?|panels?|posters?|hoardings?)`;
const inSuburb = new RegExp(
  String.raw`\b${site} (?:[a-z]+ ){0,2}?(?:on|in|at|near|around|along|by) (?:the )?(${notPlace}${capital}(?: ${notPlace}${capital}){0,3})`,
  'u',
);
/** People who write in small letters. */
const lowerRoad = new RegExp(
  String.raw`\b${site} (?:on|at|in|near|along) (?:the )?([a-z]+ (?:road|rd|street|highway|hwy|parade|pde)(?: in [a-z]{4,})?)`,
  'u',
);

const aboutSite = new RegExp(
  String.raw`\b(?:${site}|digital|static|outdoor|advertis\w+|presence|spot|face|looking (?:at|for)|interested in|thinking of|available|\d+ weeks?|do you have)\b`,
  'i',
);
const rivals =
  /\b(?:another (?:company|provider|supplier)|competitors?|years? ago|last year|used to have|(?:we|I) had|lose|losing|instead of|apart from|except)\b/i;
/** The sender's own address. */
const ownPlace =
  /(?:\b(?:shop|store|office|clinic|showroom|restaurant|cafe|café|salon|yard|warehouse|school|home|house|lived?|located|based)\b[^,.;]{0,25}\b(?:on|at|in|near|opposite|off)|\b(?:we['’]re|we are|i['’]m|i am) (?:on|at|in|near|off)|\d+[a-z]?|corner of|opposite)\s(?:the\s)?$/i;

/**
 * The site that the sender asks for, in their words. Where they live or have their shop is none. The sentence before
 * may have said that it is about a site.
 */
export function findBillboard(sentence: string, previous = ''): string | null {
  if (rivals.test(sentence)) return null;
  if (aboutSite.test(sentence) || aboutSite.test(previous)) {
    for (const match of sentence.matchAll(road)) {
      const before = sentence.slice(Math.max(0, match.index - 60), match.index);
      if (!ownPlace.test(before)) return match[1]?.replace(/[.,]$/, '') ?? null;
    }
  }
  return inSuburb.exec(sentence)?.[1] ?? lowerRoad.exec(sentence)?.[1] ?? null;
}
