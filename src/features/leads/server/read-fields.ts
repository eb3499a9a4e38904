import type { LeadField } from '#features/leads/contract.ts';
import type { StoredMessage } from '#server/message-reaction.ts';
import { findGoal } from './fields/advertising-goal.ts';
import { findBillboard } from './fields/billboard.ts';
import { findBudget } from './fields/budget.ts';
import { findCompany } from './fields/company.ts';
import { findDuration, findPeriod } from './fields/duration-and-period.ts';
import { readLabelled } from './fields/labels.ts';
import { partsOf, sentenceLimit } from './fields/message-parts.ts';
import { findPhone } from './fields/phone.ts';
import { clipField } from './lead-text.ts';

/** A field as it was read from a message, with the sender's own words that say so. */
export interface FoundField {
  field: LeadField;
  value: string;
  quote: string;
}

/** What is looked for in each sentence; the first that says it gives the value. */
const inSentences: readonly [LeadField, (sentence: string, previous: string) => string | null][] = [
  ['budget', findBudget],
  ['duration', findDuration],
  ['period', findPeriod],
  ['billboard', findBillboard],
  ['advertising_goal', findGoal],
  ['phone_number', (sentence) => findPhone(sentence)],
];

const introduction = /\b[Mm]y name is (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,3})/u;

/** Reads a lead's fields from one message. A value is only what the sender wrote; what is not said stays unknown. */
export function readFields(message: Pick<StoredMessage, 'from' | 'content' | 'signature'>): FoundField[] {
  const found = new Map<LeadField, FoundField>();
  const add = (field: LeadField, value: string | null, quote: string) => {
    const clean = value?.replace(/\s+/g, ' ').trim() ?? '';
    if (clean === '' || found.has(field)) return;
    const said = quote.trim().slice(0, sentenceLimit).toWellFormed();
    found.set(field, { field, value: clipField(field, clean), quote: said });
  };
  const parts = partsOf(message.content, message.signature);
  for (const line of parts.lines) {
    const labelled = line.length <= sentenceLimit ? readLabelled(line) : null;
    if (labelled) add(labelled.field, labelled.value, line);
  }
  for (const [index, sentence] of parts.sentences.entries()) {
    for (const [field, find] of inSentences) {
      if (!found.has(field)) add(field, find(sentence, parts.sentences[index - 1] ?? ''), sentence);
    }
  }
  for (const line of parts.signature) {
    if (!found.has('phone_number') && line.length <= sentenceLimit) {
      for (const piece of line.split(/\s*[|•·]\s*/)) add('phone_number', findPhone(piece), line);
    }
  }
  const company = found.has('company') ? null : findCompany(parts, message.from);
  if (company) add('company', company.value, company.quote);
  if (message.from?.name && !message.from.name.includes('@')) {
    add('name', message.from.name, `From: ${message.from.name}`);
  }
  for (const sentence of parts.sentences) add('name', introduction.exec(sentence)?.[1] ?? null, sentence);
  return [...found.values()];
}
