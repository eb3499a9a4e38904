import { generateKeyPairSync } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { dnsRecords } from '#server/integrations/dns-records.ts';
import { type DnsServer, startDnsServer, type Zone } from '#server/testing/dns-server.ts';
import { ownTime } from '#server/testing/own-time.ts';
import { lookAtDomain } from './look-at-domain.ts';

let server: DnsServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const domain = 'posters.example';
const key = (bits: number) => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
};
const good: Zone = {
  [domain]: { txt: ['some other text', 'v=spf1 include:_spf.google.com ~all'] },
  '_spf.google.com': { txt: ['v=spf1 ip4:192.0.2.0/24 -all'] },
  [`google._domainkey.${domain}`]: { txt: [`v=DKIM1; k=rsa; p=${key(2048)}`] },
  [`_dmarc.${domain}`]: { txt: ['v=DMARC1; p=none; rua=mailto:d@posters.example'] },
};

/** Items by key, as a real resolver finds them at a server with this zone. */
async function look(
  zone: Zone,
  more: { smtpHost?: string | null; selector?: string | null; at?: string } = {},
) {
  server = await startDnsServer(zone);
  const items = await lookAtDomain(dnsRecords([server.address]), {
    domain: more.at ?? domain,
    smtpHost: more.smtpHost === undefined ? 'smtp.gmail.com' : more.smtpHost,
    selector: more.selector ?? null,
  });
  return Object.fromEntries(items.map((item) => [item.key, item]));
}
const states = (items: Awaited<ReturnType<typeof look>>) =>
  Object.fromEntries(Object.entries(items).map(([name, { state }]) => [name, state]));

describe('the records of a sender’s domain', () => {
  it('are all green where they speak for it', async () => {
    expect(states(await look(good))).toEqual({
      spf: 'green',
      dkim: 'green',
      dmarc: 'green',
      alignment: 'green',
    });
  });

  it('are red, each with what to do, where there are none', async () => {
    const items = await look({ [domain]: { txt: [] } });
    expect(states(items)).toEqual({ spf: 'red', dkim: 'unknown', dmarc: 'red', alignment: 'unknown' });
    expect(items.spf?.advice).toContain('v=spf1 include:_spf.google.com ~all');
    expect(items.dmarc?.advice).toContain(`_dmarc.${domain}`);
    expect(items.dkim?.advice).toMatch(/selector/);
  });

  it('are unknown while the name server fails, whatever they hold', async () => {
    const failing = Object.fromEntries(Object.keys(good).map((name) => [name, { servfail: true }]));
    const usual = [...Object.keys(failing), `default._domainkey.${domain}`];
    const items = await look(Object.fromEntries(usual.map((name) => [name, { servfail: true }])));
    expect(states(items)).toEqual({
      spf: 'unknown',
      dkim: 'unknown',
      dmarc: 'unknown',
      alignment: 'unknown',
    });
    expect(items.spf?.words).toMatch(/could not be asked/);
  });
});

describe('a slow name server', () => {
  it('is waited for 8 seconds in all, however many records lead on; then nothing is known', async () => {
    const slow = async (name: string) => {
      await setTimeout(1500);
      const at = Number(/^i(\d+)\./.exec(name)?.[1] ?? 0);
      return name.includes('_') ? [] : [`v=spf1 include:i${at + 1}.${domain} ~all`];
    };
    const records = { txt: slow, addresses: async () => [] };
    let items: Awaited<ReturnType<typeof lookAtDomain>> = [];
    const { ms } = await ownTime(async () => {
      items = await lookAtDomain(records, { domain, smtpHost: 'smtp.gmail.com', selector: null });
    });
    expect(ms).toBeLessThan(9000);
    expect(items.find(({ key: one }) => one === 'spf')).toMatchObject({
      state: 'unknown',
      words: 'This could not be looked at. The name servers answer too slowly.',
    });
  });
});

describe('SPF', () => {
  const spf = async (record: string[], zone: Zone = {}, smtpHost: string | null = 'smtp.gmail.com') =>
    (await look({ ...zone, [domain]: { txt: record } }, { smtpHost })).spf;

  it('is refused with two records, too many look-ups, or all the world', async () => {
    expect((await spf(['v=spf1 -all', 'v=spf1 ~all']))?.words).toMatch(/2 SPF records/);
    await server?.close();
    const many = Array.from({ length: 11 }, (_, at) => `include:s${at}.example`).join(' ');
    expect((await spf([`v=spf1 ${many} -all`]))?.words).toMatch(/more than 10 look-ups/);
    await server?.close();
    expect((await spf(['v=spf1 include:_spf.google.com +all']))?.state).toBe('red');
  });

  it('must name the provider of the mail account, also through another record', async () => {
    expect(await spf(['v=spf1 mx ~all'])).toMatchObject({
      state: 'red',
      advice: 'Add include:_spf.google.com to the record.',
    });
    await server?.close();
    const through = { 'all.example': { txt: ['v=spf1 include:_spf.google.com ~all'] } };
    expect((await spf(['v=spf1 include:all.example ~all'], through))?.state).toBe('green');
  });

  it('names a server of one’s own by name or address, and else cannot be told', async () => {
    const zone = { 'mail.posters.example': { a: ['192.0.2.7'] } };
    expect((await spf(['v=spf1 ip4:192.0.2.7 -all'], zone, 'mail.posters.example'))?.state).toBe('green');
    await server?.close();
    expect((await spf(['v=spf1 ip4:192.0.2.8 -all'], zone, 'mail.posters.example'))?.state).toBe('amber');
  });

  it('does not follow a circle', async () => {
    const circle = { 'a.example': { txt: ['v=spf1 include:a.example ~all'] } };
    expect((await spf(['v=spf1 include:a.example include:_spf.google.com ~all'], circle))?.state).toBe(
      'green',
    );
  });
});

describe('DKIM', () => {
  it('is found under a selector that was named, and missed where it is not', async () => {
    const zone = { [`wall._domainkey.${domain}`]: { txt: [`v=DKIM1; p=${key(1024)}`] } };
    expect((await look(zone, { selector: 'wall' })).dkim?.state).toBe('green');
    await server?.close();
    expect((await look(zone, { selector: 'hall' })).dkim?.words).toContain(`hall._domainkey.${domain}`);
  });

  it('does not count with a withdrawn or a short key', async () => {
    const at = `default._domainkey.${domain}`;
    expect((await look({ [at]: { txt: ['v=DKIM1; p='] } })).dkim?.words).toMatch(/withdrawn/);
    await server?.close();
    expect((await look({ [at]: { txt: [`v=DKIM1; p=${key(512)}`] } })).dkim?.words).toMatch(/512 bits/);
  });
});

describe('DMARC', () => {
  it('is that of the domain above where the own one has none', async () => {
    const zone = { '_dmarc.posters.example': { txt: ['v=DMARC1; p=reject; sp=quarantine'] } };
    const items = await look(zone, { at: 'mail.posters.example' });
    expect(items.dmarc?.words).toBe('posters.example has a DMARC record (p=quarantine).');
    expect(items.alignment?.state).toBe('unknown');
  });

  it('needs a policy, and one record only', async () => {
    const at = `_dmarc.${domain}`;
    expect((await look({ [at]: { txt: ['v=DMARC1'] } })).dmarc?.state).toBe('red');
    await server?.close();
    expect((await look({ [at]: { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } })).dmarc?.words).toMatch(
      /2 DMARC/,
    );
  });
});
