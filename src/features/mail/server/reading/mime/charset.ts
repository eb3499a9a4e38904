import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { isMostlyUtf8 } from '#server/mostly-utf8.ts';

/** Labels that the WHATWG list lacks but mail uses. */
const ALIASES: Record<string, string> = {
  cp932: 'shift_jis',
  'windows-31j': 'shift_jis',
  'x-sjis': 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
};

const decoders = new Map<string, InstanceType<typeof TextDecoder> | null>();

function webDecoder(label: string): InstanceType<typeof TextDecoder> | null {
  const known = decoders.get(label);
  if (known !== undefined) return known;
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    decoder = new TextDecoder(label);
  } catch {
    // A RangeError: not a WHATWG label; iconv-lite may know it.
    decoder = null;
  }
  // A hostile sender can name any charset; the cache must not grow with his imagination.
  if (decoders.size < 200) decoders.set(label, decoder);
  return decoder;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** UTF-8 if the bytes are valid UTF-8, else windows-1252: what mail without a (true) charset is in practice. */
export function decodeUnlabelled(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes), 'windows-1252');
  }
}

const ESCAPE = String.raw`\x1b[($]`;
const IDLE_ESCAPES = new RegExp(`(?:${ESCAPE}[A-Z@]{1,2})+(?=${ESCAPE})`, 'gu');

/** Two escapes in a row are an error to a browser's decoder; joined header words and some senders have them. */
function withoutIdleEscapes(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  return Buffer.from(text.replace(IDLE_ESCAPES, ''), 'latin1');
}

/**
 * Text of `bytes` in the declared charset (RFC 2045 section 5; ISO-8859-1 is read as windows-1252 as browsers do).
 * An unknown or missing charset, us-ascii with eight-bit bytes and utf-8 that is none fall back to decodeUnlabelled.
 * Never throws.
 */
export function decodeCharset(bytes: Uint8Array, charset: string | null): string {
  const label = (charset ?? '')
    .trim()
    .toLowerCase()
    .replace(/^["']+|["']+$/gu, '');
  if (label === '' || label === 'us-ascii' || label === 'ascii' || label.startsWith('unknown')) {
    return decodeUnlabelled(bytes);
  }
  // The web reads UTF-16 without a mark as little-endian, mail (RFC 2781 section 4.3) as big-endian.
  const decoder = label.startsWith('utf-16') ? null : webDecoder(ALIASES[label] ?? label);
  try {
    if (decoder?.encoding === 'utf-8' && !isUtf8(bytes) && !isMostlyUtf8(bytes))
      return decodeUnlabelled(bytes);
    if (decoder !== null && decoder.encoding !== 'replacement') {
      return decoder.decode(label.startsWith('iso-2022') ? withoutIdleEscapes(bytes) : bytes);
    }
    if (label === 'utf-16') return iconv.decode(Buffer.from(bytes), 'utf-16', { defaultEncoding: 'utf16be' });
    if (iconv.encodingExists(label)) return iconv.decode(Buffer.from(bytes), label);
  } catch {
    // A decoder that gives up on broken input: the unlabelled reading is still better than none.
  }
  return decodeUnlabelled(bytes);
}

/**
 * Gmail's API mostly hands bodies over as UTF-8 whatever their header says, sometimes in the declared charset: bytes
 * that are valid UTF-8 beyond ASCII are UTF-8.
 */
export function decodeGmailText(bytes: Uint8Array, charset: string | null): string {
  if (isAscii(bytes)) return decodeCharset(bytes, charset);
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return decodeCharset(bytes, charset);
  }
}
