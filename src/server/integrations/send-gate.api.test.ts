import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, weekdayOf, zonedDate } from '#shared/zoned-time.ts';
import { outgoingMail } from '../db/tables.ts';
import { jobContext } from '../organization-context.ts';
import { startTestApp, type Tenant, type TestApp } from '../testing/test-app.ts';
import type { OutgoingRow } from './gate-options.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

let app: TestApp;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());

async function settings(tenant: Tenant, change: object): Promise<void> {
  const answer = await app.call('PUT', '/api/tenant/integrations/email', tenant.tokens.owner, {
    teamAddresses: [],
    postalAddress: '',
    ...change,
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function leadOf(tenant: Tenant): Promise<string> {
  named += 1;
  const made = await app.call('POST', '/api/leads', tenant.tokens.user, {
    name: 'Jane',
    contact_email: `jane${named}@client.example`,
  });
  return made.json().thread_id;
}

function reply(tenant: Tenant, threadId: string, content: string) {
  return app.call('POST', `/api/leads/${threadId}/reply`, tenant.tokens.user, { content });
}

/** A mail through the gate, as features send it. */
async function send(tenant: Tenant, change: Partial<OutgoingMail> = {}): Promise<OutgoingRow> {
  const context = jobContext(app.hub, tenant.organizationId);
  const { gate } = app.hub.services;
  named += 1;
  const composed = await gate.compose(context, {
    purpose: 'meeting',
    to: [{ name: null, address: `jane${named}@client.example` }],
    subject: 'New time',
    text: 'Our meeting has a new time.',
    by: 'Jane',
    automatic: true,
    ...change,
  });
  const { row } = await context.tx((tx) => gate.send(tx, composed));
  if (row.state === 'queued') gate.deliverSoon(tenant.organizationId, row.id);
  return row;
}

function ledger(tenant: Tenant): Promise<OutgoingRow[]> {
  return app.hub.database
    .forOrganization(tenant.organizationId)
    .db.select()
    .from(outgoingMail)
    .orderBy(outgoingMail.createdAt);
}

async function stateOf(tenant: Tenant, id: string) {
  return (await ledger(tenant)).find((row) => row.id === id)?.state;
}

describe('the daily limit', () => {
  it('lets exactly as many through when 20 are sent at once, and names itself to the others', async () => {
    const tenant = await app.tenant();
    await settings(tenant, { dailyLimit: 5 });
    const threadId = await leadOf(tenant);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reply(tenant, threadId, `Answer ${index}`)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(5).fill(202), ...Array(15).fill(409)]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toBe(
      "Today's limit of 5 mails is reached. It was set under Integrations and begins anew at midnight.",
    );
    await expect
      .poll(async () => (await ledger(tenant)).map(({ state }) => state))
      .toEqual(Array(5).fill('sent'));
    const items = (await app.call('GET', `/api/correspondence/${threadId}`, tenant.tokens.user)).json();
    expect(items).toHaveLength(5);
  });

  it('counts the day of the organization, and neither account mail nor what did not leave', async () => {
    const tenant = await app.tenant();
    await settings(tenant, { dailyLimit: 1 });
    const { db } = app.hub.database.forOrganization(tenant.organizationId);
    const gone = await send(tenant);
    await expect.poll(() => stateOf(tenant, gone.id)).toBe('sent');
    const held = await send(tenant);
    expect(held).toMatchObject({ state: 'held', bytes: null });
    expect(held.reason).toMatch(/^Held because: Today's limit of 1 mails is reached\./);
    await db.update(outgoingMail).set({ purpose: 'account' }).where(eq(outgoingMail.id, gone.id));
    const second = await send(tenant);
    expect(second.state).toBe('queued');
    await expect.poll(() => stateOf(tenant, second.id)).toBe('sent');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await db.update(outgoingMail).set({ leftAt: yesterday }).where(eq(outgoingMail.id, second.id));
    expect((await send(tenant)).state).toBe('queued');
    expect((await send(tenant)).state).toBe('held');
  });
});

describe('the send window', () => {
  it('makes mail wait that nobody pressed for, and nothing that a person sends', async () => {
    const tenant = await app.tenant();
    const today = zonedDate(new Date(), 'Australia/Sydney');
    const day = weekdayOf(addDays(today, 2));
    await settings(tenant, { sendWindow: { days: [day], from: '09:00', to: '17:00' } });
    const waits = await send(tenant);
    expect(waits).toMatchObject({
      state: 'queued',
      reason:
        'Sent because Jane arranged a meeting. It waits for the hours in which your organization sends.',
    });
    const opens = waits.sendAt ?? new Date(0);
    expect(zonedDate(opens, 'Australia/Sydney')).toBe(addDays(today, 2));
    expect(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Australia/Sydney', timeStyle: 'short' }).format(opens),
    ).toBe('09:00');
    const pressed = await send(tenant, { automatic: false });
    await expect.poll(() => stateOf(tenant, pressed.id)).toBe('sent');
    expect(await stateOf(tenant, waits.id)).toBe('queued');
  });

  it('that is open lets automatic mail through at once', async () => {
    // Where it is not the last minute of the day, which no window holds.
    const timezone = new Date().getUTCHours() < 20 ? 'UTC' : 'Asia/Tokyo';
    const tenant = await app.tenant({ timezone });
    await settings(tenant, { sendWindow: { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' } });
    const { id } = await send(tenant);
    await expect.poll(() => stateOf(tenant, id)).toBe('sent');
  });
});

describe('a tenant that may not send', () => {
  it('because its module is off: a person hears why, automatic mail is held with the reason', async () => {
    const tenant = await app.tenant({ modules: ['outreach'] });
    await expect(send(tenant, { automatic: false })).rejects.toMatchObject({ code: 'module_inactive' });
    const held = await send(tenant);
    expect(held).toMatchObject({
      state: 'held',
      bytes: null,
      reason: 'Held because: Leads Manager is not part of your subscription.',
    });
  });

  it.each([
    ['whose trial ended', { trialEnded: true }, 'trial_ended'],
    ['that is suspended', { status: 'suspended' }, 'suspended'],
    ['that was cancelled', { status: 'cancelled' }, 'cancelled'],
  ] as const)('%s: a person gets 402, automatic mail is held', async (_kind, about, code) => {
    const tenant = await app.tenant(about);
    const answer = await reply(tenant, 'lead_any', 'Hello.');
    expect(answer.statusCode).toBe(402);
    expect(answer.json().code).toBe(code);
    await expect(send(tenant, { automatic: false })).rejects.toMatchObject({ code });
    expect((await send(tenant)).state).toBe('held');
    expect(app.sent.filter(({ to }) => to === `jane${named}@client.example`)).toEqual([]);
  });

  it('since the mail was let through: it is held when its time comes', async () => {
    const tenant = await app.tenant();
    const waits = await send(tenant, { automatic: false, undoSeconds: 600 });
    await app.hub.database.asPlatform('a test suspends a tenant', (tx) =>
      tx.db.execute(
        sql`update subscriptions set status = 'suspended' where organization_id = ${tenant.organizationId}`,
      ),
    );
    const { db } = app.hub.database.forOrganization(tenant.organizationId);
    await db
      .update(outgoingMail)
      .set({ sendAt: new Date(Date.now() - 60_000) })
      .where(eq(outgoingMail.id, waits.id));
    await app.hub.services.gate.deliver(tenant.organizationId, waits.id);
    expect(await stateOf(tenant, waits.id)).toBe('held');
  });
});
