import { cleanText } from '../clean-text.ts';
import type { ReadAddress } from '../message.ts';
import { readAddresses } from '../mime/addresses.ts';

const MAX_VALUE = 2000;

const tidy = (name: string): string | null =>
  cleanText(name.replace(/[\s\u00a0]+/gu, ' ').replace(/^[\s"'„“”«»*,:]+|[\s"'„“”«»*,(]+$/gu, '')) || null;

/**
 * The address of a quoted head as mail programs write it: 'One <one@example.com<mailto:one@example.com>>',
 * 'One [mailto:one@example.com]', 'one@example.com'. A name alone is no address: null.
 */
export function readQuotedAddress(value: string): ReadAddress | null {
  const plain = value.slice(0, MAX_VALUE).replace(/<mailto:[^<>]*>/giu, '');
  const bracketed = /^([^<>[\]]*)[<[]\s*(?:mailto:)?([^<>[\]\s]+@[^<>[\]\s]+?)\s*[>\]]/iu.exec(plain);
  if (bracketed !== null) return { name: tidy(bracketed[1] ?? ''), address: cleanText(bracketed[2] ?? '') };
  const bare = /[^\s<>()[\]"',;:*]+@[^\s<>()[\]"',;:*]+/u.exec(plain);
  return bare === null ? null : { name: null, address: cleanText(bare[0]) };
}

/** The addresses of a quoted To or Cc line. */
export function readQuotedAddresses(value: string): ReadAddress[] {
  const plain = value
    .slice(0, MAX_VALUE)
    .replace(/<mailto:[^<>]*>/giu, '')
    .replaceAll(';', ',');
  return readAddresses(plain).filter(({ address }) => address.includes('@'));
}

const IN_MARKS = /["„“«]\s*([^"“”„«»]+?)\s*["”“»]\s*[<(]/u;
const CAPITALISED = /((?:\p{Lu}[\p{L}\p{M}.'’-]*[ ,]{0,2}){1,6})$/u;

/** The writer named in 'On 3 May 2025 at 9:14, "One Two" <one@example.com> wrote:'. */
export function readAttributionAddress(line: string): ReadAddress | null {
  const text = line.slice(0, MAX_VALUE);
  const at = /[<(]*[<(]\s*([^<>()\s]+@[^<>()\s]+)\s*[>)]/u.exec(text);
  if (at === null) return null;
  const marked = IN_MARKS.exec(text)?.[1];
  const name = marked ?? CAPITALISED.exec(text.slice(0, at.index).trim())?.[1] ?? '';
  return { name: tidy(name), address: cleanText(at[1] ?? '') };
}
