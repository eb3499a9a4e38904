import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { calendarObject } from './calendar.ts';

let app: TestApp;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());

function ahead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

async function leadOf(tenant: Tenant): Promise<{ id: string; address: string }> {
  named += 1;
  const address = `kim${named}@client.example`;
  const lead = { name: 'Kim', contact_email: address };
  const made = await app.call('POST', '/api/leads', tenant.tokens.user, lead);
  return { id: String(made.json().thread_id), address };
}

async function booked(tenant: Tenant): Promise<{ id: string; address: string }> {
  const lead = await leadOf(tenant);
  const body = { startsAt: ahead(30) };
  const answer = await app.call('POST', `/api/leads/${lead.id}/meeting`, tenant.tokens.user, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return lead;
}

function cancel(tenant: Tenant, id: string) {
  return app.call('DELETE', `/api/leads/${id}/meeting`, tenant.tokens.user);
}

async function lastDelivery(tenant: Tenant, id: string) {
  const all = await app.call('GET', `/api/leads/${id}/deliveries`, tenant.tokens.user);
  return all.json().find(({ state }: { state: string }) => state === 'held');
}

describe('a meeting is called off', () => {
  it('also when the client gets no more mail: the mail is held, and says why', async () => {
    const tenant = await app.tenant();
    const { id, address } = await booked(tenant);
    await app.call('POST', '/api/tenant/suppressions', tenant.tokens.user, { address, reason: 'She asked.' });
    expect((await cancel(tenant, id)).statusCode).toBe(204);
    expect((await lastDelivery(tenant, id)).reason).toContain('Held because');
    const lead = (await app.call('GET', `/api/leads/${id}`, tenant.tokens.user)).json();
    expect([lead.stage, lead.calldate_iso]).toEqual(['new', null]);
    expect((await app.call('DELETE', `/api/leads/${id}`, tenant.tokens.admin)).statusCode).toBe(204);
  });

  it('also when the limit of the day is used up', async () => {
    const tenant = await app.tenant();
    const { id } = await booked(tenant);
    await app.call('PUT', '/api/tenant/integrations/email', tenant.tokens.admin, {
      teamAddresses: [],
      postalAddress: '',
      dailyLimit: 1,
    });
    expect((await cancel(tenant, id)).statusCode).toBe(204);
    expect((await lastDelivery(tenant, id)).reason).toContain('limit');
  });
});

describe('an invitation', () => {
  it('is not taken back as if it were a reply', async () => {
    const tenant = await app.tenant();
    const { id } = await booked(tenant);
    const [item] = (await app.call('GET', `/api/correspondence/${id}`, tenant.tokens.user)).json();
    const undo = `/api/leads/${id}/messages/${item.id}/undo`;
    const answer = await app.call('POST', undo, tenant.tokens.user, {});
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Only a reply can be taken back.']);
  });

  it('is not sent in the name of a colleague who has left', async () => {
    const tenant = await app.tenant();
    const { id } = await leadOf(tenant);
    await app.call('PATCH', `/api/leads/${id}`, tenant.tokens.admin, { assignee_id: tenant.userIds.user });
    await app.call('PUT', `/api/tenant/users/${tenant.userIds.user}`, tenant.tokens.admin, {
      isActive: false,
    });
    const path = `/api/leads/${id}/meeting`;
    const answer = await app.call('POST', path, tenant.tokens.admin, { startsAt: ahead(30) });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
    expect(answer.json().message).toContain('deactivated');
  });

  it('names people as a parameter can hold them', () => {
    const made = calendarObject('REQUEST', {
      id: 'x',
      sequence: 0,
      startsAt: new Date(ahead(1)),
      endsAt: new Date(ahead(2)),
      summary: 's',
      description: 'd',
      link: null,
      organizer: { name: 'Host "H" One', email: 'host@x.example' },
      client: { name: 'Jane";X=1:y\nBEGIN:VALARM', email: 'jane@client.example' },
      stamp: new Date(),
    }).replace(/\r\n[ \t]/g, '');
    const attendee = made.split('\r\n').find((line) => line.startsWith('ATTENDEE')) ?? '';
    expect(attendee).toContain('CN="Jane ;X=1:y BEGIN:VALARM":');
    expect(attendee.match(/"/g)).toHaveLength(2);
    expect(made).toContain('CN="Host H One"');
    expect(made.match(/^BEGIN:/gm)).toHaveLength(2);
  });
});
