import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import { outgoingMail } from '../db/tables.ts';
import { jobContext } from '../organization-context.ts';
import type { Services } from '../services.ts';
import { startTestApp, type Tenant, type TestApp } from '../testing/test-app.ts';
import type { OutgoingRow } from './gate-options.ts';

const zone = 'Australia/Sydney';
let app: TestApp;
let services: Services;
let normal: Pick<Services, 'onMail' | 'beforeMail'>;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
  services = app.hub.services;
  normal = { onMail: services.onMail, beforeMail: services.beforeMail };
});
afterAll(() => app.close());
afterEach(() => {
  vi.restoreAllMocks();
  app.mail.answer = null;
  Object.assign(services, normal);
});

/** A mail that waits, and is due from now on. */
async function waiting(tenant: Tenant, automatic = true): Promise<OutgoingRow> {
  named += 1;
  const context = jobContext(app.hub, tenant.organizationId);
  const composed = await services.gate.compose(context, {
    purpose: 'meeting',
    to: [{ name: null, address: `jane${named}@client.example` }],
    subject: 'New time',
    text: 'Our meeting has a new time.',
    by: 'Jane',
    automatic,
  });
  return (await context.tx((tx) => services.gate.send(tx, composed))).row;
}

const rows = (tenant: Tenant) => app.hub.database.forOrganization(tenant.organizationId).db;
const ledger = (tenant: Tenant) => rows(tenant).select().from(outgoingMail).orderBy(outgoingMail.id);
const states = async (tenant: Tenant) => (await ledger(tenant)).map(({ state }) => state);
const sweep = () => services.gate.sweep({ all: false });
const travel = (to: Date) => vi.spyOn(services.clock, 'now').mockImplementation(() => new Date(to));

async function settings(tenant: Tenant, change: object): Promise<void> {
  const body = { teamAddresses: [], postalAddress: '', ...change };
  const answer = await app.call('PUT', '/api/tenant/integrations/email', tenant.tokens.owner, body);
  expect(answer.statusCode, answer.body).toBe(200);
}

describe('a mail on which something fails', () => {
  it('is put off, and those behind it leave, of every organization', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()];
    const bad = await waiting(one);
    await waiting(one);
    await waiting(other);
    const fails: Services['beforeMail'][number] = async (_context, _tx, { id }) => {
      if (id === bad.id) throw new Error('A guard has a fault.');
      return null;
    };
    Object.assign(services, { beforeMail: [fails] });
    await sweep();
    expect(await states(one)).toEqual(['queued', 'sent']);
    expect(await states(other)).toEqual(['sent']);
    const [row] = await ledger(one);
    expect(row?.sendAt?.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000);
    Object.assign(services, normal);
    travel(new Date(Date.now() + 11 * 60_000));
    await sweep();
    expect(await states(one)).toEqual(['sent', 'sent']);
  });

  it('that has left counts as sent although a feature cannot follow, and the other features do', async () => {
    const tenant = await app.tenant();
    const { id } = await waiting(tenant);
    const seen: string[] = [];
    const fails: Services['onMail'][number] = async (_context, tx) => {
      await tx.db.update(outgoingMail).set({ subject: 'Half done' });
      throw new Error('A feature has a fault.');
    };
    const follows: Services['onMail'][number] = async (_context, _tx, mail) => void seen.push(mail.state);
    Object.assign(services, { onMail: [fails, follows] });
    await services.gate.deliver(tenant.organizationId, id);
    expect(await ledger(tenant)).toEqual([expect.objectContaining({ state: 'sent', subject: 'New time' })]);
    expect(seen).toEqual(['sent']);
  });

  it('whose process died is not confirmed, also where a feature cannot follow', async () => {
    const tenant = await app.tenant();
    await waiting(tenant);
    await rows(tenant)
      .update(outgoingMail)
      .set({ state: 'sending', claimedAt: new Date(Date.now() - 3_600_000) });
    const fails: Services['onMail'][number] = () => Promise.reject(new Error('A feature has a fault.'));
    Object.assign(services, { onMail: [fails] });
    await sweep();
    expect(await states(tenant)).toEqual(['unconfirmed']);
  });
});

describe('when a mail leaves that nobody pressed for', () => {
  const busy = () => ({ outcome: 'later' as const, words: '450 busy', code: 450 });

  it('the hours of sending hold also after a try that failed', async () => {
    const tenant = await app.tenant({ timezone: zone });
    const today = zonedDate(new Date(), zone);
    await settings(tenant, { sendWindow: { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '09:00' } });
    travel(zonedInstant(addDays(today, 1), 8 * 60 + 59, zone));
    const { id } = await waiting(tenant);
    const mine = await waiting(tenant, false);
    app.mail.answer = busy;
    for (const one of [id, mine.id]) await services.gate.deliver(tenant.organizationId, one);
    expect(await states(tenant)).toEqual(['queued', 'queued']);
    app.mail.answer = null;
    travel(zonedInstant(addDays(today, 1), 9 * 60 + 5, zone));
    await sweep();
    // A person's mail goes; the other one waits until the next morning.
    expect(await states(tenant)).toEqual(['queued', 'sent']);
    const [row] = await ledger(tenant);
    expect(row?.sendAt).toEqual(zonedInstant(addDays(today, 2), 0, zone));
    expect(row?.reason).toBe('Waits for the hours in which your organization sends.');
  });

  it('the limit of the day counts what leaves on it, whenever it was written', async () => {
    const tenant = await app.tenant({ timezone: zone });
    const today = zonedDate(new Date(), zone);
    travel(zonedInstant(addDays(today, 1), 12 * 60, zone));
    const kept = [await waiting(tenant), await waiting(tenant), await waiting(tenant)];
    app.mail.answer = busy;
    for (const { id } of kept) await services.gate.deliver(tenant.organizationId, id);
    app.mail.answer = null;
    await settings(tenant, { dailyLimit: 2 });
    travel(zonedInstant(addDays(today, 2), 12 * 60, zone));
    await Promise.all(kept.map(({ id }) => services.gate.deliver(tenant.organizationId, id)));
    expect((await states(tenant)).toSorted()).toEqual(['queued', 'sent', 'sent']);
    const late = (await ledger(tenant)).find(({ state }) => state === 'queued');
    expect(late?.sendAt).toEqual(zonedInstant(addDays(today, 3), 0, zone));
    expect(late?.reason).toMatch(/^Waits until tomorrow: today's limit of 2 mails/);
    await expect(waiting(tenant, false)).rejects.toThrow(/Today's limit of 2 mails is reached/);
    travel(zonedInstant(addDays(today, 3), 60, zone));
    await sweep();
    expect(await states(tenant)).toEqual(['sent', 'sent', 'sent']);
  });
});
