import { isIPv6 } from 'node:net';

/**
 * What calls are counted by: an IPv4 address itself, and of an IPv6 address its first 64 bits, since whoever has one of
 * them has them all (RFC 6177 section 2). An IPv4 address in IPv6 notation (RFC 4291 section 2.5.5.2) is the IPv4 address.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = bare.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const between = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...between, ...after].slice(0, 4).join(':')}::/64`;
}

/** Groups of 16 bits; a dotted end stands for two. */
function groupsOf(part: string): string[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]));
}
