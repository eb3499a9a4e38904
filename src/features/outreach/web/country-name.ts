import { knownCountries } from '../country.ts';

const names = new Intl.DisplayNames('en-AU', { type: 'region' });

/** The name of an ISO 3166-1 alpha-2 code. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** Countries to choose from, by name; one that is chosen already is among them. */
export function countryOptions(chosen: string): { value: string; label: string }[] {
  return [...new Set([...knownCountries, ...(chosen ? [chosen] : [])])]
    .map((code) => ({ value: code, label: countryName(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en-AU'));
}
