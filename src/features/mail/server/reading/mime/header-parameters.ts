import { decodeCharset } from './charset.ts';
import { decodeWords } from './encoded-words.ts';

export interface ParameterValue {
  /** Lower case, before the first ';'. */
  value: string;
  /** Lower-case names to decoded values. */
  parameters: Map<string, string>;
}

const MAX_PARAMETERS = 200;
const PARAMETER = /;\s*([^\s=;"]{1,100}?)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"?|([^;]*))/gu;

/** Percent-encoded text to octets (RFC 2231 section 4); a stray '%' stays. */
function percentBytes(text: string): Buffer {
  return Buffer.from(
    text.replace(/%([0-9a-f]{2})/giu, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

interface Section {
  index: number;
  encoded: boolean;
  text: string;
}

function joinSections(sections: Section[]): string {
  const sorted = sections.toSorted((a, b) => a.index - b.index);
  let charset: string | null = null;
  // Octets first: a character may be split between two sections.
  const bytes = sorted.map((section) => {
    if (!section.encoded) return Buffer.from(section.text, charset === null ? 'utf8' : 'latin1');
    const marked = section.index <= 0 ? /^([^']*)'[^']*'([^]*)$/u.exec(section.text) : null;
    if (marked !== null) charset = marked[1] ?? null;
    return percentBytes(marked?.[2] ?? section.text);
  });
  return decodeCharset(Buffer.concat(bytes), charset ?? 'utf-8');
}

/** Reads 'value; name=x; name*0*=utf-8''y' (RFC 2045 section 5.1, RFC 2231; encoded words in values forgiven). */
export function readParameters(header: string): ParameterValue {
  const semicolon = header.indexOf(';');
  const value = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  const plain = new Map<string, string>();
  const extended = new Map<string, Section[]>();
  let count = 0;
  for (const match of semicolon < 0 ? [] : header.slice(semicolon).matchAll(PARAMETER)) {
    count += 1;
    if (count > MAX_PARAMETERS) break;
    const name = (match[1] ?? '').toLowerCase();
    const text = match[2] === undefined ? (match[3] ?? '').trim() : match[2].replace(/\\([^])/gu, '$1');
    const section = /^([^*]+)\*(?:(\d{1,4})(\*?))?$/u.exec(name);
    if (section === null) {
      if (!plain.has(name)) plain.set(name, decodeWords(text));
      continue;
    }
    const base = section[1] ?? '';
    const list = extended.get(base) ?? [];
    list.push({
      index: section[2] === undefined ? -1 : Number(section[2]),
      encoded: section[2] === undefined || section[3] === '*',
      text,
    });
    extended.set(base, list);
  }
  for (const [name, sections] of extended) plain.set(name, joinSections(sections));
  return { value, parameters: plain };
}
