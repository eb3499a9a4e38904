import type { BlockField } from './mail-languages.ts';
import { ALL_LABELS, fieldOfLabel, LONG_LABELS } from './quote-words.ts';

const MAX_LINE = 4000;
const FIELD = new RegExp(`(?<![\\p{L}])(?:${ALL_LABELS})\\s?[:：]|(?:${LONG_LABELS})\\s?[:：]`, 'giu');

/**
 * The fields of a message's head on one line, as Yahoo and Samsung write it:
 * 'From: One <one@example.com>To: two@example.com Sent: 3 May 2025 CETSubject: Offer'.
 */
export function readGluedFields(line: string): Map<BlockField, string> {
  const fields = new Map<BlockField, string>();
  const text = line.slice(0, MAX_LINE);
  let open: { field: BlockField; from: number } | null = null;
  for (const match of text.matchAll(FIELD)) {
    const field = fieldOfLabel(match[0].replace(/\s?[:：]$/u, ''));
    if (field === undefined || fields.has(field) || open?.field === field) continue;
    if (open !== null) fields.set(open.field, text.slice(open.from, match.index).trim());
    open = { field, from: match.index + match[0].length };
  }
  if (open !== null) fields.set(open.field, text.slice(open.from).trim());
  return fields;
}
