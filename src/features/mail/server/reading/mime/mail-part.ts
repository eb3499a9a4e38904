import { cleanText } from '../clean-text.ts';
import { decodeWords } from './encoded-words.ts';
import { type ParameterValue, readParameters } from './header-parameters.ts';

/** A header field as received: value unfolded, not decoded. */
export interface HeaderField {
  name: string;
  value: string;
}

/** One MIME entity, from RFC 822 bytes or from Gmail's JSON. */
export interface MailPart {
  headers: HeaderField[];
  /** Lower-case media type; text/plain where none is declared (RFC 2045 section 5.2). */
  type: string;
  typeParameters: Map<string, string>;
  disposition: string;
  fileName: string | null;
  contentId: string | null;
  /** Content without transfer encoding; null where the source left it out, and in multiparts. */
  body: Uint8Array | null;
  size: number;
  parts: MailPart[];
}

const MAX_FILE_NAME = 255;

export function fieldValue(headers: readonly HeaderField[], name: string): string | undefined {
  return headers.find((field) => field.name.toLowerCase() === name)?.value;
}

function readType(declared: string | undefined, fallback: string): ParameterValue {
  const type = readParameters(declared ?? fallback);
  // 'text', 'text/' and other nonsense count as text/plain, as RFC 2045 section 5.2 suggests.
  if (!/^[^\s/]+\/[^\s/]+$/u.test(type.value))
    type.value = type.value.startsWith('multipart') ? 'multipart/mixed' : fallback;
  return type;
}

/** Marks of direction, behind which 'offer.exe' can be shown as 'exe.offer'. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The last part of a name as declared, safe to store and to offer for download; null if nothing is left. */
export function fileNameOf(name: string): string | null {
  // A path is no part of a name, and a name of dots would be one.
  const base =
    cleanText(
      name
        .slice(0, 1000)
        .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .replace(DIRECTION, ''),
    )
      .split(/[/\\]/u)
      .at(-1)
      ?.trim() ?? '';
  return base === '' || /^\.+$/u.test(base) ? null : cleanText(base.slice(-MAX_FILE_NAME));
}

/** What the headers say about a part; content and children are filled in by the reader. */
export function describePart(headers: HeaderField[], fallbackType: string): MailPart {
  const type = readType(fieldValue(headers, 'content-type'), fallbackType);
  const disposition = readParameters(fieldValue(headers, 'content-disposition') ?? '');
  const contentId = fieldValue(headers, 'content-id');
  return {
    headers,
    type: type.value,
    typeParameters: type.parameters,
    disposition: disposition.value,
    fileName: fileNameOf(disposition.parameters.get('filename') ?? type.parameters.get('name') ?? ''),
    contentId:
      contentId === undefined
        ? null
        : cleanText(contentId.replace(/^\s*<|>\s*$/gu, '').slice(0, 300)) || null,
    body: null,
    size: 0,
    parts: [],
  };
}

const MAX_HEADER_VALUE = 32_000;

/** Lower-case name to decoded value; of a repeated field the first counts. */
export function headerMap(headers: readonly HeaderField[]): Map<string, string> {
  const map = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = cleanText(name.toLowerCase());
    if (!map.has(key)) map.set(key, cleanText(decodeWords(value.slice(0, MAX_HEADER_VALUE)).trim()));
  }
  return map;
}
