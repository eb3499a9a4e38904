import { Resolver } from 'node:dns/promises';

/** The name server could not be asked: nothing is known of the records. */
export class DnsFault extends Error {}

/** What is asked of the domain name system. A name without such records is an empty list, not an error. */
export interface DnsRecords {
  /** Each TXT record as one text, its strings joined without a blank (RFC 7208 section 3.3). @throws DnsFault */
  txt(name: string): Promise<string[]>;
  /** IPv4 and IPv6 addresses. @throws DnsFault */
  addresses(name: string): Promise<string[]>;
}

const timeoutMs = 3000;
const tries = 2;
/** There is no such name, or none of this type, or it is no name at all. */
const nothing = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Asks these name servers (`address` or `address:port`), or without any the machine's own. */
export function dnsRecords(servers: readonly string[]): DnsRecords {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers.length > 0) resolver.setServers([...servers]);

  const asked = async <Answer>(question: Promise<Answer[]>): Promise<Answer[]> => {
    try {
      return await question;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (nothing.has(code)) return [];
      throw new DnsFault(`The name servers could not be asked (${code || 'unknown'}).`, { cause: error });
    }
  };
  return {
    txt: async (name) => (await asked(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    addresses: async (name) => {
      const [four, six] = await Promise.all([asked(resolver.resolve4(name)), asked(resolver.resolve6(name))]);
      return [...four, ...six];
    },
  };
}
