import type { HealthItem } from '#features/outreach/settings-contract.ts';
import type { DnsRecords } from '#server/integrations/dns-records.ts';

/** Labels that the walk to the organization's own domain passes at most. */
const mostLabels = 8;

export interface Dmarc {
  /** The domain that holds the record. */
  at: string;
  policy: string;
  /** Whether signatures and return paths must have exactly the domain of the sender (RFC 7489 section 3.1). */
  isStrict: boolean;
}

function isDmarc(record: string): boolean {
  return /^v=DMARC1(?:\s*;|$)/.test(record);
}

function tagOf(record: string, name: string): string | null {
  const tag = record.split(';').find((one) => one.trim().toLowerCase().startsWith(`${name}=`));
  return (
    tag
      ?.slice(tag.indexOf('=') + 1)
      .trim()
      .toLowerCase() ?? null
  );
}

/**
 * What the domain, or else the domains above it, tell receivers to do with mail that is not theirs (RFC 7489 section 6.6.3;
 * here the whole way up, so that no list of public suffixes is needed).
 * @throws DnsFault
 */
export async function judgeDmarc(
  dns: DnsRecords,
  domain: string,
): Promise<{ item: HealthItem; dmarc: Dmarc | null }> {
  const item = (state: HealthItem['state'], words: string, advice: string | null): HealthItem => ({
    key: 'dmarc',
    state,
    words,
    advice,
  });
  const labels = domain.split('.').slice(-mostLabels);
  for (let from = 0; from <= labels.length - 2; from += 1) {
    const at = labels.slice(from).join('.');
    const records = (await dns.txt(`_dmarc.${at}`)).filter(isDmarc);
    if (records.length > 1) {
      const words = `${at} has ${records.length} DMARC records; receivers then take none of them.`;
      return { item: item('red', words, 'Keep one of them.'), dmarc: null };
    }
    const [record] = records;
    if (record === undefined) continue;
    const policy = (at === domain ? null : tagOf(record, 'sp')) ?? tagOf(record, 'p');
    if (policy === null || !/^(?:none|quarantine|reject)$/.test(policy)) {
      const words = `The DMARC record of ${at} does not say what to do (p=none, quarantine or reject).`;
      return { item: item('red', words, 'Add p=none to it, and reports with rua=mailto:…'), dmarc: null };
    }
    const isStrict = tagOf(record, 'aspf') === 's' && tagOf(record, 'adkim') === 's';
    return {
      item: item('green', `${at} has a DMARC record (p=${policy}).`, null),
      dmarc: { at, policy, isStrict },
    };
  }
  const words = `${domain} has no DMARC record. Large providers such as Gmail, Yahoo and Outlook ask for one.`;
  const advice = `Add a TXT record at _dmarc.${domain}: v=DMARC1; p=none`;
  return { item: item('red', words, advice), dmarc: null };
}
