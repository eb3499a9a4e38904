import { z } from 'zod';

/** Option lists of the forms (spec section 5); the server takes their union. */
export const organizationSizes = {
  small: '1-10',
  medium: '11-50',
  large: '51-200',
  enterprise: '200+',
} as const;
export const organizationSize = z.enum(['small', 'medium', 'large', 'enterprise']);

export const industryNames = {
  automotive: 'Automotive',
  consulting: 'Consulting',
  education: 'Education',
  finance: 'Finance',
  healthcare: 'Healthcare',
  hospitality: 'Hospitality',
  manufacturing: 'Manufacturing',
  marketing: 'Marketing',
  'real-estate': 'Real estate',
  retail: 'Retail',
  technology: 'Technology',
  other: 'Other',
} as const;
export type Industry = keyof typeof industryNames;

export const countryNames = {
  AU: 'Australia',
  CA: 'Canada',
  DE: 'Germany',
  FR: 'France',
  GB: 'United Kingdom',
  JP: 'Japan',
  NZ: 'New Zealand',
  SG: 'Singapore',
  US: 'United States',
  other: 'Other',
} as const;
export type Country = keyof typeof countryNames;

export const signupIndustries: readonly Industry[] = [
  'automotive',
  'retail',
  'healthcare',
  'technology',
  'finance',
  'real-estate',
  'hospitality',
  'other',
];
export const signupCountries: readonly Country[] = ['AU', 'US', 'CA', 'GB', 'NZ', 'other'];

export const adminIndustries: readonly Industry[] = [
  'technology',
  'healthcare',
  'finance',
  'retail',
  'manufacturing',
  'education',
  'other',
];
export const adminCountries: readonly Country[] = ['AU', 'US', 'CA', 'GB', 'DE', 'FR', 'JP', 'SG'];
export const adminTimezones = [
  'Australia/Sydney',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Asia/Singapore',
] as const;

export const setupIndustries: readonly Industry[] = [
  'technology',
  'healthcare',
  'finance',
  'retail',
  'manufacturing',
  'marketing',
  'consulting',
  'education',
  'other',
];
export const setupCountries: readonly Country[] = ['AU', 'US', 'CA', 'GB', 'NZ'];
export const setupTimezones = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Perth',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/London',
] as const;

/** One line of such a list. */
export interface Choice {
  value: string;
  label: string;
}

export const sizeOptions: readonly Choice[] = Object.entries(organizationSizes).map(([value, label]) => ({
  value,
  label: `${label} employees`,
}));

/** The lines of a list, each under its name. */
export function optionsOf<Value extends string>(
  names: Readonly<Record<Value, string>>,
  values: readonly Value[],
): Choice[] {
  return values.map((value) => ({ value, label: names[value] }));
}

/** 'America/New_York' reads 'America/New York'. */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** The lines of a list of time zones. */
export function zoneOptions(zones: readonly string[]): Choice[] {
  return zones.map((value) => ({ value, label: zoneLabel(value) }));
}

const timezoneByCountry: Partial<Record<Country, string>> = {
  AU: 'Australia/Sydney',
  NZ: 'Pacific/Auckland',
  US: 'America/New_York',
  CA: 'America/Toronto',
  GB: 'Europe/London',
};

/** The zone a signup starts with (contract section 4); Sydney where the country has none of its own here. */
export function timezoneOf(country: Country): string {
  return timezoneByCountry[country] ?? 'Australia/Sydney';
}

const industries = Object.keys(industryNames);
const countries = Object.keys(countryNames);

export function industry(message: string) {
  return z.custom<Industry>((value) => typeof value === 'string' && industries.includes(value), message);
}

export function country(message: string) {
  return z.custom<Country>((value) => typeof value === 'string' && countries.includes(value), message);
}

function isTimezone(value: string): boolean {
  try {
    Intl.DateTimeFormat('en-AU', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Any IANA zone name. */
export const timezone = z
  .string()
  .min(1, 'Timezone is required')
  .max(64)
  .refine(isTimezone, 'This timezone is not known.');
