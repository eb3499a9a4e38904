import { isUtf8 } from 'node:buffer';
import { utf16ByNuls } from '#server/utf16.ts';

type Decoder = InstanceType<typeof TextDecoder>;

/** Where a page names its charset: the HTML standard asks for the first 1024 bytes, pages in use put more before it. */
const head = 8192;
const named =
  /<meta\b[^>]{0,500}?\bcharset\s{0,20}=\s{0,20}["']?\s{0,20}([\w:.-]{1,40})|^\s{0,20}<\?xml\b[^>]{0,200}?\bencoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})["']/i;

/**
 * The text of a document. Its encoding is told by its byte order mark, else by what the server says, else by what an HTML page says of
 * itself (HTML standard, section 13.2.3.2, Determining the character encoding), else by its bytes: UTF-8, UTF-16 or
 * Windows-1252. A charset that nobody knows counts as none; wrong bytes become U+FFFD.
 * @param charset of the Content-Type; null for a file
 */
export function decodeText(bytes: Uint8Array, charset: string | null, isHtml: boolean): string {
  const decoder =
    marked(bytes) ??
    decoderOf(charset) ??
    (isHtml ? declared(bytes) : null) ??
    new TextDecoder(utf16ByNuls(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252'));
  return decoder.decode(bytes);
}

function marked([a, b, c]: Uint8Array): Decoder | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8');
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le');
  return a === 0xfe && b === 0xff ? new TextDecoder('utf-16be') : null;
}

function declared(bytes: Uint8Array): Decoder | null {
  const begin = Buffer.from(bytes.subarray(0, head))
    .toString('latin1')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const found = named.exec(begin);
  const decoder = decoderOf(found?.[1] ?? found?.[2] ?? null);
  // Whoever could read the name had no UTF-16 before them.
  return decoder?.encoding.startsWith('utf-16') ? null : decoder;
}

/** By the label that servers and pages write (Encoding standard, section 4.2). */
function decoderOf(label: string | null): Decoder | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label.trim());
  } catch {
    // A RangeError: nobody knows this charset.
    return null;
  }
}
