import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Prospect } from '#features/outreach/contract.ts';
import type { Enrolment, Sequence } from '#features/outreach/sequence-contract.ts';
import { type Background, startBackground } from '#server/background.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { jobContext } from '#server/organization-context.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { addDays, wallClock, weekdayOf, zonedDate } from '#shared/zoned-time.ts';
import { outreach } from '../index.ts';
import { outreachEnrolments, outreachHours, outreachSettings } from '../sending-tables.ts';
import { sendStep } from './send-step.ts';

const zone = 'Australia/Sydney';
let app: TestApp;
let tenant: Tenant;
let running: Background[] = [];
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await app.tenant({ timezone: zone });
  app.sent.length = 0;
  await call('PUT', '/api/tenant/integrations/email', {
    teamAddresses: [],
    postalAddress: '1 Test St, Sydney NSW 2000',
  });
});
afterEach(async () => {
  app.mail.answer = null;
  await Promise.all(running.map((one) => one.stop()));
  running = [];
});

function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  of = tenant,
) {
  return app.call(method, path, of.tokens.owner, body);
}

const consent = { basis: 'express', source: 'Form on our website' };

async function prospect(fields: object = {}, of = tenant): Promise<Prospect> {
  named += 1;
  const body = { businessName: `Acme ${named}`, contactEmail: `hi@acme${named}.example`, consent, ...fields };
  const made = await call('POST', '/api/prospects', body, of);
  expect(made.statusCode, made.body).toBe(201);
  return made.json();
}

const step = (content: string, waitDays = 0, subject = '') => ({
  waitDays,
  writing: 'template',
  subject,
  content,
});

async function sequence(
  steps: object[] = [step('Hello {{businessName}}.', 0, 'Billboards')],
  state = 'active',
): Promise<Sequence> {
  const made = await call('POST', '/api/outreach-sequences', { name: 'Spring', steps });
  expect(made.statusCode, made.body).toBe(201);
  const started = await call('POST', `/api/outreach-sequences/${made.json().id}/state`, { state });
  expect(started.statusCode, started.body).toBe(200);
  return started.json();
}

const enrol = async ({ id }: Sequence, prospects: Prospect[]) => {
  const answer = await call('POST', `/api/outreach-sequences/${id}/enrolments`, {
    selection: { ids: prospects.map((one) => one.id) },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const enrolments = async ({ id }: Sequence): Promise<Enrolment[]> =>
  (await call('GET', `/api/outreach-sequences/${id}/enrolments`)).json();
const rows = (of = tenant) => app.hub.database.forOrganization(of.organizationId).db;

/** Sends what is due of the sequence once, as a worker does, and waits until it has left. */
async function work(one: Sequence): Promise<void> {
  // What is due now by the database's clock is due a moment later by any.
  await setTimeout(50);
  const due = await rows().select().from(outreachEnrolments).where(eq(outreachEnrolments.sequenceId, one.id));
  const before = app.sent.length;
  let outcome = null;
  for (const { id, nextAt } of due) {
    if (nextAt && nextAt.getTime() <= Date.now() + 1000)
      outcome = await sendStep(jobContext(app.hub, tenant.organizationId), id);
  }
  if (outcome === null) await expect.poll(() => app.sent.length).toBeGreaterThanOrEqual(before);
}

const mails = (count: number) => expect.poll(() => app.sent.length).toBe(count);

/** As if so many days had passed for a sequence, one of them of 25 hours as when the clocks go back. */
async function passDays(one: Sequence, days: number): Promise<void> {
  for (const row of await rows()
    .select()
    .from(outreachEnrolments)
    .where(eq(outreachEnrolments.sequenceId, one.id)))
    if (row.nextAt)
      await rows()
        .update(outreachEnrolments)
        .set({ nextAt: new Date(row.nextAt.getTime() - (days * 24 + 1) * 3_600_000) })
        .where(eq(outreachEnrolments.id, row.id));
}

describe('a sequence', () => {
  it('has at most five steps, and a subject in the first', async () => {
    const body = (steps: object[]) => ({ name: 'A', steps });
    const bad = [[], Array.from({ length: 6 }, () => step('x', 1, 'y')), [step('x')], [step(' ', 0, 'y')]];
    for (const steps of bad)
      expect((await call('POST', '/api/outreach-sequences', body(steps))).statusCode).toBe(400);
    const made = await call('POST', '/api/outreach-sequences', body([step('x', 0, 'y'), step('z', 3)]));
    expect(made.json()).toMatchObject({ state: 'draft', counts: { active: 0 }, sent: 0, stopsCompany: true });
  });

  it('names no field that a prospect does not have', async () => {
    const steps = [step('Hi {{firstName}}', 0, 'Billboards')];
    const answer = await call('POST', '/api/outreach-sequences', { name: 'A', steps });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues).toEqual([
      {
        path: 'steps.0.content',
        message:
          '{{firstName}} is no field of a prospect. Known are {{businessName}}, {{industry}}, {{address}}.',
      },
    ]);
  });

  it('is shown as a prospect would get it', async () => {
    const one = await prospect({ businessName: 'Zoe' });
    const steps = [step('Hi {{businessName}}, {{industry}}', 0, 'For {{businessName}}')];
    const answer = await call('POST', '/api/outreach-sequences/preview', { steps, prospectId: one.id });
    expect(answer.json()).toEqual([
      { subject: 'For Zoe', content: 'Hi Zoe, ', issues: [expect.stringMatching(/^Industry is empty/)] },
    ]);
  });

  it('is deleted only while nobody was in it', async () => {
    const used = await sequence();
    await enrol(used, [await prospect()]);
    expect((await call('DELETE', `/api/outreach-sequences/${used.id}`)).statusCode).toBe(409);
    expect((await call('DELETE', `/api/outreach-sequences/${(await sequence()).id}`)).statusCode).toBe(204);
  });
});

describe('an enrolment', () => {
  it('takes who may be written to, and says why others are left out', async () => {
    await call('POST', '/api/tenant/suppressions', { address: 'no@more.example' });
    const all = [
      await prospect({ contactEmail: 'a@one.example' }),
      await prospect({ contactEmail: 'A@one.example', businessName: 'Same address' }),
      await prospect({ consent: null }),
      await prospect({ consent: { basis: 'purchased_list', source: 'A list' } }),
      await prospect({ contactEmail: 'no@more.example' }),
      await prospect({ contactEmail: '' }),
      await prospect({ status: 'not_interested' }),
    ];
    const one = await sequence();
    const selection = { ids: all.map(({ id }) => id) };
    const plan = await call('POST', `/api/outreach-sequences/${one.id}/plan`, { selection });
    const leftOut = {
      needs_basis: 1,
      blocked: 1,
      suppressed: 1,
      no_address: 1,
      same_address: 1,
      enrolled: 0,
      contacted_already: 1,
    };
    expect(plan.json()).toMatchObject({ taken: 1, leftOut, warnings: [] });
    expect(await enrol(one, all)).toEqual({ taken: 1, leftOut, batchId: expect.any(String) });
    expect((await enrol(one, all)).leftOut).toMatchObject({ enrolled: 1 });
  });

  it('is taken back for those who have got nothing yet', async () => {
    const one = await sequence([step('Hello', 1, 'Hi')]);
    const { batchId } = await enrol(one, [await prospect(), await prospect()]);
    const undone = await call('POST', `/api/outreach-enrolment-batches/${batchId}/undo`);
    expect(undone.json()).toEqual({ removed: 2, kept: 0 });
    expect(await enrolments(one)).toEqual([]);
    expect((await call('POST', `/api/outreach-enrolment-batches/${batchId}/undo`)).statusCode).toBe(404);
  });

  it('knows nobody of another organization', async () => {
    const other = await app.tenant();
    const foreign = await prospect({}, other);
    const one = await sequence();
    const answer = await call('POST', `/api/outreach-sequences/${one.id}/enrolments`, {
      selection: { ids: [foreign.id] },
    });
    expect(answer.statusCode).toBe(404);
    expect(
      (await call('GET', `/api/outreach-sequences/${one.id}/enrolments`, undefined, other)).statusCode,
    ).toBe(404);
  });
});

describe('a due step', () => {
  it('leaves once, filled in, and the next one waits for its day in the same conversation', async () => {
    const one = await sequence([
      step('Hello {{businessName}}.', 0, 'Billboards'),
      step('Did you see it?', 3),
    ]);
    const to = await prospect({ businessName: 'Zoe' });
    await enrol(one, [to]);
    await work(one);
    await mails(1);
    expect(app.sent[0]).toMatchObject({ to: to.contactEmail, subject: 'Billboards' });
    expect(app.sent[0]?.text).toContain('Hello Zoe.');
    const [row] = await enrolments(one);
    expect(row).toMatchObject({ state: 'active', stepsDone: 1, stepCount: 2 });
    expect(zonedDate(new Date(row?.nextAt ?? 0), zone)).toBe(addDays(zonedDate(new Date(), zone), 3));
    await work(one);
    expect(app.sent).toHaveLength(1);
    await passDays(one, 3);
    await work(one);
    await mails(2);
    expect(app.sent[1]?.subject).toBe('Re: Billboards');
    expect(app.sent[1]?.bytes.toString()).toContain(`In-Reply-To: <${app.sent[0]?.messageId}>`);
    expect((await enrolments(one))[0]).toMatchObject({ state: 'finished', nextAt: null });
    const out = async () => (await call('GET', '/api/outreach-sequences')).json()[0];
    await expect.poll(async () => (await out()).sent).toBe(2);
    expect(await out()).toMatchObject({ counts: { finished: 1 } });
  });

  it('is sent once by several workers, and only of what may be sent', async () => {
    const one = await sequence();
    const all = await Promise.all(Array.from({ length: 12 }, () => prospect()));
    await enrol(one, all);
    const wanted = all.map(({ contactEmail }) => contactEmail).toSorted();
    // Workers send what is due of every organization, also of the tests before.
    const got = () => app.sent.map(({ to }) => to).filter((to) => wanted.includes(to));
    running = [1, 2].map(() => startBackground(app.hub, [outreach]));
    await expect.poll(() => got().length).toBe(12);
    await setTimeout(1500);
    expect(got().toSorted()).toEqual(wanted);
  });

  it('does not go to whom no mail goes any more, and says so', async () => {
    const one = await sequence([step('Hello', 0, 'Hi')], 'paused');
    const to = await prospect();
    await enrol(one, [to]);
    await call('POST', '/api/tenant/suppressions', { address: to.contactEmail });
    await call('POST', `/api/outreach-sequences/${one.id}/state`, { state: 'active' });
    await work(one);
    expect(app.sent).toEqual([]);
    expect((await enrolments(one))[0]).toMatchObject({ state: 'unsubscribed', nextAt: null });
  });

  it('waits for a person where a field is empty or the mail was refused', async () => {
    const one = await sequence([step('For {{industry}}', 0, 'Hi')]);
    await enrol(one, [await prospect()]);
    await work(one);
    const [row] = await enrolments(one);
    expect(row).toMatchObject({ state: 'paused', reason: expect.stringMatching(/^Industry is empty/) });
    await call('PATCH', `/api/prospects/${row?.prospectId}`, { industry: 'Food' });
    await call('POST', `/api/outreach-enrolments/${row?.id}/state`, { state: 'active' });
    app.mail.answer = () => ({ outcome: 'refused', words: '550 5.1.1 No such user', code: 550 });
    await work(one);
    await expect.poll(async () => (await enrolments(one))[0]?.state).toBe('paused');
    expect((await enrolments(one))[0]?.reason).toMatch(/^Step 1 could not be sent\. .*does not exist/);
    const told = (await call('GET', '/api/notifications')).body;
    expect(told.match(/waits for you/g)).toHaveLength(1);
  });
});

/** With the next hour an hourly cap begins anew: none begins within the next half minute. */
async function awayFromTheEndOfAnHour(): Promise<void> {
  const left = 3_600_000 - (Date.now() % 3_600_000);
  if (left < 30_000) await setTimeout(left + 100);
}

describe('caps and hours', () => {
  const bounds = async (values: Partial<typeof outreachSettings.$inferInsert>) => {
    const set = { spread: false, ...values, updatedAt: new Date() };
    await rows()
      .insert(outreachSettings)
      .values(set)
      .onConflictDoUpdate({ target: outreachSettings.organizationId, set });
  };

  it('are never overshot by two workers', async () => {
    await bounds({ dailyCap: 7, hourlyCap: 5 });
    const one = await sequence();
    const all = await Promise.all(Array.from({ length: 15 }, () => prospect()));
    await awayFromTheEndOfAnHour();
    await enrol(one, all);
    const mine = new Set(all.map(({ contactEmail }) => contactEmail));
    // Workers send what is due of every organization, also of the tests before.
    const got = () => app.sent.filter(({ to }) => mine.has(to)).length;
    running = [1, 2].map(() => startBackground(app.hub, [outreach]));
    await expect.poll(got).toBe(5);
    await setTimeout(2500);
    expect(got()).toBe(5);
    const hours = await rows().select().from(outreachHours);
    expect(hours.reduce((sum, { sent }) => sum + sent, 0)).toBe(5);
  });

  it('keep a mail back that waited into closed hours', async () => {
    const one = await sequence();
    await enrol(one, [await prospect({ address: '1 George St, Sydney NSW 2000' })]);
    app.mail.answer = () => ({ outcome: 'later', words: '451 busy', code: 451 });
    await work(one);
    const ledger = () => rows().select().from(outgoingMail);
    await expect.poll(async () => (await ledger())[0]?.attempts).toBe(1);
    await expect.poll(async () => (await ledger())[0]?.state).toBe('queued');
    app.mail.answer = null;
    const day = addDays(zonedDate(new Date(), zone), 3);
    await bounds({ window: { days: [weekdayOf(day)], from: '09:00', to: '10:00' } });
    await rows()
      .update(outgoingMail)
      .set({ sendAt: new Date(Date.now() - 5000) });
    const [mail] = await ledger();
    await app.hub.services.gate.deliver(tenant.organizationId, mail?.id ?? '');
    const [kept] = await ledger();
    expect(kept).toMatchObject({ state: 'queued', reason: expect.stringMatching(/hours of sending/) });
    expect(wallClock(kept?.sendAt ?? new Date(0), zone)).toBe(`${day}T09:00`);
    expect(app.sent).toEqual([]);
  });

  it('hold until the recipient’s own morning', async () => {
    const perth = 'Australia/Perth';
    const day = weekdayOf(addDays(zonedDate(new Date(), perth), 2));
    await bounds({ window: { days: [day], from: '09:00', to: '17:00' } });
    const one = await sequence();
    await enrol(one, [await prospect({ address: '5 Hay St, Perth WA 6000' })]);
    await work(one);
    const [row] = await enrolments(one);
    expect(app.sent).toEqual([]);
    expect(row?.reason).toMatch(/hours of sending/);
    expect(new Date(row?.nextAt ?? 0).toISOString()).toMatch(/T01:00:00/);
  });

  it('begin small with a ramp', async () => {
    await bounds({ dailyCap: 50, rampUp: { startsAt: 2, addsPerDay: 2 } });
    const one = await sequence();
    await enrol(one, await Promise.all([1, 2, 3].map(() => prospect())));
    await work(one);
    await mails(2);
    const [stored] = await rows().select().from(outreachSettings);
    expect(stored?.rampFrom).toBe(zonedDate(new Date(), zone));
  });
});

describe('a step that an engine writes', () => {
  const written = { waitDays: 0, writing: 'generate' };
  const drafts = async () => (await call('GET', '/api/outreach-drafts')).json();

  async function withDraft() {
    const one = await sequence([written, step('Did you see it?', 2)]);
    const to = await prospect({
      businessName: 'Zoe Cafe',
      industry: 'Cafe',
      summary: 'Roasts its own beans.',
    });
    await enrol(one, [to]);
    await work(one);
    const [draft] = await drafts();
    expect(draft).toMatchObject({
      state: 'draft',
      prospectId: to.id,
      engine: 'builtin/1',
      sequence: { id: one.id, step: 1 },
    });
    expect((await enrolments(one))[0]).toMatchObject({ state: 'approval', nextAt: null });
    return { one, to, draft };
  }

  it('is the first one only', async () => {
    const body = { name: 'A', steps: [step('x', 0, 'y'), written] };
    expect((await call('POST', '/api/outreach-sequences', body)).statusCode).toBe(400);
  });

  it('leaves nothing before a person has read it, and then what they approved', async () => {
    const { one, to, draft } = await withDraft();
    await work(one);
    expect(app.sent).toEqual([]);
    const path = `/api/outreach-sequences/${one.id}/state`;
    await call('POST', path, { state: 'paused' });
    const early = await call('POST', `/api/outreach-drafts/${draft.id}/approve`, {
      subject: 'A',
      content: 'B',
    });
    expect([early.statusCode, early.json().message]).toEqual([409, expect.stringMatching(/Start it first/)]);
    await call('POST', path, { state: 'active' });
    const changed = await call('PATCH', `/api/outreach-drafts/${draft.id}`, { subject: 'Your beans' });
    expect(changed.json()).toMatchObject({ subject: 'Your beans', content: draft.content });
    const text = { subject: 'Your beans', content: 'Hello Zoe, a sign near you?' };
    const sent = await call('POST', `/api/outreach-drafts/${draft.id}/approve`, text);
    expect(sent.statusCode, sent.body).toBe(200);
    expect(sent.json()).toMatchObject({ ...text, id: draft.id, to: to.contactEmail });
    await mails(1);
    expect(app.sent[0]).toMatchObject({ to: to.contactEmail, subject: 'Your beans' });
    expect((await enrolments(one))[0]).toMatchObject({ state: 'active', stepsDone: 1 });
    const [hour] = await rows().select().from(outreachHours);
    expect(hour?.sent).toBe(1);
    expect((await call('POST', `/api/outreach-drafts/${draft.id}/approve`, text)).statusCode).toBe(404);
    await passDays(one, 2);
    await work(one);
    await mails(2);
    expect(app.sent[1]?.subject).toBe('Re: Your beans');
  });

  it('ends the sequence when it is thrown away', async () => {
    const { one, draft } = await withDraft();
    const gone = await call('POST', `/api/outreach-drafts/${draft.id}/discard`);
    expect(gone.json()).toMatchObject({
      state: 'cancelled',
      reason: expect.stringMatching(/threw the draft away/),
    });
    expect((await enrolments(one))[0]).toMatchObject({ state: 'stopped' });
    expect(await drafts()).toEqual([]);
  });
});

describe('what crosses', () => {
  it('a step of an enrolment that was stopped or is not due any more is not sent', async () => {
    const one = await sequence([step('Hello', 0, 'Hi'), step('Again', 3)]);
    const all = [await prospect(), await prospect()];
    await enrol(one, all);
    await work(one);
    await mails(2);
    const [first, second] = await enrolments(one);
    await call('POST', `/api/outreach-enrolments/${first?.id}/state`, { state: 'stopped' });
    // As a worker does that found them due before others were there.
    for (const row of [first, second])
      await sendStep(jobContext(app.hub, tenant.organizationId), row?.id ?? '');
    const after = await enrolments(one);
    expect(after.find(({ id }) => id === first?.id)).toMatchObject({ state: 'stopped', stepsDone: 1 });
    expect(after.find(({ id }) => id === second?.id)).toMatchObject({ state: 'active', stepsDone: 1 });
    expect(app.sent).toHaveLength(2);
  });

  it('a last mail that fails while another sequence runs leaves that one alone, and its outcome is kept', async () => {
    const one = await sequence();
    const to = await prospect();
    await enrol(one, [to]);
    app.mail.answer = () => ({ outcome: 'later', words: '451 busy', code: 451 });
    await work(one);
    const ledger = async () => (await rows().select().from(outgoingMail))[0];
    await expect.poll(async () => (await ledger())?.reason).toMatch(/451 busy/);
    const other = await sequence([step('Other', 5, 'Other')]);
    expect((await enrol(other, [to])).taken).toBe(1);
    app.mail.answer = () => ({ outcome: 'refused', words: '550 no', code: 550 });
    await rows()
      .update(outgoingMail)
      .set({ sendAt: new Date(Date.now() - 5000) });
    const mail = await ledger();
    await app.hub.services.gate.deliver(tenant.organizationId, mail?.id ?? '');
    expect((await ledger())?.state).toBe('failed');
    expect((await enrolments(one))[0]).toMatchObject({
      state: 'finished',
      reason: expect.stringMatching(/^Step 1 could not be sent/),
    });
    expect((await enrolments(other))[0]).toMatchObject({ state: 'active' });
  });

  it('a blank subject is no answer of a conversation that never was', async () => {
    const one = await sequence([step('Hello', 0, '{{industry|}}')]);
    await enrol(one, [await prospect()]);
    await work(one);
    expect(app.sent).toEqual([]);
    expect((await enrolments(one))[0]).toMatchObject({
      state: 'paused',
      reason: expect.stringMatching(/subject is empty/),
    });
  });
});
