import { type ConsentBasis, consentBasis } from '../consent.ts';
import { type ProspectDetail, type ProspectField, type ProspectUpdate, prospectFields } from '../contract.ts';

/**
 * What the form of a prospect holds. `basis` is one of consent, `source` says where that comes from; `country` is ISO 3166-1
 * alpha-2, '' to read it from the address, else to take the organization's.
 */
export type ProspectValues = Record<ProspectField | 'basis' | 'source' | 'country', string>;

export const emptyValues: ProspectValues = {
  businessName: '',
  address: '',
  contactEmail: '',
  contactPhone: '',
  industry: '',
  summary: '',
  notes: '',
  basis: '',
  source: '',
  country: '',
};

/** The fields of a prospect as its form shows them. */
export function valuesOf(prospect: ProspectDetail): ProspectValues {
  const { businessName, address, contactEmail, contactPhone, industry, summary, notes } = prospect;
  return {
    businessName,
    address,
    contactEmail,
    contactPhone,
    industry,
    summary,
    notes,
    basis: prospect.consent?.basis ?? '',
    source: prospect.consent?.source ?? '',
    country: prospect.country ?? '',
  };
}

function basisOf({ basis }: ProspectValues): ConsentBasis | null {
  return consentBasis.safeParse(basis).data ?? null;
}

/** What differs from before, as the calls take it; blanks around a text do not count. */
export function changedValues(before: ProspectValues, now: ProspectValues): ProspectUpdate {
  const differs = (name: keyof ProspectValues) => now[name].trim() !== before[name];
  const basis = basisOf(now);
  const consentChanged = differs('basis') || (basis !== null && differs('source'));
  return {
    ...Object.fromEntries(prospectFields.filter(differs).map((field) => [field, now[field].trim()] as const)),
    ...(consentChanged ? { consent: basis === null ? null : { basis, source: now.source.trim() } } : {}),
    ...(differs('country') ? { country: now.country || null } : {}),
  };
}
