import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outgoingMail } from '#server/db/tables.ts';
import type { Handover } from '#server/integrations/mailer.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import {
  detailOf,
  emailsOf,
  mailsTo,
  newProspect,
  postalAddress,
  send,
  senderTenant,
  sent,
} from '../testing/outreach-mail.ts';

const path = '/api/outreach-settings';
let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await senderTenant(app);
});
afterEach(() => {
  app.mail.answer = null;
});

const get = async () => (await app.call('GET', path, tenant.tokens.viewer)).json();
const put = (body: object, role: 'user' | 'admin' = 'admin') =>
  app.call('PUT', path, tenant.tokens[role], body);
const pause = (body: object = {}, role: 'viewer' | 'user' = 'user') =>
  app.call('POST', `${path}/pause`, tenant.tokens[role], body);
const resume = (role: 'user' | 'admin' = 'admin') =>
  app.call('POST', `${path}/resume`, tenant.tokens[role], {});
const db = () => app.hub.database.forOrganization(tenant.organizationId).db;

/** As if the seconds for taking it back were over. */
async function due(): Promise<void> {
  await db()
    .update(outgoingMail)
    .set({ sendAt: new Date(0) });
}

describe('the settings of outreach', () => {
  it('begin without bounds and say whom mails are from and how they leave', async () => {
    expect(await get()).toEqual({
      requireConsentBasis: false,
      tone: 'friendly',
      length: 'short',
      approvedSentences: [],
      signature: '',
      dailyCap: null,
      hourlyCap: null,
      rampUp: null,
      window: null,
      spread: true,
      dkimSelector: null,
      postalAddress,
      from: `Tenant ${tenant.slug} <no-reply@hub.example>`,
      transport: 'platform',
      timezone: 'Australia/Sydney',
      paused: null,
      capToday: null,
      sentToday: 0,
    });
  });

  it('are changed by admins; what is left out stays; each change is in the audit log', async () => {
    const window = { days: [1, 2, 3], from: '09:00', to: '17:00' };
    const changed = await put({ dailyCap: 40, rampUp: { startsAt: 10, addsPerDay: 5 }, window });
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      expect.objectContaining({ dailyCap: 40, window, capToday: 10 }),
    ]);
    expect((await put({ tone: 'formal' })).json()).toMatchObject({ tone: 'formal', dailyCap: 40, window });
    expect((await put({ dailyCap: null, rampUp: null })).json()).toMatchObject({
      dailyCap: null,
      capToday: null,
    });
    expect((await put({ tone: 'direct' }, 'user')).statusCode).toBe(403);
    for (const wrong of [
      { dailyCap: 0 },
      { window: { ...window, days: [1, 1] } },
      { window: { ...window, to: '08:00' } },
      { tone: 'rude' },
      { paused: null },
    ])
      expect((await put(wrong)).statusCode).toBe(400);
    const log = await app.call('GET', '/api/tenant/audit-log', tenant.tokens.owner);
    expect(log.body).toContain('outreach-settings.changed');
    const other = await senderTenant(app);
    expect((await app.call('GET', path, other.tokens.viewer)).json()).toMatchObject({ tone: 'friendly' });
  });
});

describe('a pause', () => {
  it('holds what waits, refuses what is new, and all of it goes on when an admin resumes', async () => {
    const [one, two] = [await newProspect(app, tenant), await newProspect(app, tenant)];
    await sent(app, tenant, one, { undoSeconds: 60 });
    const waiting = await sent(app, tenant, two, { undoSeconds: 60 });
    expect((await pause({}, 'viewer')).statusCode).toBe(403);
    const paused = await pause({ reason: 'We look into it.' });
    expect(paused.json().paused).toEqual({
      at: expect.any(String),
      by: 'user Person',
      reason: 'We look into it.',
      byHub: false,
    });
    expect((await pause({ reason: 'Again' })).json()).toEqual(paused.json());
    const refused = await send(app, tenant, one, { content: 'Another.' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Outreach was paused by user Person: We look into it. An admin can resume it in the settings of Outreach.',
    ]);
    await due();
    await app.hub.services.gate.sweep({ all: false });
    expect((await emailsOf(app, tenant, one.id))[0]).toMatchObject({ state: 'held', mayUndo: true });
    // Still a contact, since it goes on by itself; taken back, it is none.
    expect(await detailOf(app, tenant, two.id)).toMatchObject({ status: 'email_sent' });
    await app.call('POST', `/api/outreach-emails/${waiting.id}/undo`, tenant.tokens.user);
    expect(await detailOf(app, tenant, two.id)).toMatchObject({ status: 'not_contacted' });
    expect((await resume('user')).statusCode).toBe(403);
    expect((await resume()).json().paused).toBeNull();
    await expect.poll(async () => (await emailsOf(app, tenant, one.id))[0]?.state).toBe('sent');
    expect(mailsTo(app, one.contactEmail)).toHaveLength(1);
    expect(mailsTo(app, two.contactEmail)).toEqual([]);
    expect((await resume()).statusCode).toBe(200);
  });

  it('lets the mail go that is in hand, and holds what the server wants to be asked again', async () => {
    const [one, two] = [await newProspect(app, tenant), await newProspect(app, tenant)];
    const end = Promise.withResolvers<Handover>();
    app.mail.answer = () => end.promise;
    const first = send(app, tenant, one);
    await expect.poll(async () => (await emailsOf(app, tenant, one.id))[0]?.state).toBe('queued');
    await expect.poll(async () => (await db().select().from(outgoingMail))[0]?.state).toBe('sending');
    await pause();
    end.resolve({ outcome: 'taken', refused: [] });
    expect((await first).json().state).toBe('sent');
    await resume();
    app.mail.answer = () => ({ outcome: 'later', words: '451 busy' });
    await sent(app, tenant, two);
    await pause();
    app.mail.answer = null;
    await resume();
    await pause();
    await due();
    await app.hub.services.gate.sweep({ all: false });
    expect((await emailsOf(app, tenant, two.id))[0]).toMatchObject({ state: 'held' });
    expect(mailsTo(app, two.contactEmail)).toEqual([]);
    await resume();
    await expect.poll(() => mailsTo(app, two.contactEmail).length).toBe(1);
  });

  it('does not let an address be written to that unsubscribed meanwhile', async () => {
    const prospect = await newProspect(app, tenant);
    await sent(app, tenant, prospect, { undoSeconds: 60 });
    await pause();
    await app.call('POST', '/api/tenant/suppressions', tenant.tokens.owner, {
      address: prospect.contactEmail,
      reason: 'Asked us to stop.',
    });
    await due();
    await resume();
    await expect
      .poll(async () => (await emailsOf(app, tenant, prospect.id))[0])
      .toMatchObject({
        state: 'held',
        mayUndo: false,
        reason: expect.stringContaining('Asked us to stop.'),
      });
    expect(mailsTo(app, prospect.contactEmail)).toEqual([]);
  });

  it('is of outreach alone: answers to leads go on', async () => {
    await pause();
    const lead = await app.call('POST', '/api/leads', tenant.tokens.user, {
      name: 'Jane',
      contact_email: 'jane@lead.example',
    });
    await app.call('POST', `/api/leads/${lead.json().thread_id}/reply`, tenant.tokens.user, {
      content: 'Hello.',
    });
    await expect.poll(() => mailsTo(app, 'jane@lead.example').length).toBe(1);
  });
});
