import addressparser from 'nodemailer/lib/addressparser';
import { cleanText, oneLine } from '../clean-text.ts';
import type { ReadAddress } from '../message.ts';
import { decodeWords } from './encoded-words.ts';

/** Of a longer list (a flood, or a mailing of thousands) only the beginning is kept. */
const MAX_ADDRESSES = 500;
const MAX_HEADER = 64_000;
const MAX_NAME = 300;
const MAX_ADDRESS = 320;

/**
 * The addresses of a header (RFC 5322 section 3.4), groups flattened, names decoded after parsing so that a comma
 * inside an encoded word divides nothing. Entries without an address are dropped.
 */
export function readAddresses(header: string | undefined): ReadAddress[] {
  if (header === undefined || header.trim() === '') return [];
  const parsed = addressparser(header.slice(0, MAX_HEADER), { flatten: true });
  return parsed
    .slice(0, MAX_ADDRESSES)
    .map(({ name, address }) => ({
      name: oneLine(decodeWords(name), MAX_NAME) || null,
      address: cleanText(
        decodeWords(address)
          .replace(/[\s<>]+/gu, '')
          .slice(0, MAX_ADDRESS),
      ),
    }))
    .filter(({ address }) => address !== '');
}

const VIA = /^(?:['"]?(.*?)['"]?) via \S/iu;

/**
 * Who wrote the message. A Google group that rewrites From for DMARC ("'Dana' via Sales" <sales@…>) names the writer
 * in X-Original-From (or X-Original-Sender), else in Reply-To; the group's own address as Reply-To says nothing.
 */
export function readWriter(get: (name: string) => string | undefined): ReadAddress | null {
  const from = readAddresses(get('from'))[0] ?? readAddresses(get('sender'))[0] ?? null;
  if (from === null) return null;
  const via = VIA.exec(from.name ?? '');
  if (via === null) return from;
  const original =
    readAddresses(get('x-original-from'))[0] ??
    readAddresses(get('x-original-sender'))[0] ??
    readAddresses(get('reply-to')).find(
      ({ address }) => address.toLowerCase() !== from.address.toLowerCase(),
    );
  return original === undefined
    ? from
    : { name: original.name ?? via[1]?.trim() ?? null, address: original.address };
}
