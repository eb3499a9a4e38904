import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Prospect } from '#features/outreach/contract.ts';
import { outgoingMail, suppressions } from '#server/db/tables.ts';
import { jobContext } from '#server/organization-context.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { outreachEnrolments } from './sending-tables.ts';
import { sendStep } from './sequences/send-step.ts';
import { linkIn, mailsTo, newProspect, senderTenant, sent } from './testing/outreach-mail.ts';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  app = await startTestApp({ withMailer: true, log });
});
afterAll(() => app.close());
afterEach(() => {
  vi.restoreAllMocks();
  app.mail.answer = null;
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const consent = { basis: 'express', source: 'Form on our website' };

it('whoever presses the way out and answers at once is stopped, and neither is lost', async () => {
  const tenant = await senderTenant(app);
  const owner = tenant.tokens.owner;
  const prospects: Prospect[] = [];
  for (let index = 0; index < 12; index += 1) {
    const prospect = await newProspect(app, tenant);
    await sent(app, tenant, prospect);
    prospects.push(prospect);
  }
  const answers = await Promise.all(
    prospects.flatMap(({ contactEmail }, index) => {
      const [mail] = mailsTo(app, contactEmail);
      if (!mail) throw new Error('Nothing left.');
      const reply = `From: ${contactEmail}\r\nSubject: Re: A question\r\nMessage-ID: <stop${index}@client.example>\r\nIn-Reply-To: <${mail.messageId}>\r\n\r\nUnsubscribe\r\n`;
      const press = () =>
        app.call('POST', new URL(linkIn(mail)).pathname, null, 'List-Unsubscribe=One-Click', form);
      const answer = () =>
        app.call('POST', '/api/v2/ingest/messages', owner, reply, { 'content-type': 'message/rfc822' });
      return [press(), answer(), press()];
    }),
  );
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([]);
  const list = await app.hub.database.forOrganization(tenant.organizationId).db.select().from(suppressions);
  expect(new Set(list.map(({ address }) => address))).toEqual(
    new Set(prospects.map(({ contactEmail }) => contactEmail)),
  );
  expect(list).toHaveLength(prospects.length);
});

it('a pause, a resume and other settings succeed while mails of a sequence leave', async () => {
  const tenant = await senderTenant(app);
  const owner = tenant.tokens.owner;
  const call = (path: string, body: object) => app.call('POST', path, owner, body);
  const prospects: Prospect[] = [];
  for (let index = 0; index < 20; index += 1) prospects.push(await newProspect(app, tenant, { consent }));
  const steps = [{ waitDays: 0, writing: 'template', subject: 'Billboards', content: 'Hello there.' }];
  const { id } = (await call('/api/outreach-sequences', { name: 'Spring', steps })).json();
  await call(`/api/outreach-sequences/${id}/state`, { state: 'active' });
  await call(`/api/outreach-sequences/${id}/enrolments`, {
    selection: { ids: prospects.map((prospect) => prospect.id) },
  });
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  app.mail.answer = () => ({ outcome: 'later', words: '450 busy', code: 450 });
  vi.spyOn(app.hub.services.clock, 'now').mockImplementation(() => new Date(Date.now() + 1000));
  const enrolled = await db.select().from(outreachEnrolments).where(eq(outreachEnrolments.sequenceId, id));
  for (const one of enrolled) await sendStep(jobContext(app.hub, tenant.organizationId), one.id);
  const mails = await db.select({ id: outgoingMail.id }).from(outgoingMail);
  expect(mails).toHaveLength(20);
  const { gate } = app.hub.services;
  const statuses: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    // Each round another hour, so that every mail is counted anew and the ramp begins anew.
    const at = Date.now() + round * 3_600_000 * 3;
    vi.spyOn(app.hub.services.clock, 'now').mockImplementation(() => new Date(at));
    await app.call('PUT', '/api/outreach-settings', owner, {
      rampUp: { startsAt: 5000 + round, addsPerDay: 10 },
      spread: false,
    });
    const deeds = [
      ...mails.map((mail) => () => gate.deliver(tenant.organizationId, mail.id)),
      () => call('/api/outreach-settings/pause', {}),
      () => app.call('PUT', '/api/outreach-settings', owner, { rampUp: { startsAt: 6000, addsPerDay: 10 } }),
      () => call('/api/outreach-settings/resume', {}),
    ];
    const shuffled = deeds.map((deed, index) => ({ deed, at: (index * 7 + round) % deeds.length }));
    const answers = await Promise.all(shuffled.toSorted((a, b) => a.at - b.at).map(({ deed }) => deed()));
    statuses.push(...answers.flatMap((answer) => (answer ? [answer.statusCode] : [])));
    await call('/api/outreach-settings/resume', {});
  }
  expect(statuses).toEqual(Array(15).fill(200));
  expect(logged.filter((line) => /deadlock/.test(line))).toEqual([]);
});

it('lists that are deleted at once in any order are deleted, and their addresses forgotten', async () => {
  const tenant = await senderTenant(app);
  const owner = tenant.tokens.owner;
  const prospects: Prospect[] = [];
  for (let index = 0; index < 40; index += 1) prospects.push(await newProspect(app, tenant));
  for (const { contactEmail } of prospects.slice(0, 10))
    await app.call('POST', '/api/tenant/suppressions', owner, { address: contactEmail });
  const ids = prospects.map(({ id }) => id);
  const remove = (some: string[]) =>
    app.call('POST', '/api/prospect-list/remove', owner, { selection: { ids: some } });
  const change = (some: string[]) =>
    app.call('POST', '/api/prospect-list/change', owner, { selection: { ids: some }, status: 'follow_up' });
  const answers = await Promise.all([
    change(ids),
    remove(ids.slice(0, 30)),
    change(ids.toReversed()),
    remove(ids.slice(10).toReversed()),
  ]);
  // Whoever comes when all of theirs are gone hears that.
  expect(
    answers.map(({ statusCode }) => statusCode).filter((status) => ![200, 404].includes(status)),
  ).toEqual([]);
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  expect((await db.select().from(suppressions)).map(({ address }) => address)).toEqual(Array(10).fill(null));
});
