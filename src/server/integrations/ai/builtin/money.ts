const currency = String.raw`(?:(?:A|AU|US|NZ|C|CA|S|HK)?\$|[£€¥₹]|(?:AUD|USD|NZD|GBP|EUR|CAD|SGD|CHF|INR|JPY)\s?\$?)`;
const digits = String.raw`(?:\d{1,3}(?:[,.' \u00a0\u202f]\d{3}){1,3}(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,2})?(?!\d))`;
const end = String.raw`(?![\p{L}\d])`;
const thousands = String.raw`\s?(?:k|thousand|thou|grand|tausend|mille?|mil|million)${end}`;
const anyUnit = String.raw`\s?(?:k|m|mm|thousand|thou|grand|tausend|mil|mill|million|bn|billion)${end}`;
const named = String.raw`\s?(?:dollars?|bucks|quid|pounds?|euros?|AUD|USD|NZD|GBP|EUR|CAD|SGD|CHF|yen|€|£|\$)(?!\p{L})`;
const small = String.raw`(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|a couple(?: of)?|a few|half a|an?|several)`;
const words = String.raw`${small}(?: and a half)?(?: hundred)?(?: and fifty)? (?:thousand|grand|k|million|hundred)${end}(?: (?:and )?${small} hundred)?(?:${named})?(?! (?:opening|final|prix|finale|tour|hotel|launch|plan|scheme|percent))`;
/** Numbers of other things: people, distances, views. */
const other = String.raw`(?!\s?(?:%|percent|run|race|walk|people|followers|views|cars|vehicles|impressions|customers|visitors|members|subscribers|residents|households|km|kms|metres?|meters|units|guests|kids|students|children|attendees|delegates|runners|patients|seats|spectators|visits|litres|kg|tonnes|hectares|acres|words|characters|pixels|px|mm|cm|lumens|nits|watts|calls|orders|homes|houses|beds|rooms|locations|clinics|branches|schools|hours|hrs|mins|minutes|pages|flyers|leaflets|staff|employees|fans|downloads|users|eyeballs|sqm|m2|weeks?|months?|days?|times|seconds|sites|stores|shops|panels|screens|shares)${end})`;

/** 'Low four figures'. */
const figures = String.raw`(?:(?:very )?(?:low|mid|middle|high|upper)[- ](?:to[- ](?:mid|high)[- ])?)?(?:three|four|five|six|[3-6])[- ]figures?(?! of)`;
const amount = String.raw`(?:${currency}\s?${digits}(?:${anyUnit})?(?:${named})?|${digits}${thousands}(?:${named})?|${digits}${named}|${words}|${figures})`;
const bare = String.raw`(?:(?:${currency}\s?)?${digits}(?:${anyUnit})?|${small})`;
const to = String.raw`\s?(?:-|–|—|to|and|or|bis|à)\s?`;
const about = String.raw`(?:(?:about|around|roughly|approximately|approx\.?|up to|between|from|a maximum of|maximum(?: of)?|max\.?|no more than|not more than|not above|at most|at least|a bit (?:over|under)|just (?:over|under)|under|below|circa|ca\.?|somewhere (?:around|between|near)|in the region of|in the vicinity of|close to|close to|nearly|more like|say|bis zu|maximal|jusqu'à|hasta|fino a|até|tot)\s)`;
const per = String.raw`(?:,?\s?(?:(?:per|a|an|each|every|\/|pro|par|por|al|per)\s?(?:week|month|fortnight|quarter|year|annum|panel|site|screen|board|day|wk|mth|mo|woche|monat|mois|semaine|mes|semana)|p\/?w|p\/?m|p\.w\.|p\.m\.|weekly|monthly|fortnightly|annually|all up|all in|all inclusive|in total|total|tops|max(?:imum)?|plus gst|net|\+ ?gst|ex(?:cluding|cl\.?)? gst|inc(?:luding|l\.?)? gst)(?![\p{L}]))`;

/** An amount of money as people write it, with the words before and after that belong to it. */
export const moneyPattern = new RegExp(
  String.raw`(?<![\p{L}\d.,$])${about}?(?:${bare}${to}${amount}|${amount}(?:${to}${amount})?)${other}${per}{0,2}`,
  'giu',
);

const plain = String.raw`(?:\d{1,3}(?:[,.' ]\d{3}){1,2}|[1-9]\d{2,5})`;
const afterPlain = String.raw`(?=\s*(?:$|[.,;!?)\]+/–—-](?!\d)|(?:per|a|an|each|every|set|put|all|in|for|to|on|max|tops|total|plus|incl\w*|excl\w*|ex|or|and|is|was|only|but|available|this|of|as|from|would|approved|aside|mate|so|if|with|at|net|gross|odd|together|towards?)${end}))`;
/** A number that stands where an amount stands ('no more than 9,500 all told'): nothing that is counted follows. */
export const plainAmount = new RegExp(
  String.raw`(?<![\p{L}\d.,$#/:-])(?<!\b(?:no|ref|level|lot|box|size|phone|ph|tel|on|abn|unit|suite|shop)[.:]?\s)${about}?(?!(?:19|20)\d\d(?!\d))${plain}(?:${to}${plain})?(?![\d%/:]|[.,]\d)${afterPlain}${per}{0,2}`,
  'giu',
);

/** 'Not more than 3000': the word before it makes it a bound, whatever follows but a thing that is counted. */
export const boundAmount = new RegExp(
  String.raw`(?<![\p{L}\d])(?:up to|a?\s?max(?:imum)?(?: of)?|no more than|not more than|not above|at most)\s(?!(?:19|20)\d\d(?!\d))${plain}(?![\d%/:]|[.,]\d)${other}${per}{0,2}`,
  'giu',
);

/** A number that only the word before it makes money: 'budget is 12000'. */
export const bareAmount = new RegExp(
  String.raw`(?<=\b(?:budget|spend|afford|presupuesto|orçamento|amount|limit|ceiling)\b[^.;?!\d]{0,30})(?<![\p{L}\d.,$])${about}?(?!(?:19|20)\d\d(?!\d))(?:\d{1,3}(?:[,.' ]\d{3}){1,2}|\d{3,7})(?:${to}(?:\d{1,3}(?:[,.' ]\d{3}){1,2}|\d{3,7}))?(?![\d%/:]|[.,]\d)${other}${per}?`,
  'giu',
);

const wordValues: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  couple: 2,
  few: 3,
};

/** The largest amount that a text of `moneyPattern` names, in whole units of its currency. */
export function amountOf(text: string): number {
  const low = text.toLowerCase();
  const scale = /million|\bmil\b|\d\s?m(?![a-z])/.test(low)
    ? 1e6
    : /thousand|grand|tausend|\dk|\bk\b|\d\sk/.test(low)
      ? 1e3
      : 1;
  const numbers = [...low.matchAll(/\d[\d,.' \u00a0\u202f]*/g)].map(([found]) => {
    const [whole = ''] = found.trim().split(/[.,](?=\d{1,2}$)/);
    return Number(whole.replace(/\D/g, ''));
  });
  if (numbers.length > 0) {
    const largest = Math.max(...numbers);
    return largest < 1000 ? largest * scale : largest;
  }
  const figure = /(three|four|five|six)[- ]figure/.exec(low)?.[1];
  if (figure)
    return 10 ** ((wordValues[figure] ?? 1) - 1) * (/low/.test(low) ? 2 : /high|upper/.test(low) ? 8 : 5);
  const spoken = [...low.matchAll(/[a-z]+/g)].reduce((sum, [word]) => sum + (wordValues[word] ?? 0), 0);
  return Math.max(1, spoken) * (/hundred/.test(low) && scale === 1 ? 100 : scale);
}
