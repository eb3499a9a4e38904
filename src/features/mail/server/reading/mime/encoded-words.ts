import { decodeCharset } from './charset.ts';
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.ts';

interface Word {
  charset: string;
  bytes: Uint8Array;
  /** Index after '?='. */
  end: number;
}

/** The encoded word that begins at `start` ('=?'), null if it is none. Sloppy senders leave blanks inside: allowed. */
function wordAt(value: string, start: number): Word | null {
  const charsetEnd = value.indexOf('?', start + 2);
  if (charsetEnd < 0 || charsetEnd - start > 80) return null;
  const encoding = value.charAt(charsetEnd + 1).toLowerCase();
  if ((encoding !== 'b' && encoding !== 'q') || value.charAt(charsetEnd + 2) !== '?') return null;
  // A charset with its language (RFC 2231 section 5) is a plain ASCII token.
  const declared = value.slice(start + 2, charsetEnd);
  if (!/^[\w!#$%&'*+^`{|}~.:-]+$/u.test(declared)) return null;
  const charset = declared.split('*')[0] ?? '';
  if (charset === '') return null;
  const from = charsetEnd + 3;
  const to = value.indexOf('?=', from);
  if (to < 0) return null;
  const data = Buffer.from(value.slice(from, to), 'latin1');
  const bytes =
    encoding === 'b'
      ? decodeBase64(data)
      : decodeQuotedPrintable(Buffer.from(data.toString('latin1').replaceAll('_', '=20'), 'latin1'));
  return { charset: charset.toLowerCase(), bytes, end: to + 2 };
}

/**
 * Header text with its encoded words decoded (RFC 2047). White space between two encoded words is dropped, and
 * neighbours in one charset are decoded together, since senders split characters between them. Linear.
 */
export function decodeWords(value: string): string {
  if (!value.includes('=?')) return value;
  let out = '';
  let at = 0;
  let pending: { charset: string; bytes: Uint8Array[] } | null = null;
  const flush = (): void => {
    if (pending !== null) out += decodeCharset(Buffer.concat(pending.bytes), pending.charset);
    pending = null;
  };
  while (at < value.length) {
    const start = value.indexOf('=?', at);
    if (start < 0 || value.indexOf('?=', start + 2) < 0) break;
    const word = wordAt(value, start);
    const between = value.slice(at, start);
    if (word === null) {
      flush();
      out += `${between}=?`;
      at = start + 2;
      continue;
    }
    if (pending === null || between.trim() !== '') {
      flush();
      out += between;
    } else if (pending.charset !== word.charset) flush();
    pending ??= { charset: word.charset, bytes: [] };
    pending.bytes.push(word.bytes);
    at = word.end;
  }
  flush();
  return out + value.slice(at);
}
