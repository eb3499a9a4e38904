import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { isMostlyUtf8 } from '#server/mostly-utf8.ts';
import { utf16ByNuls } from '#server/utf16.ts';

export type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/** Bytes of which the encoding is decided. */
const sample = 4096;

/** Where a character of UTF-8 begins that the bytes cut off; their length when none is cut. */
function wholeUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/**
 * Text of a file whose encoding nobody tells: UTF-8 with or without a byte order mark, UTF-16 by its mark or by the
 * NULs in it, else Windows-1252, which is what Excel saves in western Europe. As long as all bytes are ASCII nothing is
 * decided.
 */
export class TextReader {
  #decode: ((bytes: Uint8Array, last: boolean) => string) | null = null;
  #waiting: Uint8Array = new Uint8Array();
  #begun = false;
  #encoding: TextEncoding = 'UTF-8';

  get encoding(): TextEncoding {
    return this.#encoding;
  }

  read(bytes: Uint8Array, last = false): string {
    if (this.#decode) return this.#decode(bytes, last);
    const all = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
    if (!this.#begun) {
      if (all.length < sample && !last) {
        this.#waiting = all;
        return '';
      }
      this.#begun = true;
      this.#decideByMark(all);
    }
    this.#waiting = new Uint8Array();
    return this.#decode ? this.#decide(all, last) : this.#undecided(all, last);
  }

  #decideByMark(head: Uint8Array): void {
    const [a, b, c] = head;
    if (a === 0xef && b === 0xbb && c === 0xbf) return this.#useDecoder('utf-8', 'UTF-8');
    if (a === 0xff && b === 0xfe) return this.#useDecoder('utf-16le', 'UTF-16');
    if (a === 0xfe && b === 0xff) return this.#useDecoder('utf-16be', 'UTF-16');
    const byNuls = utf16ByNuls(head);
    if (byNuls) this.#useDecoder(byNuls, 'UTF-16');
  }

  #decide(all: Uint8Array, last: boolean): string {
    return this.#decode?.(all, last) ?? '';
  }

  #undecided(all: Uint8Array, last: boolean): string {
    if (isAscii(all)) return Buffer.from(all).toString('latin1');
    const whole = last ? all.length : wholeUtf8(all);
    const head = all.subarray(0, whole);
    if (isAscii(head)) {
      this.#waiting = all.subarray(whole);
      return Buffer.from(head).toString('latin1');
    }
    if (isUtf8(head) || isMostlyUtf8(head)) this.#useDecoder('utf-8', 'UTF-8');
    else {
      this.#encoding = 'Windows-1252';
      this.#decode = (bytes) => iconv.decode(Buffer.from(bytes), 'win1252');
    }
    return this.#decide(all, last);
  }

  #useDecoder(label: string, encoding: TextEncoding): void {
    const decoder = new TextDecoder(label);
    this.#encoding = encoding;
    this.#decode = (bytes, last) => decoder.decode(bytes, { stream: !last });
  }
}
