import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outgoingMail } from '#server/db/tables.ts';
import { postfixReport } from '#server/testing/delivery-reports.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { emailsOf, mailsTo, newProspect, send, senderTenant } from '../testing/outreach-mail.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  app = await startTestApp({ withMailer: true, log });
});
afterAll(() => app.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };

it('what people, mail programs and mail servers do at once crosses without a fault, and nobody gets a mail twice', async () => {
  const tenant = await senderTenant(app);
  const owner = tenant.tokens.owner;
  const prospects = [];
  for (let index = 0; index < 12; index += 1) prospects.push(await newProspect(app, tenant));
  const ingest = (raw: string) =>
    app.call('POST', '/api/v2/ingest/messages', owner, raw, { 'content-type': 'message/rfc822' });
  const first = await Promise.all(
    prospects.map((prospect, index) => send(app, tenant, prospect, { undoSeconds: index % 2 })),
  );
  expect(first.map(({ statusCode }) => statusCode).filter((status) => status >= 300)).toEqual([]);
  const db = app.hub.database.forOrganization(tenant.organizationId).db;
  const rows = await db.select().from(outgoingMail);
  const deeds = prospects.flatMap((prospect, index) => {
    const { id, messageId } = first[index]?.json() ?? {};
    const mail = rows.find((row) => row.messageId === messageId);
    const link = new URL(
      unsubscribeLink({ organizationId: tenant.organizationId, services: app.hub.services }, mail?.id ?? ''),
    );
    const reply = `From: Jane <${prospect.contactEmail}>\r\nSubject: Re: A question\r\nMessage-ID: <r${index}@client.example>\r\nIn-Reply-To: <${messageId}>\r\n\r\nYes.`;
    const all = [
      () => app.call('POST', `/api/outreach-emails/${id}/undo`, owner),
      () => app.call('POST', link.pathname, null, 'List-Unsubscribe=One-Click', form),
      () => ingest(reply),
      () => ingest(postfixReport({ messageId, to: prospect.contactEmail })),
      () => app.call('DELETE', `/api/prospects/${prospect.id}`, owner),
      () => send(app, tenant, prospect, { content: `Another for ${index}.` }),
      () => app.call('PATCH', `/api/prospects/${prospect.id}`, owner, { status: 'follow_up' }),
      () => app.call('POST', `/api/outreach-emails/${id}/send-again`, owner, { confirmed: true }),
    ];
    return all.filter((_deed, at) => (at + index) % 3 !== 0);
  });
  const settings = ['pause', 'resume', 'pause', 'resume'].map(
    (what) => () => app.call('POST', `/api/outreach-settings/${what}`, owner, {}),
  );
  const answers = await Promise.all(
    [...deeds, ...settings, () => app.hub.services.gate.sweep({ all: false })].map((deed) => deed()),
  );
  const faults = answers.flatMap((answer) => (answer && answer.statusCode >= 500 ? [answer.body] : []));
  expect(faults).toEqual([]);
  await app.call('POST', '/api/outreach-settings/resume', owner, {});
  await app.hub.services.gate.sweep({ all: false });
  for (const prospect of prospects) {
    const left = await app.call('GET', `/api/prospects/${prospect.id}`, owner);
    // What was in hand just now has its outcome in a moment.
    if (left.statusCode !== 404)
      await expect
        .poll(async () => (await emailsOf(app, tenant, prospect.id)).map(({ state }) => state))
        .not.toContain('sending');
    const texts = mailsTo(app, prospect.contactEmail).map(({ text }) => text.split('\n')[0]);
    expect(new Set(texts).size, prospect.contactEmail).toBe(texts.length);
  }
  // Nor by itself, behind the answers.
  expect(logged).toEqual([]);
});
