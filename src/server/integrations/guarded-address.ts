import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The hub may not be used to reach what lies inside the operator's network. */
export class AddressRefused extends Error {}

export const privateWords =
  'This address lies inside a private network and is not used. The operator can allow it with HUB_ALLOW_PRIVATE_HOSTS=1.';

/** Everything that is not a public address: RFC 6890 and its successors, IPv4 inside IPv6 included. */
const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6');

/** Whether an IP address can be reached by anyone on the internet. IPv4 inside IPv6 (`::ffff:10.0.0.1`) is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return !inside.check(address, 'ipv4');
  const mapped = /^(?:0{0,4}:){0,5}:?ffff:/i.test(address) || address.toLowerCase().startsWith('::ffff:');
  if (mapped) {
    const last = address.slice(address.lastIndexOf(':') + 1);
    if (isIP(last) === 4) return !inside.check(last, 'ipv4');
    const words = address
      .split(':')
      .slice(-2)
      .map((word) => Number.parseInt(word || '0', 16));
    const [high = 0, low = 0] = words;
    return !inside.check(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`, 'ipv4');
  }
  return !inside.check(address, 'ipv6');
}

/**
 * Resolves a host once and gives the address to connect to, so that what was checked is what is used.
 * @throws AddressRefused for a host that is not public, unless `allowPrivate` (HUB_ALLOW_PRIVATE_HOSTS).
 */
export async function resolveGuarded(host: string, allowPrivate: boolean): Promise<string> {
  const found = await lookup(host, { all: true, verbatim: true });
  const usable = found.filter(({ address }) => allowPrivate || isPublicAddress(address));
  const first = usable[0];
  if (!first || (usable.length < found.length && !allowPrivate)) {
    throw new AddressRefused(privateWords);
  }
  return first.address;
}

/** One address of a name. */
export interface Found {
  address: string;
  family: number;
}

/**
 * The lookup of one connection (`lookup` of node:net): all addresses of the name, or none when one of them is not public.
 * Addresses as numbers are not looked up by Node; they are judged before.
 */
export function guardedLookup(
  allowPrivate: boolean,
  find: (host: string) => Promise<Found[]>,
): LookupFunction {
  const answer: (...call: Parameters<LookupFunction>) => Promise<void> = async (host, options, callback) => {
    let found: Found[];
    try {
      found = await find(host);
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), '');
      return;
    }
    const [first] = found;
    if (!first) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
    else if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address)))
      callback(new AddressRefused(privateWords), '');
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  };
  return (...call) => void answer(...call);
}
