import { leadFieldLimits } from '#features/leads/contract.ts';
import { searchText } from '#server/search.ts';

interface Searched {
  name: string | null;
  company: string | null;
  contactEmail: string | null;
  advertisingGoal: string | null;
}

/** The four fields that search looks in (spec section 9), apart from each other so that no text runs over two of them. */
export function leadSearchText({ name, company, contactEmail, advertisingGoal }: Searched): string {
  return searchText(
    [name, company, contactEmail, advertisingGoal].map((field) => field ?? '').join('\u0001'),
  );
}

/** What names are sorted by. Null sorts last. */
export function nameKey(name: string | null): string | null {
  const key = name?.trim().toLowerCase() ?? '';
  return key === '' ? null : key;
}

export function clipField(field: keyof typeof leadFieldLimits, value: string): string {
  const limit = leadFieldLimits[field];
  if (value.length <= limit) return value;
  const cut = value.slice(0, limit);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
