import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

const path = '/api/v2/ingest/leads';
let app: TestApp;
beforeAll(async () => {
  // Each test is another client: ten forms a minute are taken from one address.
  app = await startTestApp({ env: { HUB_TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => app.close());

let client = 0;
const from = () => {
  client += 1;
  return { 'x-forwarded-for': `192.0.2.${client}` };
};

async function keyOf(tenant: Tenant, scopes: string[] = ['ingest']): Promise<string> {
  const answer = await app.call('POST', '/api/tenant/api-keys', tenant.tokens.owner, {
    name: 'form',
    scopes,
  });
  return String(answer.json().key);
}

async function leadsOf(tenant: Tenant) {
  return (await app.call('GET', '/api/leads', tenant.tokens.user)).json();
}

const jane = {
  name: 'Jane Doe',
  email: 'jane@client.example',
  phone: '+61 2 9999 0000',
  company: 'Doe Pty Ltd',
  message: 'A billboard in March, please.',
  'How did you hear of us?': 'A friend',
};

it('makes one lead of a form, with what it names, and keeps further fields in the message', async () => {
  const tenant = await app.tenant();
  const key = await keyOf(tenant);
  const headers = from();
  const answer = await app.call('POST', path, key, jane, headers);
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  const { thread_id } = answer.json();
  expect(await leadsOf(tenant)).toMatchObject([
    {
      thread_id,
      name: 'Jane Doe',
      company: 'Doe Pty Ltd',
      contact_email: 'jane@client.example',
      phone_number: '+61 2 9999 0000',
      stage: 'new',
      message_count: 1,
    },
  ]);
  const items = await app.call('GET', `/api/correspondence/${thread_id}`, tenant.tokens.user);
  expect(items.json()).toMatchObject([{ isFromLead: true }]);
  expect(items.json()[0].content).toContain('How did you hear of us?: A friend');
  expect((await app.call('POST', path, key, jane, headers)).json()).toEqual({ thread_id });
  expect(await leadsOf(tenant)).toHaveLength(1);
});

it('takes URL-encoded forms, and an address of the team as one from outside', async () => {
  const tenant = await app.tenant();
  const key = await keyOf(tenant);
  const body = new URLSearchParams({ name: 'Ann', email: tenant.emails.owner, message: 'Hi' }).toString();
  const answer = await app.call('POST', path, key, body, {
    ...from(),
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(answer.statusCode).toBe(201);
  expect(await leadsOf(tenant)).toMatchObject([{ name: 'Ann', contact_email: tenant.emails.owner }]);
});

it('refuses what says nothing, and keeps nothing of a form whose hidden field is filled in', async () => {
  const tenant = await app.tenant();
  const key = await keyOf(tenant);
  const headers = from();
  expect((await app.call('POST', path, key, {}, headers)).statusCode).toBe(400);
  expect((await app.call('POST', path, key, { email: 'not one' }, headers)).statusCode).toBe(400);
  expect((await app.call('POST', path, key, [jane], headers)).statusCode).toBe(400);
  expect((await app.call('POST', path, key, { ...jane, _gotcha: 'x' }, headers)).statusCode).toBe(201);
  expect(await leadsOf(tenant)).toEqual([]);
});

it('needs a key that may ingest, answers preflights, and takes ten a minute from one address', async () => {
  const tenant = await app.tenant();
  expect((await app.call('POST', path, null, jane, from())).statusCode).toBe(401);
  expect((await app.call('POST', path, await keyOf(tenant, ['read']), jane, from())).statusCode).toBe(403);
  const preflight = await app.call('OPTIONS', path, null, undefined, { origin: 'https://client.example' });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
  const key = await keyOf(tenant);
  const headers = from();
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await app.call('POST', path, key, { ...jane, message: `No ${n}` }, headers)).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
});

it('takes forms without an email for different people, and answers none of them by mail', async () => {
  const tenant = await app.tenant();
  const key = await keyOf(tenant);
  const forms = [
    { name: 'John Smith', phone: '0400 000 001', message: 'One' },
    { name: 'John Smith', phone: '0400 000 002', message: 'Two' },
    { message: 'Call me on 0400 000 003' },
    { message: 'Somebody else: 0400 000 004' },
  ];
  for (const form of forms) await app.call('POST', path, key, form, from());
  const made = await leadsOf(tenant);
  expect(made).toHaveLength(4);
  const phones = made.map((lead: { phone_number: string | null }) => lead.phone_number);
  expect(new Set(phones).size).toBe(4);
  for (const lead of made) {
    expect(lead.contact_email).toBeNull();
    const body = { content: 'Hello' };
    const reply = await app.call('POST', `/api/leads/${lead.thread_id}/reply`, tenant.tokens.user, body);
    expect(reply.json().message).toContain('no email address');
  }
});
