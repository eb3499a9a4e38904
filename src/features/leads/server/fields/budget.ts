const currency = String.raw`(?:(?:A|AU|US|NZ)?\$|(?:AUD|USD|NZD)\s?\$?)`;
const unit = String.raw`(?:\s?(?:k|m|thousand|grand|million)\b)`;
const digits = String.raw`\d{1,3}(?:[, ]\d{3})+(?:\.\d\d)?|\d+(?:\.\d+)?`;
/** With a currency, with thousands, or at least in the hundreds: '3 weeks' and '40%' are no money. */
const amount = String.raw`(?:${currency}\s?(?:${digits})${unit}?|(?:${digits})${unit}|\d{1,3}(?:,\d{3})+|\d{4,7}(?=\s?(?:dollars|aud|bucks)\b))`;
const bare = String.raw`(?:${currency}\s?)?(?:${digits})`;
const range = String.raw`(?:(?:${bare})\s?(?:-|–|to|and|or)\s?${amount}|${amount}(?:\s?(?:-|–|to|or)\s?${amount})?)`;
const about = String.raw`(?:about|around|roughly|approximately|approx\.?|up to|between|maximum|max\.?|somewhere around|no more than|a bit over|just under|under)`;
const per = String.raw`(?:\s?(?:per|a|/)\s?(?:week|month|fortnight|panel|site))?`;
const money = String.raw`(?<money>(?:${about}\s)?${range}${per})(?![\d%]|\s?(?:weeks?|months?|days?|people|metres?|km)\b)`;

const own = String.raw`\b(?:budget\w*|spend(?:ing)?|afford|allocated|earmarked|(?:set|put|putting|setting) aside|(?:to )?work with|(?:go|stretch) (?:up )?to|(?:willing|happy|able|prepared|looking) to pay|we (?:can|could) (?:do|pay)|cap(?:ped)? (?:it )?at)\b`;
const before = new RegExp(String.raw`${own}(?<between>[^.;?!]{0,60}?)\s?${money}`, 'iu');
const after = new RegExp(
  String.raw`${money}(?<between>[^.;?!\d]{0,45}?)\b(?:budget|to spend|is what we can|set aside|put aside|allocated|earmarked|to work with|to play with|approved)\b`,
  'iu',
);

/** What others have, took, asked for or were paid is not the sender's budget. */
const notOurs =
  /\b(?:competitors?|rivals?|others?|another|quot(?:ed?|es)|charged?|offered|they|their|he|she|last (?:year|time|month)|previous(?:ly)?|used to|turnover|turns? over|revenue|sales|raised|funding|worth|profit|rent|your (?:price|rate|quote)|discount|save[ds]?|overspen[dt])\b/i;
/** Parts of a sentence that speak of different things: 'they charge 9k, but we can spend 7k'. */
const clause = /(?:;|,?\s(?:but|although|though|whereas|while)\s|\s[-–—]\s|,\s(?=(?:our|we|i|my|so)\b))/i;

/** What the sender says to have for it, in their words. Revenue, rents and other people's prices are none. */
export function findBudget(sentence: string): string | null {
  for (const part of sentence.split(clause)) {
    if (notOurs.test(part)) continue;
    for (const pattern of [before, after]) {
      const match = pattern.exec(part);
      const value = match?.groups?.money?.replace(/[.,;]+$/, '').trim();
      if (value && !match?.groups?.between?.includes('%')) return value;
    }
  }
  return null;
}
