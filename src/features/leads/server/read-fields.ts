import type { LeadField } from '#features/leads/contract.ts';
import type { StoredMessage } from '#server/message-reaction.ts';
import { clipField } from './lead-text.ts';

/** A field as it was read from a message, with the sender's own words that say so. */
export interface FoundField {
  field: LeadField;
  value: string;
  quote: string;
}

/** Fields stand in the beginning of a message; what lies beyond is not looked at, so that the time is bounded. */
const readLength = 20_000;
const quoteLimit = 500;

/** Labels that forms and people put before a value, as `Budget: $5,000`. Lower case, without the colon. */
const labels: ReadonlyMap<string, LeadField> = new Map([
  ['name', 'name'],
  ['full name', 'name'],
  ['your name', 'name'],
  ['contact name', 'name'],
  ['company', 'company'],
  ['company name', 'company'],
  ['business', 'company'],
  ['business name', 'company'],
  ['organisation', 'company'],
  ['organization', 'company'],
  ['phone', 'phone_number'],
  ['phone number', 'phone_number'],
  ['mobile', 'phone_number'],
  ['tel', 'phone_number'],
  ['telephone', 'phone_number'],
  ['contact number', 'phone_number'],
  ['goal', 'advertising_goal'],
  ['advertising goal', 'advertising_goal'],
  ['campaign goal', 'advertising_goal'],
  ['objective', 'advertising_goal'],
  ['billboard', 'billboard'],
  ['location', 'billboard'],
  ['site', 'billboard'],
  ['interested location', 'billboard'],
  ['preferred location', 'billboard'],
  ['billboard location', 'billboard'],
  ['budget', 'budget'],
  ['our budget', 'budget'],
  ['campaign budget', 'budget'],
  ['duration', 'duration'],
  ['campaign duration', 'duration'],
  ['length', 'duration'],
  ['period', 'period'],
  ['dates', 'period'],
  ['start', 'period'],
  ['start date', 'period'],
  ['campaign period', 'period'],
]);

const labelled = /^[\s>*•-]*([A-Za-z][A-Za-z ]{1,24}?)\s*:\s*(\S.*)$/;
const money =
  /(?:(?:A|AU|US|NZ)?\$|AUD ?|USD ?)\s?\d[\d,.]*\s?(?:k|K|m|million|thousand)?(?:\s?(?:-|–|to)\s?(?:A|AU)?\$?\s?\d[\d,.]*\s?(?:k|K)?)?(?:\s?(?:per|a|\/)\s?(?:week|month|fortnight|panel))?/;
const budgetWords = /\b(budget|spend|spending|afford|up to|around|allocated|set aside)\b/i;
const phone = /(?:\+?\d{1,3}[ -]?)?(?:\(0?\d{1,2}\)[ -]?)?\d[\d -]{6,13}\d/;
const phoneWords = /\b(phone|mobile|call|ring|reach me|tel|m:|ph:|p:)/i;
const duration = /\b(?:\d{1,2}|one|two|three|four|six|eight|twelve)[ -](?:week|month|fortnight)s?\b/i;
const campaignWords = /\b(campaign|run|book|billboard|booking|for)\b/i;

/** Reads a lead's fields from one message. A value is only what the sender wrote; what is not said stays unknown. */
export function readFields(message: Pick<StoredMessage, 'from' | 'content'>): FoundField[] {
  const found = new Map<LeadField, FoundField>();
  const add = (field: LeadField, value: string, quote: string) => {
    const clean = value.replace(/\s+/g, ' ').trim();
    if (clean === '' || found.has(field)) return;
    found.set(field, {
      field,
      value: clipField(field, clean),
      quote: quote.trim().slice(0, quoteLimit).toWellFormed(),
    });
  };
  const lines = message.content.slice(0, readLength).split('\n');
  for (const line of lines) {
    const match = line.length <= quoteLimit ? labelled.exec(line) : null;
    const field = labels.get(match?.[1]?.toLowerCase().trim() ?? '');
    if (field && match?.[2]) add(field, match[2], line);
  }
  for (const line of lines) {
    for (const sentence of line.slice(0, readLength).split(/(?<=[.!?])\s+/)) {
      if (sentence.length > quoteLimit) continue;
      if (budgetWords.test(sentence)) add('budget', money.exec(sentence)?.[0] ?? '', sentence);
      if (phoneWords.test(sentence)) add('phone_number', phone.exec(sentence)?.[0] ?? '', sentence);
      if (campaignWords.test(sentence)) add('duration', duration.exec(sentence)?.[0] ?? '', sentence);
    }
  }
  if (message.from?.name) add('name', message.from.name, `From: ${message.from.name}`);
  return [...found.values()];
}
