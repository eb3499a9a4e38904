import type { HealthItem } from '#features/outreach/settings-contract.ts';
import { DnsFault, type DnsRecords } from '#server/integrations/dns-records.ts';
import { judgeDkim } from './judge-dkim.ts';
import { type Dmarc, judgeDmarc } from './judge-dmarc.ts';
import { judgeSpf } from './judge-spf.ts';

export interface Look {
  domain: string;
  /** The organization's mail server; null = mail leaves otherwise. */
  smtpHost: string | null;
  selector: string | null;
}

/**
 * What the DNS records of the sender's domain say to receivers. A name server that does not answer makes items unknown,
 * never good or bad.
 */
export async function lookAtDomain(
  records: DnsRecords,
  { domain, smtpHost, selector }: Look,
): Promise<HealthItem[]> {
  const dns = within(longestLookMs, records);
  const [spf, dkim, dmarc] = await Promise.all([
    known('spf', () => judgeSpf(dns, domain, smtpHost)),
    known('dkim', () => judgeDkim(dns, domain, selector)),
    knownDmarc(dns, domain),
  ]);
  return [spf, dkim, dmarc.item, alignment(spf, dkim, dmarc.dmarc, domain)];
}

/** The whole look takes at most so long, milliseconds, however many names records lead to: somebody waits for it. */
const longestLookMs = 8000;

/** The same records, of which none is asked or waited for after so long. */
function within(ms: number, dns: DnsRecords): DnsRecords {
  const ends = performance.now() + ms;
  const asked = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    new Promise((answer, fail) => {
      const late = setTimeout(
        () => fail(new DnsFault('The name servers answer too slowly.')),
        Math.max(0, ends - performance.now()),
      );
      ask()
        .finally(() => clearTimeout(late))
        .then(answer, fail);
    });
  return {
    txt: (name) => asked(() => dns.txt(name)),
    addresses: (name) => asked(() => dns.addresses(name)),
  };
}

function unknown(key: HealthItem['key'], error: DnsFault): HealthItem {
  return {
    key,
    state: 'unknown',
    words: `This could not be looked at. ${error.message}`,
    advice: 'Look again in a few minutes.',
  };
}

async function known(key: HealthItem['key'], judge: () => Promise<HealthItem>): Promise<HealthItem> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof DnsFault) return unknown(key, error);
    throw error;
  }
}

async function knownDmarc(
  dns: DnsRecords,
  domain: string,
): Promise<{ item: HealthItem; dmarc: Dmarc | null }> {
  try {
    return await judgeDmarc(dns, domain);
  } catch (error) {
    if (error instanceof DnsFault) return { item: unknown('dmarc', error), dmarc: null };
    throw error;
  }
}

/**
 * DMARC takes a mail when SPF or DKIM passes for the domain that people see (RFC 7489 section 3.1). The hub sends with the
 * same address in the envelope, so SPF is aligned where it passes.
 */
function alignment(spf: HealthItem, dkim: HealthItem, dmarc: Dmarc | null, domain: string): HealthItem {
  const item = (state: HealthItem['state'], words: string, advice: string | null): HealthItem => ({
    key: 'alignment',
    state,
    words,
    advice,
  });
  if (dmarc === null) return item('unknown', 'Without a DMARC record nothing asks for alignment.', null);
  if (spf.state === 'green' || dkim.state === 'green') {
    const both = spf.state === 'green' && dkim.state === 'green';
    const by = both ? 'SPF and DKIM' : spf.state === 'green' ? 'SPF' : 'DKIM';
    return item(
      'green',
      `The sender that people see and ${by} name the same domain, ${domain}.`,
      both ? null : 'With both, a mail that is passed on still counts as yours.',
    );
  }
  if (spf.state === 'unknown' || dkim.state === 'unknown' || spf.state === 'amber') {
    return item('unknown', 'Whether DMARC takes your mails is known once SPF or DKIM is.', null);
  }
  return item(
    'red',
    `Neither SPF nor DKIM speaks for ${domain}, so DMARC takes none of your mails${dmarc.policy === 'none' ? '' : ` and asks receivers to ${dmarc.policy} them`}.`,
    'Put SPF or DKIM right first.',
  );
}
