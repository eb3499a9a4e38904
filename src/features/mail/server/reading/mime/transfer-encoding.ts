const HEX = new Int8Array(256).fill(-1);
for (let i = 0; i < 16; i += 1) {
  HEX['0123456789abcdef'.charCodeAt(i)] = i;
  HEX['0123456789ABCDEF'.charCodeAt(i)] = i;
}
const hexOf = (byte: number | undefined): number => (byte === undefined ? -1 : (HEX[byte] ?? -1));

const EQUALS = 0x3d;
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * RFC 2045 section 6.7, forgiving: an '=' that begins no octet stays as it is, white space at a line's end goes.
 */
export function decodeQuotedPrintable(bytes: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  /** Output length after the line's last byte that is not literal white space. */
  let solid = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte === EQUALS) {
      const high = hexOf(bytes[i + 1]);
      const low = hexOf(bytes[i + 2]);
      if (high >= 0 && low >= 0) {
        out[length++] = high * 16 + low;
        solid = length;
        i += 2;
        continue;
      }
      const lineEnd = endOfSoftBreak(bytes, i + 1);
      if (lineEnd >= 0) {
        i = lineEnd;
        solid = length;
        continue;
      }
    }
    if (byte === LF || byte === CR) {
      length = solid;
      out[length++] = byte;
      solid = length;
      continue;
    }
    out[length++] = byte;
    if (byte !== SPACE && byte !== TAB) solid = length;
  }
  return out.subarray(0, length);
}

/** Index of the last byte of a soft line break whose '=' stands before `from`, -1 if it is none. */
function endOfSoftBreak(bytes: Uint8Array, from: number): number {
  let i = from;
  // RFC 2045 allows no more than 76 characters a line; a longer run of blanks is not padding.
  while (i - from < 100 && (bytes[i] === SPACE || bytes[i] === TAB)) i += 1;
  if (i >= bytes.length) return bytes.length - 1;
  if (bytes[i] === CR) return bytes[i + 1] === LF ? i + 1 : i;
  return bytes[i] === LF ? i : -1;
}

/** RFC 2045 section 6.8, forgiving: foreign characters are skipped, each padded run is decoded by itself. */
export function decodeBase64(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const padding = text.indexOf('=');
  // Node skips what is no base64, but stops at the first '='.
  if (padding < 0 || /^[=\s]*$/u.test(text.slice(padding))) return Buffer.from(text, 'base64');
  return Buffer.concat(text.split(/=[=\s]*/u).map((run) => Buffer.from(run, 'base64')));
}

/** Body octets without their Content-Transfer-Encoding; an unknown encoding is left as it is. */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  const name = encoding.trim().toLowerCase();
  if (name.startsWith('base64')) return decodeBase64(bytes);
  if (name.startsWith('quoted-printable')) return decodeQuotedPrintable(bytes);
  return bytes;
}
