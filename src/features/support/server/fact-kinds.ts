/** What is asked for, and how it looks where it is said. */
export interface Fact {
  asks: RegExp;
  said: RegExp;
  /** Stems that only say what is asked for, not about what. */
  words: RegExp;
}

const numeral = String.raw`one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred`;
const number = String.raw`(?:\d|\b(?:${numeral}|half|single|several|couple|few|once|twice|both|no limit|unlimited)\b)`;
const unit = String.raw`(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|fortnights?|months?|years?|nights?)\b`;
/** The rest of a number's digits: so many that a long row of them is not read again from each of them. */
const digits = String.raw`[\d.,]{0,12}`;
const counted = String.raw`${number}(?:${digits}|\b)(?:\s?(?:to|or|and|-|–)\s?${number}${digits})?[\s-]{1,3}(?:(?:business|working|calendar|full|more|consecutive|whole)\s+)?${unit}`;
/** A number of things or of a unit that is asked for: no amount of money, and not how often. */
const count = String.raw`(?<![$€£¥₹]\s?)(?<![\d.,:])\d${digits}(?![\d.,:])|\b(?:${numeral}|single|several|couple|few|both|no limit|unlimited)\b`;
/** A number of things, which a length of time, an hour of the day or a share is not. */
const things = String.raw`(?:${count})(?!(?:\s?(?:to|or|and|-|–)\s?${number}${digits})?(?:\s?(?:%|per ?cent|[ap]\.?m)|[\s-]{1,3}(?:(?:business|working|calendar|full|more|consecutive|whole)\s+)?${unit}))`;
const duration = String.raw`${counted}|\b(?:for|takes?|lasts?|within|about|after|in|than|is|of|next|same)\s+(?:an?\s+|the\s+)?(?:half\s+(?:an?\s+)?)?${unit}|\b(?:lifetime|overnight|until|till|permanent(?:ly)?|immediate(?:ly)?|instant(?:ly)?|at once|straight away)\b`;
const length = String.raw`${number}${digits}[\s-]?(?:square |cubic )?(?:mm|cm|m|km|met(?:re|er)s?|kilomet(?:re|er)s?|feet|ft|inch(?:es)?|miles?)\b`;
/** How much of a thing there is, in a measure or by the people that it holds. */
const extent = String.raw`${number}${digits}[\s-]?(?:%|kgs?\b|kilos?|kilograms?|grams?|tonnes?|tons?|lit(?:re|er)s?|[kmgt]b\b|pixels?|px\b|sqm\b|m[²2]|hectares?|acres?|people|persons?|guests?|seats?|min(?:ute)?s?)|\d\s?(?:x|×|by)\s?\d`;
const clock = String.raw`\b\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m|p\.m|h\b|o'clock|uhr)|\b\d{1,2}:\d\d\b|\b(?:noon|midday|midnight|overnight|24 hours|24\/7|around the clock)\b`;
const moment = String.raw`\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|daily|weekly|monthly|yearly|annually|before|after|once|when|during|within|as soon as|first|on|at the (?:start|end|beginning)|in advance|always|any ?time)\b`;
const money = String.raw`[$€£¥₹]|^(?=.*\b(?:fee|charge|surcharge|cost|price|rate|deposit|commission|interest|tax|off|rebate)s?\b).*\d\s?(?:%|per ?cent)|\b(?:AUD|USD|NZD|GBP|EUR|CAD|CHF|dollars?|euros?|pounds?|cents?|pence|free|complimentary|gratis|waived|discount(?:ed|s)?|without (?:an? |any |extra |additional )?(?:fee|charge|cost|interest)|no (?:extra |additional |further |separate )?(?:fee|charge|cost|surcharge)s?)\b`;

/** Kinds of facts that a question can ask for, each told by the question's own words. */
export const facts: readonly Fact[] = [
  {
    asks: /\bhow (?:much|expensive)\s+(?:is|are|was|does|do|did|would|will|for|to|per)\b(?![^.?!]*\b(?:weigh|hold|fit|know|notice|time|space)\b)|\bwhat(?:'?s| is| are| does| do| would| will| did)\b[^.?!,]*\b(?:prices?|costs?|fees?|charges?|surcharges?|rates?)\b|\bis there an?\b[^.?!,]*\b(?:fee|charge|surcharge|cost)\b|^\W*(?:the )?(?:prices?|costs?|fees?|charges?|rates?)\b|^(?!\W*(?:where|when|why|who|how|do|does|can|is|are)\b)[^.?!,]*\b(?:price|cost|fee)s?\W*$/iu,
    said: new RegExp(money, 'iu'),
    words: /^(?:cost|price|fee|charg|rate|pay|paid|payment|surcharg|expens)$/u,
  },
  {
    asks: /\bhow long\b/iu,
    said: new RegExp(`${duration}|${length}`, 'iu'),
    words: /^(?:long|take|last)$/u,
  },
  {
    asks: /\b(?:what time|how (?:late|early)|(?:until|till) when)\b/iu,
    said: new RegExp(`${clock}|${duration}`, 'iu'),
    words: /^(?:time|late|earli)$/u,
  },
  {
    asks: /\bwhen\s+(?:is|are|was|do|does|did|can|could|will|would|must|should|may|shall|have)\b/iu,
    said: new RegExp(`${clock}|${duration}|${moment}`, 'iu'),
    words: /^(?:time|day|date)$/u,
  },
  {
    asks: /\b(?:what|which) days?\b/iu,
    said: /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|daily|every ?day|any day|\d(?:st|nd|rd|th)|january|february|march|april|may|june|july|august|september|october|november|december)\b/iu,
    words: /^day$/u,
  },
  {
    asks: new RegExp(`\\bhow many\\s+(?:\\p{L}+\\s+)?${unit}`, 'iu'),
    said: new RegExp(count, 'iu'),
    words: /^mani$/u,
  },
  {
    asks: new RegExp(`\\bhow many\\b(?!\\s+(?:\\p{L}+\\s+)?${unit})`, 'iu'),
    said: new RegExp(things, 'iu'),
    words: /^mani$/u,
  },
  {
    asks: /\bhow (?:big|large|tall|wide|high|heavy|far|deep|thick)\b/iu,
    said: new RegExp(`${length}|${extent}`, 'iu'),
    words: /^(?:big|larg|tall|wide|high|heavi|far|deep|thick)$/u,
  },
  {
    asks: /\bhow often\b/iu,
    said: new RegExp(
      `${duration}|\\b(?:each|every|per|an?)\\s+(?:\\p{L}+\\s+){0,2}${unit}|\\b(?:daily|weekly|monthly|yearly|annually|regularly|times|once|twice|as often|any ?time|always|never|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\\b`,
      'iu',
    ),
    words: /^often$/u,
  },
  {
    asks: /\b(?:how old|(?:from|at) (?:what|which) age)\b/iu,
    said: new RegExp(
      `\\bage[ds]?\\b|\\b(?:under|over|above|below|from|until|since|turns?|founded|established)\\s+${number}(?!\\s*(?:[ap]m|km|%|days?|hours?))|${number}[\\s-]+(?:(?:to|and|or)\\s+${number}\\s+)?(?:weeks?|months?|years?)[\\s-]+(?:old|of age)`,
      'iu',
    ),
    words: /^(?:old|age)$/u,
  },
  {
    asks: /\bwho(?:'s| is| are)\s+(?:the|your|our|this|that)\b/iu,
    // A name, which does not begin the sentence.
    said: /[\p{L}\p{N},)]\s+\p{Lu}\p{L}/u,
    words: /^who$/u,
  },
  {
    asks: /\bwhy\b/iu,
    said: /\b(?:because|since|so that|due to|owing to|reason|therefore|if|unless|otherwise|to (?:protect|ensure|avoid|prevent|keep|cover))\b/iu,
    words: /^(?:why|reason)$/u,
  },
];
