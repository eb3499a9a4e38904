/** Common short words by language. A text is in the language whose words it holds most. */
const common: Readonly<Record<string, ReadonlySet<string>>> = {
  English: new Set(
    'the and to of in is for we our you that it with on are have be this i a at your would could please not from can what do'.split(
      ' ',
    ),
  ),
  German: new Set(
    'der die das und ist wir sie ich für mit auf ein eine einen den dem nicht zu von im haben bitte uns unser unsere könnten möchten wäre bis ab'.split(
      ' ',
    ),
  ),
  French: new Set(
    'le la les et est nous vous je pour avec sur un une des du dans ne pas que notre votre nos bonjour merci serait au aux souhaitons'.split(
      ' ',
    ),
  ),
  Spanish: new Set(
    'el la los las y es nosotros usted yo para con en un una de que no nuestro nuestra por favor hola gracias queremos tenemos del su'.split(
      ' ',
    ),
  ),
  Italian: new Set(
    'il lo la gli e è noi voi per con su un una di che non nostro nostra vorremmo grazie buongiorno del della sono siamo abbiamo'.split(
      ' ',
    ),
  ),
  Portuguese: new Set(
    'o os as e é nós você para com em um uma de que não nosso nossa por favor obrigado gostaríamos temos do da na no olá'.split(
      ' ',
    ),
  ),
  Dutch: new Set(
    'de het een en is wij we u ik voor met op van in niet dat onze graag kunnen willen zijn hebben dank bij naar'.split(
      ' ',
    ),
  ),
};

const scripts: readonly [string, RegExp][] = [
  ['Japanese', /[\u3040-\u30ff]/g],
  ['Korean', /[\uac00-\ud7af]/g],
  ['Chinese', /[\u4e00-\u9fff]/g],
  ['Russian', /[\u0400-\u04ff]/g],
  ['Arabic', /[\u0600-\u06ff]/g],
  ['Greek', /[\u0370-\u03ff]/g],
  ['Hindi', /[\u0900-\u097f]/g],
  ['Thai', /[\u0e00-\u0e7f]/g],
];
/** Tags (BCP 47) of the languages that are recognised by their words or script. */
export const languageTags: Readonly<Record<string, string>> = {
  German: 'de',
  French: 'fr',
  Spanish: 'es',
  Italian: 'it',
  Portuguese: 'pt',
  Dutch: 'nl',
  Japanese: 'ja',
  Korean: 'ko',
  Chinese: 'zh',
  Russian: 'ru',
  Arabic: 'ar',
  Greek: 'el',
  Hindi: 'hi',
  Thai: 'th',
};
const readLength = 8000;

/** The language of a text where it is clearly not English, else null: short texts count as English. */
export function foreignLanguage(text: string): string | null {
  const sample = text.slice(0, readLength);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of scripts)
    if ((sample.match(script)?.length ?? 0) > Math.max(5, letters * 0.3)) return language;
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best = 'English';
  let most = 0;
  for (const [language, known] of Object.entries(common)) {
    const hits = words.reduce((sum, word) => sum + Number(known.has(word)), 0);
    if (hits > most) [best, most] = [language, hits];
  }
  return best !== 'English' && most >= 3 && most / words.length > 0.12 ? best : null;
}
