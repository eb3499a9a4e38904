import { countryOfAddress } from '#features/outreach/country.ts';

/** States and provinces by the zone that most of their people live in. */
const regions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AU: {
    'Australia/Sydney': 'nsw act',
    'Australia/Melbourne': 'vic',
    'Australia/Brisbane': 'qld',
    'Australia/Adelaide': 'sa',
    'Australia/Perth': 'wa',
    'Australia/Hobart': 'tas',
    'Australia/Darwin': 'nt',
  },
  US: {
    'America/New_York': 'ct dc de fl ga in ky ma md me mi nc nh nj ny oh pa ri sc va vt wv',
    'America/Chicago': 'al ar ia il ks la mn mo ms nd ne ok sd tn tx wi',
    'America/Denver': 'co id mt nm ut wy',
    'America/Phoenix': 'az',
    'America/Los_Angeles': 'ca nv or wa',
    'America/Anchorage': 'ak',
    'Pacific/Honolulu': 'hi',
  },
  CA: {
    'America/Toronto': 'on qc',
    'America/Vancouver': 'bc yt',
    'America/Edmonton': 'ab nt',
    'America/Winnipeg': 'mb',
    'America/Regina': 'sk',
    'America/Halifax': 'ns nb pe',
    'America/St_Johns': 'nl',
  },
};

/** Where most people of a country live; for those with one zone, the zone. */
const countries: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  AU: 'Australia/Sydney',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CA: 'America/Toronto',
  CH: 'Europe/Zurich',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MT: 'Europe/Malta',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  NZ: 'Pacific/Auckland',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  US: 'America/New_York',
};

const zoneOfRegion = new Map(
  Object.entries(regions).flatMap(([country, zones]) =>
    Object.entries(zones).flatMap(([zone, codes]) =>
      codes.split(' ').map((code) => [`${country} ${code}`, zone] as const),
    ),
  ),
);

const regionAtEnd = /\b([a-z]{2,3})[\s,]+(?:\d{4,5}(?:-\d{4})?|[a-z]\d[a-z]\s?\d[a-z]\d)(?:[\s,]+[a-z .]+)?$/;

/**
 * The IANA zone in which a prospect reads mail: of the state that its address names, else of the country, else the
 * organization's own.
 * @param country ISO 3166-1 alpha-2 as a person set it; null = read from the address
 */
export function zoneOfRecipient(
  { address, country }: { address: string; country: string | null },
  organization: { timezone: string; country: string | null },
): string {
  const named = country ?? countryOfAddress(address);
  const code = named ?? organization.country;
  const folded = address
    .toLowerCase()
    .replaceAll(/[.\s]+/g, ' ')
    .trim();
  const region = regionAtEnd.exec(folded)?.[1];
  const byRegion = region === undefined ? undefined : zoneOfRegion.get(`${code} ${region}`);
  if (byRegion !== undefined) return byRegion;
  if (named === null || named === organization.country) return organization.timezone;
  return countries[named] ?? organization.timezone;
}
