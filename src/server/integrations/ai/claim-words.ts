import { languageTags } from './builtin/language.ts';

/** Numbers in words from two on: 'one' is too often no number. Each list counts up from two. */
const counted = [
  'two three four five six seven eight nine ten eleven twelve',
  'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'deux trois quatre cinq six sept huit neuf dix onze douze',
  'dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'due tre quattro cinque sei sette otto nove dieci undici dodici',
  'dois três quatro cinco seis sete oito nove dez onze doze',
  'twee drie vier vijf zes zeven acht negen tien elf twaalf',
];
const further: readonly (readonly [string, number])[] = [
  ['thirteen', 13],
  ['fourteen', 14],
  ['fifteen', 15],
  ['sixteen', 16],
  ['seventeen', 17],
  ['eighteen', 18],
  ['nineteen', 19],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
];
const numbers = new Map<string, number>([
  ...counted.flatMap((words) => words.split(' ').map((word, at): [string, number] => [word, at + 2])),
  ...further,
]);
/** That say 'one' without doubt only in what an answer rests on. */
const one = /\b(?:one|eine?n?|une?|una?|uno|um|uma|één)\b/iu;

/** A text with its numbers in words as digits, so that 'four weeks' and '4 weeks' are the same. */
export function withDigits(text: string): string {
  return text.replace(/[\p{L}]+/gu, (word) => {
    const value = numbers.get(word.toLowerCase());
    return value === undefined ? word : String(value);
  });
}

/** The same for what answers rest on: there 'one' is the number too. */
export function sourceDigits(text: string): string {
  return `${withDigits(text)} ${one.test(text) ? '1' : ''}`;
}

/** Names of weekdays and months in the languages whose words are known, as Unicode's data has them, each with what it means. */
const dates = new Map<string, string>();
for (const language of ['en', ...Object.values(languageTags)].slice(0, 7)) {
  const named = (options: Intl.DateTimeFormatOptions, at: Date) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at);
  // The first of January 2024 was a Monday.
  for (let day = 1; day <= 7; day += 1)
    dates.set(named({ weekday: 'long' }, new Date(Date.UTC(2024, 0, day))), `weekday ${day}`);
  for (let month = 0; month < 12; month += 1) {
    const at = new Date(Date.UTC(2024, month, 1));
    dates.set(named({ month: 'long' }, at), `month ${month + 1}`);
    // As it stands in a date, where some languages bend it.
    dates.set(named({ month: 'long', day: 'numeric' }, at).replace(/[^\p{L}]/gu, ''), `month ${month + 1}`);
  }
}

/** The weekdays and months that a text names, in any of the known languages. */
export function datesIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}-]+/gu)) {
    const lower = word.toLowerCase();
    // English and German write them with a capital: 'may' and 'march' are other words.
    const meant =
      dates.get(word) ??
      dates.get(word.replace(/s$/u, '')) ??
      (word === lower ? undefined : dates.get(lower));
    if (meant !== undefined) found.add(meant);
  }
  return found;
}

const money: readonly (readonly [string, RegExp])[] = [
  ['dollars', /\$|\b(?:AUD|USD|NZD|CAD|dollars?|dólares|dollari)\b/iu],
  ['euros', /€|\b(?:EUR|euros?)\b/iu],
  ['pounds', /£|\b(?:GBP|pounds?|pfund|livres)\b/iu],
  ['yen', /¥|\b(?:JPY|yen)\b|円/iu],
];

/** The currencies that a text speaks of. */
export function currenciesIn(text: string): Set<string> {
  return new Set(money.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])));
}

/** Values that are a share: '25%' is not '$25'. */
export function sharesIn(text: string): Set<string> {
  return new Set(
    [
      ...text.matchAll(
        /(\d+(?:[.,]\d+)?)\s?(?:%|per ?cent|prozent|pour ?cent|por ciento|per cento|por cento|procent)/giu,
      ),
    ].map(([, value = '']) => value.replace(',', '.')),
  );
}

/** What a company is held to when its assistant says it, in the languages whose words are known. */
const promises =
  /(?<![\p{L}\p{N}])(?:free|complimentary|no charge|waive[sd]?|discount(?:s|ed)?|refund(?:s|ed|able)?|guarantee[ds]?|voucher|compensat\p{L}{1,8}|legally binding|unlimited|always|never|anytime|any time|forever|everyone|everything|all of (?:it|them)|no limits?|gratis|kostenlos\p{L}{0,2}|umsonst|gratuit\p{L}{0,4}|gratuiti?|rabatt\p{L}{0,2}|remise|remboursé\p{L}{0,2}|erstattet|rückerstattung|garantie\p{L}{0,3}|garantiert\p{L}{0,2}|garantiz\p{L}{0,4}|descuento|desconto|sconto|korting|reembols\p{L}{0,4}|rimborso|terugbetaling|immer|niemals|toujours|jamais|siempre|nunca|sempre|altijd|nooit|unbegrenzt|illimité\p{L}{0,2}|ilimitado|illimitato|onbeperkt)(?![\p{L}\p{N}])/giu;
/** What is allowed and what belongs to it: who answers yes or no says it with these. */
const verdicts =
  /\b(?:allow(?:ed|s)?|permit(?:ted|s)?|accept(?:ed|s)?|approved?|includ(?:ed|es?)|covered|eligible|entitled|optional|required|mandatory|exempt)\b/giu;

/** Promises and verdicts of a text, in lower case. */
export function promisesIn(text: string): string[] {
  return [...text.matchAll(promises), ...text.matchAll(verdicts)].map(([said]) => said.toLowerCase());
}

const negations =
  /(?<![\p{L}\p{N}])(?:not|no|never|cannot|without|nor|neither|none|nobody|nothing|unless|except|prohibited|forbidden|excluded?|unable|unlicensed|nicht|kein\p{L}{0,2}|nie|niemals|ohne|weder|pas|jamais|aucune?|sans|ne|n'|nunca|sin|ningun[oa]?|ningún|non|mai|senza|nessun[oa]?|não|sem|nenhuma?|niet|geen|nooit|zonder)(?![\p{L}\p{N}])|n't\b/iu;

/** Whether a text denies something. */
export function isNegative(text: string): boolean {
  return negations.test(text);
}

const verdictWord =
  /^\s*(?:yes|yeah|yep|no|nope|correct|right|absolutely|certainly|of course|sure|ja|nein|doch|oui|non|si|sí|sì|sim|não|nee)\s*[,.!:;–—-]+\s*/iu;

/** A sentence without the yes or no before it, which no article says. */
export function withoutVerdict(text: string): string {
  const rest = text.replace(verdictWord, '');
  return rest === text ? text : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}
