import type { LeadField } from '#features/leads/contract.ts';
import { findDuration } from './duration-and-period.ts';
import { findPhone } from './phone.ts';

/** Labels that forms and people put before a value, as `Budget: $5,000`. Lower case, without the colon. */
const labels: Readonly<Record<string, LeadField>> = {
  name: 'name',
  'full name': 'name',
  'your name': 'name',
  'contact name': 'name',
  company: 'company',
  'company name': 'company',
  business: 'company',
  'business name': 'company',
  organisation: 'company',
  organization: 'company',
  phone: 'phone_number',
  'phone number': 'phone_number',
  ph: 'phone_number',
  mobile: 'phone_number',
  mob: 'phone_number',
  m: 'phone_number',
  tel: 'phone_number',
  t: 'phone_number',
  telephone: 'phone_number',
  'contact number': 'phone_number',
  goal: 'advertising_goal',
  'advertising goal': 'advertising_goal',
  'campaign goal': 'advertising_goal',
  objective: 'advertising_goal',
  billboard: 'billboard',
  location: 'billboard',
  site: 'billboard',
  'interested location': 'billboard',
  'preferred location': 'billboard',
  'billboard location': 'billboard',
  budget: 'budget',
  'our budget': 'budget',
  'campaign budget': 'budget',
  duration: 'duration',
  'campaign duration': 'duration',
  length: 'duration',
  period: 'period',
  dates: 'period',
  start: 'period',
  'start date': 'period',
  'campaign period': 'period',
};

const labelled = /^[\s*•-]*([A-Za-z][A-Za-z ]{0,24}?)\s*:\s*(\S.*)$/;
/** What people put into a form's field that they cannot fill. */
const saysNothing =
  /^(?:n\/?a|none|nil|unknown|tb[acd]|-+|\?+|(?:i'?m )?not sure\b.*|(?:i )?don'?t know\b.*|undecided)\.?$/i;

/** The field that a line such as 'Budget: $5,000' gives, if it gives one. */
export function readLabelled(line: string): { field: LeadField; value: string } | null {
  const match = labelled.exec(line);
  const label = match?.[1]?.toLowerCase().trim() ?? '';
  const field = Object.hasOwn(labels, label) ? labels[label] : undefined;
  const given = match?.[2]?.trim() ?? '';
  if (!field || saysNothing.test(given)) return null;
  const value = valueOf(field, label, given);
  return value === null ? null : { field, value };
}

function valueOf(field: LeadField, label: string, given: string): string | null {
  if (field === 'phone_number') return findPhone(given, { onItsOwn: true });
  // A website is also somebody's site, and a sign also has a length.
  if (field === 'billboard' && /^(?:https?:|www\.)/i.test(given)) return null;
  if (label === 'length') return findDuration(`for ${given}`);
  return field === 'advertising_goal' ? given : (given.split(/(?<=[a-z]{3})[.!?]\s/)[0] ?? given);
}
