const names: Record<string, string> = {
  AU: 'australia|aus',
  AT: 'austria|österreich',
  BE: 'belgium|belgië|belgique',
  BG: 'bulgaria',
  CA: 'canada',
  CH: 'switzerland|schweiz|suisse|svizzera',
  CY: 'cyprus',
  CZ: 'czech republic|czechia',
  DE: 'germany|deutschland|allemagne|alemania',
  DK: 'denmark|danmark',
  EE: 'estonia',
  ES: 'spain|españa|espagne|spanien',
  FI: 'finland|suomi',
  FR: 'france|frankreich|francia',
  GB: 'united kingdom|uk|great britain|england|scotland|wales|northern ireland',
  GR: 'greece',
  HR: 'croatia',
  HU: 'hungary',
  IE: 'ireland',
  IT: 'italy|italia|italien',
  JP: 'japan',
  LT: 'lithuania',
  LU: 'luxembourg',
  LV: 'latvia',
  MT: 'malta',
  NL: 'netherlands|nederland|the netherlands',
  NO: 'norway|norge',
  NZ: 'new zealand|nz|aotearoa',
  PL: 'poland|polska',
  PT: 'portugal',
  RO: 'romania',
  SE: 'sweden|sverige',
  SG: 'singapore',
  SI: 'slovenia',
  SK: 'slovakia',
  US: 'united states|united states of america|usa|us',
};

const byName = new Map(
  Object.entries(names).flatMap(([code, list]) => list.split('|').map((name) => [name, code] as const)),
);

/** A state and its postcode, as addresses of these countries end: 'Sydney NSW 2000', 'Austin, TX 78701'. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:nsw|vic|qld|sa|wa|tas|nt|act)\s+\d{4}$/, 'AU'],
  [/\b[a-z]{2}\s+\d{5}(?:-\d{4})?$/, 'US'],
  [/\b[a-z]{1,2}\d[a-z\d]?\s+\d[a-z]{2}$/, 'GB'],
];

/**
 * The country that the last part of an address names, as ISO 3166-1 alpha-2 code; null when it names none that is
 * known here.
 */
export function countryOfAddress(address: string): string | null {
  const parts = address
    .toLowerCase()
    .split(/[,\n]/)
    .map((part) => part.replaceAll(/[.\s]+/g, ' ').trim())
    .filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return null;
  const whole = parts.join(' ');
  return byName.get(last) ?? endings.find(([ending]) => ending.test(whole))?.[1] ?? null;
}

/** ISO 3166-1 alpha-2 codes of the countries that are known here. */
export const knownCountries: readonly string[] = Object.keys(names);
