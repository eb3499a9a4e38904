import type { Found } from './budget.ts';
import type { Sentence } from './sentences.ts';
import { generalInterest, type Interest } from './taxonomy.ts';

/** What the sender does not want, or no longer. */
const refused =
  /\b(?:besides|apart from|other than|except(?: for)?|rather than|instead of|not (?:interested in|looking for|keen on|after|a fan of|really|so much|sure about|the|into)|no longer (?:want|need|interested in)|don't (?:want|need|like|do|think)|do not (?:want|need)|aside from|never|forget|no more|without|over|skip|drop(?:ping)?|scrap(?:ping)?)\s(?:(?:the|a|an|any|your|large|big|more|usual|old|in)\s){0,3}(?:\w+\s)?$/i;
const others =
  /\b(?:competitors?|rivals?|(?:an)?other (?:company|agency|provider|supplier)|last year|used to|previously|years? ago|(?<!\bif )we (?:did|tried|ran|had))\b/i;

const name = String.raw`\p{Lu}[\p{L}'-]+`;
const notPlace = String.raw`(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Q[1-4]|Christmas|Easter|Hi|Hello|Dear|Thanks|Regards|We|It|The|This|That|Our|My|What|How|Could|Can|Do|Please|Is|Are)\b)`;
const roadKind = String.raw`(?:Road|Rd|Street|St|Highway|Hwy|Parade|Pde|Drive|Dr|Avenue|Ave|Motorway|Freeway|Fwy|Expressway|Bridge|Boulevard|Blvd|Terrace|Tunnel|Lane|Way|Esplanade|Square|Roundabout)\b`;
const road = new RegExp(String.raw`(?<!\p{L})((?:${notPlace}${name} ){1,3}${roadKind})`, 'gu');
const lowerRoad =
  /\b(?:on|along|at|near|off|site|sign|board|billboard|screen)s? (?:on |along |at |near |off )?((?!the\b)[a-z]{3,} (?:road|rd|street|highway|hwy|parade|pde|freeway|motorway|bridge)) /g;
const place = new RegExp(
  String.raw`\b(?:billboards?|boards?|sites?|screens?|panels?|signs?|shelters?|posters?|trucks?|ads?|space|campaign|advertis\w+|outdoor|digital|something|spots?|presence|exposure|options?)\b[^.;?!]{0,25}\b(?:in|at|near|around|across|along|on)\s(?:the )?((?:${notPlace}${name})(?: (?:${notPlace}${name}|CBD)){0,2})`,
  'gu',
);
const ownAddress =
  /\b(?:shop|store|office|clinic|showroom|restaurant|cafe|salon|yard|warehouse|located|based|live|corner|we're|we are|i'm)\b[^,.;]{0,25}\b(?:on|at|in|near|opposite|off|of)\s(?:the )?$/i;
const limit = 12;

/** Formats and places that the lead asks for. What they had, refuse, or know from others is none. */
export function findInterests(sentences: readonly Sentence[], taxonomy: readonly Interest[]): Found[] {
  const found = new Map<string, Found>();
  const refusedLabels = new Set<string>();
  const add = (value: string, sentence: Sentence) => {
    const key = value.toLowerCase();
    if (!found.has(key) && found.size < limit) found.set(key, { value, sentence });
  };
  for (const sentence of sentences) {
    let text = sentence.text;
    const foreign =
      others.test(text) &&
      !/\b(?:want|need|looking|interested|like|book|price|quot\w+|came (?:in|back) at)\b/i.test(text);
    if (foreign) continue;
    for (const { label, words } of taxonomy) {
      text = text.replace(words, (match, ...rest: unknown[]) => {
        const at = rest.find((one) => typeof one === 'number') ?? 0;
        if (refused.test(text.slice(Math.max(0, at - 60), at))) {
          refusedLabels.add(label.toLowerCase());
          found.delete(label.toLowerCase());
        } else add(label, sentence);
        return '#'.repeat(match.length);
      });
    }
  }
  if (found.size === 0) {
    const general = sentences.find(({ text }) => text.search(generalInterest.words) >= 0);
    if (general && !refusedLabels.has('billboard')) add(generalInterest.label, general);
  }
  for (const sentence of sentences) for (const value of placesIn(sentence.text)) add(value, sentence);
  return [...found.values()];
}

function placesIn(text: string): string[] {
  const values: string[] = [];
  for (const match of text.matchAll(road)) {
    const before = text.slice(Math.max(0, match.index - 50), match.index);
    if (!ownAddress.test(before) && !/\d+[a-z]?\s$/i.test(before) && match[1]) values.push(match[1]);
  }
  for (const match of text.matchAll(lowerRoad)) if (match[1]) values.push(match[1]);
  for (const match of text.matchAll(place)) {
    const value = match[1] ?? '';
    if (!values.some((known) => known.includes(value) || value.includes(known)) && value !== '')
      values.push(value);
  }
  return values;
}
