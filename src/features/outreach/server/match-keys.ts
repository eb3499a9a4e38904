import type { ProspectField } from '#features/outreach/contract.ts';
import { searchText } from '#server/search.ts';

export type ProspectTexts = Record<ProspectField, string>;

/** Letters count as the same whatever their case and width; runs of blanks as one. */
function normalised(text: string): string {
  return searchText(text.normalize('NFKC'))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Dots and commas of an address are written or left out. */
function normalisedAddress(address: string): string {
  return normalised(address.replaceAll(/[.,;]+/g, ' '));
}

/** What prospects with this address are found by. */
export function matchEmailOf(address: string): string {
  return searchText(address.trim().normalize('NFC'));
}

/**
 * What a prospect is sorted, searched and recognised by. Duplicates have the same case-folded address of mail, or else
 * the same name and address (contract section 8).
 */
export function keysOf(texts: ProspectTexts) {
  const { businessName, address, contactEmail, industry, summary } = texts;
  return {
    nameKey: searchText(businessName.trim()),
    industryKey: industry.trim() === '' ? null : searchText(industry.trim()),
    matchEmail: contactEmail === '' ? null : matchEmailOf(contactEmail),
    matchName: `${normalised(businessName)}\u0001${normalisedAddress(address)}`,
    // The five fields that search looks in (spec section 9), apart from each other so that no text runs over two of them.
    searchText: searchText([businessName, contactEmail, address, industry, summary].join('\u0001')),
  };
}
