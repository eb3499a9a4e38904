import { createPublicKey } from 'node:crypto';
import type { HealthItem } from '#features/outreach/settings-contract.ts';
import type { DnsRecords } from '#server/integrations/dns-records.ts';

/** Names under which providers put the key when nobody chooses another one. */
const usual = [
  'google',
  'selector1',
  'selector2',
  'default',
  'dkim',
  'mail',
  'k1',
  's1',
  's2',
  'fm1',
  'zoho',
  'smtp',
];

/** A key of fewer bits is ignored by receivers (RFC 8301 section 3.2). */
const leastBits = 1024;

interface Key {
  /** '' when it was withdrawn (RFC 6376 section 3.6.1). */
  value: string;
  bits: number | null;
}

function keyOf(record: string): Key | null {
  const tags = new Map(
    record.split(';').flatMap((tag) => {
      const [name = '', ...rest] = tag.split('=');
      return rest.length === 0
        ? []
        : [[name.trim().toLowerCase(), rest.join('=').replaceAll(/\s+/g, '')] as const];
    }),
  );
  const value = tags.get('p');
  if (value === undefined || (tags.get('v') ?? 'DKIM1').toUpperCase() !== 'DKIM1') return null;
  return { value, bits: (tags.get('k') ?? 'rsa').toLowerCase() === 'rsa' ? bitsOf(value) : null };
}

function bitsOf(value: string): number | null {
  try {
    const key = createPublicKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.modulusLength ?? null;
  } catch {
    return null;
  }
}

/**
 * Whether the domain publishes the key of a signature (RFC 6376).
 * @param selector as set; null = the usual ones are tried
 * @throws DnsFault
 */
export async function judgeDkim(
  dns: DnsRecords,
  domain: string,
  selector: string | null,
): Promise<HealthItem> {
  const item = (state: HealthItem['state'], words: string, advice: string | null): HealthItem => ({
    key: 'dkim',
    state,
    words,
    advice,
  });
  const selectors = selector === null ? usual : [selector];
  const found = await Promise.all(
    selectors.map(async (name) => ({ name, records: await dns.txt(`${name}._domainkey.${domain}`) })),
  );
  const keys = found.flatMap(({ name, records }) =>
    records.flatMap((record) => {
      const key = keyOf(record);
      return key ? [{ name, ...key }] : [];
    }),
  );
  const good = keys.find(({ value, bits }) => value !== '' && (bits === null || bits >= leastBits));
  if (good)
    return item('green', `${domain} publishes a key for signatures (DKIM, selector ${good.name}).`, null);
  const [bad] = keys;
  if (bad?.value === '') {
    return item(
      'red',
      `The key under the selector ${bad.name} was withdrawn, so signatures with it do not count.`,
      'Have your mail provider make a new one.',
    );
  }
  if (bad) {
    return item(
      'red',
      `The key under the selector ${bad.name} has ${bad.bits} bits; receivers ignore fewer than ${leastBits}.`,
      'Have your mail provider make one of 2048 bits.',
    );
  }
  if (selector !== null) {
    return item(
      'red',
      `There is no key at ${selector}._domainkey.${domain}, so a signature with this selector does not count.`,
      'Switch DKIM on at your mail provider and add the record that it shows, or correct the selector.',
    );
  }
  return item(
    'unknown',
    `No key for signatures (DKIM) was found at ${domain} under the usual selectors.`,
    'Switch DKIM on at your mail provider. If it is on, enter its selector in the settings of Outreach.',
  );
}
