import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutreachHealth } from '#features/outreach/settings-contract.ts';
import { newId } from '#server/ids.ts';
import { jobContext } from '#server/organization-context.ts';
import { type DnsServer, startDnsServer } from '#server/testing/dns-server.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { outreachEmails } from '../sending-tables.ts';
import { prospects } from '../tables.ts';
import { tooManyBounces, watchBounces } from './bounces.ts';

let app: TestApp;
let dns: DnsServer;
let tenant: Tenant;

beforeAll(async () => {
  dns = await startDnsServer({
    'posters.example': { txt: ['v=spf1 include:_spf.google.com ~all'] },
    '_spf.google.com': { txt: ['v=spf1 ip4:192.0.2.0/24 ~all'] },
    '_dmarc.posters.example': { txt: ['v=DMARC1; p=none'] },
  });
  app = await startTestApp({ env: { HUB_DNS_SERVERS: dns.address } });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});
beforeEach(async () => {
  tenant = await app.tenant();
});

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, token = tenant.tokens.owner) =>
  app.call(method, path, token, body);

const states = async (method: 'GET' | 'POST' = 'GET'): Promise<Record<string, string>> => {
  const answer = await call(method, method === 'GET' ? '/api/outreach-health' : '/api/outreach-health/check');
  expect(answer.statusCode, answer.body).toBe(200);
  const health: OutreachHealth = answer.json();
  return { light: health.light, ...Object.fromEntries(health.items.map(({ key, state }) => [key, state])) };
};

async function connectMail(): Promise<void> {
  const answer = await call('PUT', '/api/tenant/integrations/email', {
    teamAddresses: [],
    postalAddress: '1 Test St, Sydney NSW 2000',
    smtp: {
      host: 'smtp.gmail.com',
      port: 465,
      secure: true,
      user: 'a',
      secret: 'b',
      from: 'hi@posters.example',
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Emails that left an hour ago, the first ones with a dead address. */
async function sent(count: number, dead: number): Promise<void> {
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  const at = new Date(Date.now() - 3_600_000);
  const prospectId = newId();
  await db.insert(prospects).values({
    id: prospectId,
    businessName: 'Acme',
    address: '',
    contactEmail: 'a@acme.example',
    contactPhone: '',
    industry: '',
    summary: '',
    notes: '',
    status: 'email_sent',
    createdAt: at,
    updatedAt: at,
    createdBy: 'Test',
    nameKey: 'acme',
    matchName: 'acme',
  });
  await db.insert(outreachEmails).values(
    Array.from({ length: count }, (_, index) => ({
      id: newId(),
      prospectId,
      state: index < dead ? ('bounced' as const) : ('sent' as const),
      reason: '',
      recipient: 'a@acme.example',
      subject: 'Hi',
      content: 'Hi',
      mailId: newId(),
      messageId: `${newId()}@posters.example`,
      isHardBounce: index < dead,
      bouncedAt: index < dead ? at : null,
      createdBy: 'Test',
      createdAt: at,
      sentAt: at,
    })),
  );
}

const watch = () =>
  watchBounces.execute(
    {
      organization: jobContext(app.hub, tenant.organizationId),
      database: app.hub.database,
      services: app.hub.services,
      log: app.hub.log,
    },
    {},
    { attempt: 1, signal: new AbortController().signal },
  );

describe('the health of sending', () => {
  it('says first that nobody is reached, and asks no name server for it', async () => {
    expect(await states('POST')).toMatchObject({
      light: 'amber',
      transport: 'amber',
      postal_address: 'amber',
    });
    expect(dns.asked).toEqual([]);
  });

  it('looks at the records of the sender’s domain when asked to, and remembers what it found', async () => {
    await connectMail();
    expect(await states()).toMatchObject({ light: 'unknown', spf: 'unknown' });
    const found = {
      light: 'unknown',
      transport: 'green',
      postal_address: 'green',
      spf: 'green',
      dkim: 'unknown',
      dmarc: 'green',
      alignment: 'green',
    };
    expect(await states('POST')).toMatchObject(found);
    expect(await states()).toMatchObject(found);
    const health = (await call('GET', '/api/outreach-health')).json();
    expect(health).toMatchObject({ domain: 'posters.example', checkedAt: expect.any(String) });
  });

  it('may be seen by everyone and asked for by those who write', async () => {
    expect((await call('GET', '/api/outreach-health', undefined, tenant.tokens.viewer)).statusCode).toBe(200);
    expect((await call('POST', '/api/outreach-health/check', {}, tenant.tokens.viewer)).statusCode).toBe(403);
  });
});

describe('bounces', () => {
  it('are too many above three of a hundred, not before a few are there', () => {
    const judged = [
      [10, 3],
      [20, 2],
      [100, 3],
      [99, 3],
      [1000, 31],
    ].map(([all = 0, hard = 0]) => tooManyBounces({ sent: all, hard }));
    expect(judged).toEqual([false, false, false, true, true]);
  });

  it('pause all sending when they are too many, once, until an admin resumes', async () => {
    await sent(50, 1);
    await watch();
    expect((await call('GET', '/api/outreach-settings')).json().paused).toBeNull();
    await sent(10, 3);
    await watch();
    await watch();
    const { paused } = (await call('GET', '/api/outreach-settings')).json();
    expect(paused).toMatchObject({ byHub: true, reason: expect.stringMatching(/^4 of the last 60 emails/) });
    const told = (await call('GET', '/api/notifications')).json();
    expect(JSON.stringify(told).match(/Outreach was paused/g)).toHaveLength(1);
    expect(await states()).toMatchObject({ light: 'red', paused: 'red', bounces: 'red' });
    const resumed = await call('POST', '/api/outreach-settings/resume');
    expect(resumed.json().paused).toBeNull();
    await watch();
    expect((await call('GET', '/api/outreach-settings')).json().paused).toBeNull();
  });
});
