import { isIP } from 'node:net';
import { isPublicAddress, privateWords } from './guarded-address.ts';

/** Characters of an address that is stored. */
export const addressLimit = 2000;

/**
 * What can be refused about an address as it is written, before anything is resolved; null when there is nothing. The
 * URL parser (WHATWG URL, section 3.5) writes every form of an IPv4 address, such as `2130706433` or `0x7f.1`, in full.
 * @returns a sentence for the person who entered it
 */
export function visibleAddressFault(url: string, allowPrivate: boolean): string | null {
  if (url.length > addressLimit) return `An address has at most ${addressLimit} characters.`;
  if (!URL.canParse(url)) return 'This is not a web address. It begins with https://.';
  const { protocol, username, password, hostname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    return 'Only addresses that begin with http:// or https:// can be used.';
  if (username !== '' || password !== '') return 'An address with a user name or password in it is not used.';
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '') return 'This is not a web address. It has no host name.';
  if (allowPrivate) return null;
  const local = host === 'localhost' || host.endsWith('.localhost');
  return local || (isIP(host) !== 0 && !isPublicAddress(host)) ? privateWords : null;
}
