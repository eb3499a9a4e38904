import { isIP } from 'node:net';
import type { HealthItem } from '#features/outreach/settings-contract.ts';
import type { DnsRecords } from '#server/integrations/dns-records.ts';

/** Records that ask for more than these look-ups are no good to receivers (RFC 7208 section 4.6.4). */
const mostLookups = 10;

/** What providers ask for in SPF, by their SMTP servers. */
const providers: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)(?:gmail|googlemail|google)\.com$/, '_spf.google.com'],
  [/(?:^|\.)(?:office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/(?:^|\.)amazonaws\.com$/, 'amazonses.com'],
  [/(?:^|\.)sendgrid\.net$/, 'sendgrid.net'],
  [/(?:^|\.)mailgun\.org$/, 'mailgun.org'],
  [/(?:^|\.)zoho\.com(?:\.au)?$/, 'zoho.com'],
  [/(?:^|\.)messagingengine\.com$/, 'spf.messagingengine.com'],
];

/** The include that a mail account's provider asks for; null for one that is not known here. */
export function providerInclude(smtpHost: string): string | null {
  return providers.find(([host]) => host.test(smtpHost.toLowerCase()))?.[1] ?? null;
}

function isSpf(record: string): boolean {
  return /^v=spf1(?:\s|$)/i.test(record);
}

interface Walk {
  lookups: number;
  includes: Set<string>;
}

/** Counts look-ups and collects what is included, as receivers do. */
async function walk(dns: DnsRecords, record: string, state: Walk): Promise<void> {
  for (const term of record.split(/\s+/).slice(1)) {
    const [, name = '', value = ''] = /^[+\-~?]?([a-z]+)(?:[:=]([^\s/]+))?/i.exec(term) ?? [];
    const mechanism = name.toLowerCase();
    if (/^(?:include|redirect|a|mx|ptr|exists)$/.test(mechanism)) state.lookups += 1;
    if (state.lookups > mostLookups) return;
    if (mechanism !== 'include' && mechanism !== 'redirect') continue;
    const domain = value.toLowerCase();
    if (state.includes.has(domain) || domain.includes('%')) continue;
    state.includes.add(domain);
    const next = (await dns.txt(domain)).find(isSpf);
    if (next !== undefined) await walk(dns, next, state);
  }
}

/**
 * Whether the domain says which servers send for it (RFC 7208).
 * @param smtpHost the server through which mail leaves; null = not one of the organization's own
 * @throws DnsFault
 */
export async function judgeSpf(
  dns: DnsRecords,
  domain: string,
  smtpHost: string | null,
): Promise<HealthItem> {
  const item = (state: HealthItem['state'], words: string, advice: string | null): HealthItem => ({
    key: 'spf',
    state,
    words,
    advice,
  });
  const records = (await dns.txt(domain)).filter(isSpf);
  const wanted = smtpHost === null ? null : providerInclude(smtpHost);
  const example = `v=spf1 ${wanted === null ? mechanismOf(smtpHost) : `include:${wanted}`} ~all`;
  const [record] = records;
  if (record === undefined) {
    return item(
      'red',
      `${domain} does not say which servers send its mail (SPF), so receivers cannot tell yours from a forger's.`,
      `Add a TXT record to ${domain}: ${example}`,
    );
  }
  if (records.length > 1) {
    return item(
      'red',
      `${domain} has ${records.length} SPF records; receivers then take none of them.`,
      'Put them together into one TXT record that begins with v=spf1.',
    );
  }
  const state: Walk = { lookups: 0, includes: new Set() };
  await walk(dns, record, state);
  if (state.lookups > mostLookups) {
    return item(
      'red',
      `The SPF record of ${domain} asks for more than ${mostLookups} look-ups; receivers then do not take it.`,
      'Remove the includes of services that you do not use any more.',
    );
  }
  if (/\s\+?all$/i.test(record.trim())) {
    return item(
      'red',
      `The SPF record of ${domain} lets every server in the world send for it.`,
      'End it with ~all.',
    );
  }
  if (wanted !== null && !state.includes.has(wanted)) {
    return item(
      'red',
      `The SPF record of ${domain} does not name the servers of your mail account (${smtpHost}).`,
      `Add include:${wanted} to the record.`,
    );
  }
  if (!/\s[~-]all$|\sredirect=/i.test(record.trim())) {
    return item(
      'amber',
      `The SPF record of ${domain} does not say what to think of other servers.`,
      'End it with ~all.',
    );
  }
  if (wanted === null && smtpHost !== null && !(await namesServer(dns, record, smtpHost))) {
    return item(
      'amber',
      `${domain} has an SPF record. Whether it names the servers behind ${smtpHost} cannot be told from here.`,
      'Compare it with what your mail provider asks for.',
    );
  }
  return item('green', `${domain} says which servers send its mail (SPF).`, null);
}

/** What names a server of one's own (RFC 7208 sections 5.3 and 5.6). */
function mechanismOf(smtpHost: string | null): string {
  if (smtpHost === null) return '…';
  const family = isIP(smtpHost);
  return family === 0 ? `a:${smtpHost}` : `ip${family}:${smtpHost}`;
}

/** Whether the record names the server itself, or its address. */
async function namesServer(dns: DnsRecords, record: string, smtpHost: string): Promise<boolean> {
  const terms = record.toLowerCase().split(/\s+/);
  if (terms.includes(`a:${smtpHost.toLowerCase()}`)) return true;
  const addresses = await dns.addresses(smtpHost);
  return addresses.some((address) =>
    terms.some((term) => term === `ip4:${address}` || term === `ip6:${address}`),
  );
}
