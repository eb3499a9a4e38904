import type { BlockField } from './mail-language.ts';
import { ALL_LABELS, fieldOfLabel, LONG_LABELS } from './quote-words.ts';

const MAX_LINE = 4000;
const FIELD = new RegExp(`(?<![\\p{L}])(?:${ALL_LABELS})\\s?[:：]|(?:${LONG_LABELS})\\s?[:：]`, 'giu');

/**
 * The fields of a message's head on one line, as Yahoo and Samsung write it:
 * 'From: One <one@example.com>To: two@example.com Sent: 3 May 2025 CETSubject: Offer'.
 */
export function readGluedFields(line: string): Map<BlockField, string> {
  const text = line.slice(0, MAX_LINE);
  const found = [...text.matchAll(FIELD)].flatMap((match) => {
    const field = fieldOfLabel(match[0].replace(/\s?[:：]$/u, ''));
    return field === undefined ? [] : [{ field, at: match.index, end: match.index + match[0].length }];
  });
  const first = found.filter(({ field }, i) => found.findIndex((other) => other.field === field) === i);
  const fields = new Map<BlockField, string>();
  first.forEach(({ field, end }, i) => fields.set(field, text.slice(end, first[i + 1]?.at).trim()));
  return fields;
}
