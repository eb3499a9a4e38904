import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Prospect } from '#features/outreach/contract.ts';
import type { Enrolment, Sequence } from '#features/outreach/sequence-contract.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { jobContext } from '#server/organization-context.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { outreachEnrolments } from '../sending-tables.ts';
import { sendStep } from '../sequences/send-step.ts';
import {
  emailsOf,
  mailsTo,
  newProspect,
  postalAddress,
  send,
  senderTenant,
} from '../testing/outreach-mail.ts';
import { releaseHeld } from './release-held.ts';

const consent = { basis: 'express', source: 'Form on our website' };
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
  vi.restoreAllMocks();
  app.mail.answer = null;
});

const owner = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) =>
  app.call(method, path, tenant.tokens.owner, body);
const rows = () => app.hub.database.forOrganization(tenant.organizationId).db;
const busy = () => ({ outcome: 'later' as const, words: '450 busy', code: 450 });
const context = () => jobContext(app.hub, tenant.organizationId);

/** A prospect to whom the first of two steps waits, since a server was busy. */
async function waiting(): Promise<{ prospect: Prospect; sequence: Sequence; enrolment: Enrolment }> {
  const prospect = await newProspect(app, tenant, { consent });
  const step = { waitDays: 0, writing: 'template', subject: 'Billboards', content: 'Hello there.' };
  const steps = [step, { ...step, waitDays: 3, subject: '' }];
  const made = await owner('POST', '/api/outreach-sequences', { name: 'Spring', steps });
  const { id } = made.json();
  await owner('POST', `/api/outreach-sequences/${id}/state`, { state: 'active' });
  await owner('POST', `/api/outreach-sequences/${id}/enrolments`, { selection: { ids: [prospect.id] } });
  app.mail.answer = busy;
  const [enrolled] = await rows()
    .select()
    .from(outreachEnrolments)
    .where(eq(outreachEnrolments.sequenceId, id));
  vi.spyOn(app.hub.services.clock, 'now').mockImplementation(() => new Date(Date.now() + 1000));
  await sendStep(context(), enrolled?.id ?? '');
  const [mail] = await rows().select().from(outgoingMail);
  await expect.poll(async () => (await mailOf(mail?.id))?.attempts).toBe(1);
  await expect.poll(async () => (await mailOf(mail?.id))?.state).toBe('queued');
  app.mail.answer = null;
  return { prospect, sequence: made.json(), enrolment: await enrolmentOf(prospect) };
}

const mailOf = async (id: string | undefined) =>
  (await rows().select().from(outgoingMail)).find((row) => row.id === id);
const enrolmentOf = async ({ id }: Prospect): Promise<Enrolment> =>
  (await owner('GET', `/api/prospects/${id}/enrolments`)).json()[0];

/** Minutes later, when the mail is tried again. */
async function later(minutes = 5): Promise<void> {
  const at = Date.now() + minutes * 60_000;
  vi.spyOn(app.hub.services.clock, 'now').mockImplementation(() => new Date(at));
  await app.hub.services.gate.sweep({ all: false });
}

const outcome = async (prospect: Prospect) => {
  const [email] = await emailsOf(app, tenant, prospect.id);
  return { left: mailsTo(app, prospect.contactEmail).length, state: email?.state, reason: email?.reason };
};

describe('an email of a sequence that waits', () => {
  it.each([
    ['the sequence is paused', 'paused', /the sequence “Spring” is paused/],
    ['the sequence is put away', 'archived', /the sequence “Spring” is put away/],
  ])('is kept while %s, and leaves when it goes on', async (_what, state, words) => {
    const { prospect, sequence } = await waiting();
    await owner('POST', `/api/outreach-sequences/${sequence.id}/state`, { state });
    await later();
    expect(await outcome(prospect)).toEqual({ left: 0, state: 'held', reason: expect.stringMatching(words) });
    await owner('POST', `/api/outreach-sequences/${sequence.id}/state`, { state: 'active' });
    await context().tx((tx) => releaseHeld(context(), tx, { sequenceId: sequence.id }));
    await later(10);
    expect(await outcome(prospect)).toMatchObject({ left: 1, state: 'sent' });
  });

  it('is kept while the sequence is paused for its prospect, and leaves when it goes on', async () => {
    const { prospect, enrolment } = await waiting();
    const set = (state: string) => owner('POST', `/api/outreach-enrolments/${enrolment.id}/state`, { state });
    expect((await set('paused')).statusCode).toBe(200);
    await later();
    const words = /the sequence is paused for this prospect/;
    expect(await outcome(prospect)).toEqual({ left: 0, state: 'held', reason: expect.stringMatching(words) });
    // Asked before it goes on it is held again.
    const release = () => context().tx((tx) => releaseHeld(context(), tx, { enrolmentIds: [enrolment.id] }));
    expect(await release()).toBe(1);
    await later(10);
    expect(await outcome(prospect)).toMatchObject({ left: 0, state: 'held' });
    expect((await set('active')).statusCode).toBe(200);
    await release();
    await later(15);
    expect(await outcome(prospect)).toMatchObject({ left: 1, state: 'sent' });
  });

  it.each([
    [
      'its address was changed',
      { contactEmail: 'other@acme.example' },
      /the address of this prospect was changed/,
    ],
    ['consent was withdrawn', { consent: null }, /consent/i],
    ['they said no', { status: 'not_interested' }, /this prospect is “Not Interested” by now/],
  ])('does not leave when %s, and the sequence waits for a person', async (_what, change, words) => {
    const { prospect } = await waiting();
    expect((await owner('PATCH', `/api/prospects/${prospect.id}`, change)).statusCode).toBe(200);
    await later();
    expect(await outcome(prospect)).toEqual({ left: 0, state: 'held', reason: expect.stringMatching(words) });
    expect(mailsTo(app, 'other@acme.example')).toEqual([]);
    const [mail] = await rows().select().from(outgoingMail);
    expect(mail?.bytes).toBeNull();
    expect(await enrolmentOf(prospect)).toMatchObject({
      state: 'paused',
      reason: expect.stringMatching(words),
    });
  });

  it('waits for the postal address that was taken out, and leaves when it is there again', async () => {
    const { prospect } = await waiting();
    const address = (value: string) =>
      owner('PUT', '/api/tenant/integrations/email', { teamAddresses: [], postalAddress: value });
    await address('');
    await later();
    expect(await outcome(prospect)).toEqual({
      left: 0,
      state: 'queued',
      reason: expect.stringContaining('An admin enters the postal address'),
    });
    await address(postalAddress);
    await later(20);
    expect(await outcome(prospect)).toMatchObject({ left: 1, state: 'sent' });
  });

  it('is sent again by a person by the rules of a person, with the warning on record', async () => {
    const { prospect } = await waiting();
    app.mail.answer = () => ({ outcome: 'unknown', words: 'lost' });
    await later();
    app.mail.answer = null;
    const [email] = await emailsOf(app, tenant, prospect.id);
    expect(email).toMatchObject({ state: 'unconfirmed', warning: null });
    await owner('PATCH', `/api/prospects/${prospect.id}`, { consent: null });
    const again = await owner('POST', `/api/outreach-emails/${email?.id}/send-again`, { confirmed: true });
    expect(again.statusCode, again.body).toBe(200);
    expect(again.json().warning).toMatch(/^Sent by a person without a recorded basis of consent/);
    await expect.poll(() => outcome(prospect)).toMatchObject({ state: 'sent' });
  });
});

describe('an email of a person that waits', () => {
  it.each([
    [
      'its address was changed',
      (id: string) => owner('PATCH', `/api/prospects/${id}`, { contactEmail: 'new@acme.example' }),
      /the address of this prospect was changed/,
    ],
    [
      'the organization asks for a basis by now',
      () => owner('PUT', '/api/outreach-settings', { requireConsentBasis: true }),
      /asks for a recorded basis of consent/,
    ],
  ])('does not leave when %s, and people are told', async (_what, change, words) => {
    const prospect = await newProspect(app, tenant);
    expect((await send(app, tenant, prospect, { undoSeconds: 60 })).statusCode).toBe(202);
    expect((await change(prospect.id)).statusCode).toBe(200);
    await later();
    expect(await outcome(prospect)).toEqual({ left: 0, state: 'held', reason: expect.stringMatching(words) });
    const notices = (await owner('GET', '/api/notifications')).json();
    expect(JSON.stringify(notices)).toContain(`Email to ${prospect.contactEmail} was not sent`);
    const detail = (await owner('GET', `/api/prospects/${prospect.id}`)).json();
    expect(detail).toMatchObject({ status: 'not_contacted', lastContactedAt: null });
  });
});
