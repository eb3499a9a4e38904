import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Enrolment } from '#features/outreach/sequence-contract.ts';
import { outgoingMail, suppressions } from '#server/db/tables.ts';
import { jobContext } from '#server/organization-context.ts';
import { postfixReport } from '#server/testing/delivery-reports.ts';
import { feedbackReport } from '#server/testing/feedback-report.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { outreachEmails, outreachEnrolments } from '../sending-tables.ts';
import { sendStep } from '../sequences/send-step.ts';
import {
  detailOf,
  emailsOf,
  mailsTo,
  newProspect,
  send,
  senderTenant,
  sent,
} from '../testing/outreach-mail.ts';

let app: TestApp;
let tenant: Tenant;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await senderTenant(app);
});

const db = (of = tenant) => app.hub.database.forOrganization(of.organizationId).db;
const get = async (path: string, of = tenant) => (await app.call('GET', path, of.tokens.owner)).json();

async function ingest(raw: string, of = tenant) {
  const answer = await app.call('POST', '/api/v2/ingest/messages', of.tokens.owner, raw, {
    'content-type': 'message/rfc822',
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().results[0];
}

interface Reply {
  from: string;
  inReplyTo: string;
  references?: string[];
  content?: string;
  headers?: string[];
  subject?: string;
}

function replyTo({
  from,
  inReplyTo,
  references,
  content,
  headers = [],
  subject = 'Re: A question',
}: Reply): string {
  named += 1;
  return [
    `From: Jane Doe <${from}>`,
    'To: team@hub.example',
    `Subject: ${subject}`,
    `Message-ID: <answer${named}@client.example>`,
    `Date: ${new Date(Date.now() + 1000).toUTCString()}`,
    `In-Reply-To: <${inReplyTo}>`,
    ...(references ? [`References: ${references.map((id) => `<${id}>`).join(' ')}`] : []),
    ...headers,
    '',
    content ?? 'Yes, please tell me more.',
  ].join('\r\n');
}

const consent = { basis: 'express', source: 'Form' };

/** A sequence of two steps with these prospects in it, whose first email has left. */
async function inSequence(emails: string[], stopsCompany = true) {
  const prospects = [];
  for (const contactEmail of emails)
    prospects.push(await newProspect(app, tenant, { contactEmail, consent }));
  const owner = tenant.tokens.owner;
  const step = { writing: 'template', content: 'Hello {{businessName}}.' };
  const made = await app.call('POST', '/api/outreach-sequences', owner, {
    name: 'Spring',
    steps: [
      { ...step, subject: 'A question', waitDays: 0 },
      { ...step, subject: '', content: 'Did you see my mail?', waitDays: 3 },
    ],
    stopsCompany,
  });
  const path = `/api/outreach-sequences/${made.json().id}`;
  await app.call('POST', `${path}/state`, owner, { state: 'active' });
  const taken = await app.call('POST', `${path}/enrolments`, owner, {
    selection: { ids: prospects.map(({ id }) => id) },
  });
  expect(taken.json()).toMatchObject({ taken: emails.length });
  await nextStep();
  return prospects;
}

/** Sends the step that is due, of everyone, as if its day had come. */
async function nextStep(): Promise<void> {
  const rows = await db().select().from(outreachEnrolments).where(eq(outreachEnrolments.state, 'active'));
  for (const { id } of rows) {
    await db()
      .update(outreachEnrolments)
      .set({ nextAt: new Date(0) })
      .where(eq(outreachEnrolments.id, id));
    await sendStep(jobContext(app.hub, tenant.organizationId), id);
  }
  await expect
    .poll(async () =>
      (await db().select().from(outgoingMail)).every(
        ({ state }) => state !== 'queued' && state !== 'sending',
      ),
    )
    .toBe(true);
}

async function enrolmentOf(prospectId: string): Promise<Enrolment> {
  return (await get(`/api/prospects/${prospectId}/enrolments`))[0];
}

describe('an answer to an email', () => {
  it('makes the prospect respond and a lead that shows what we wrote and what they answer', async () => {
    const prospect = await newProspect(app, tenant);
    const email = await sent(app, tenant, prospect, { content: 'Hello, may I ask?\n\nLee' });
    const result = await ingest(replyTo({ from: prospect.contactEmail, inReplyTo: email.messageId }));
    expect(result).toMatchObject({ status: 'stored', lead: expect.any(String) });
    const detail = await detailOf(app, tenant, prospect.id);
    expect(detail.status).toBe('responded');
    expect(detail.activity.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['replied', 'status']),
    );
    const items = await get(`/api/correspondence/${result.threadId}`);
    expect(items).toEqual([
      expect.objectContaining({ content: 'Hello, may I ask?\n\nLee', externalId: email.messageId }),
      expect.objectContaining({ content: 'Yes, please tell me more.' }),
    ]);
    const [lead] = await get('/api/leads');
    expect(lead).toMatchObject({ thread_id: result.threadId, contact_email: prospect.contactEmail });
    const [row] = await db().select().from(outreachEmails);
    expect(row?.repliedAt).toBeInstanceOf(Date);
    const original = await app.call('GET', `/api/messages/${items[0].id}/original`, tenant.tokens.owner);
    expect(original.body).toContain(`Message-ID: <${email.messageId}>`);
    expect(original.body).toContain('List-Unsubscribe: <http://hub.example/unsubscribe/');
    const again = await ingest(
      replyTo({ from: prospect.contactEmail, inReplyTo: email.messageId, content: 'One more thing.' }),
    );
    expect(again.threadId).toBe(result.threadId);
    expect(await get(`/api/correspondence/${result.threadId}`)).toHaveLength(3);
    expect(await get('/api/leads')).toHaveLength(1);
  });

  it('moves only who was not contacted or written to', async () => {
    const prospect = await newProspect(app, tenant);
    const email = await sent(app, tenant, prospect);
    await app.call('PATCH', `/api/prospects/${prospect.id}`, tenant.tokens.user, { status: 'qualified' });
    await ingest(replyTo({ from: prospect.contactEmail, inReplyTo: email.messageId }));
    expect((await detailOf(app, tenant, prospect.id)).status).toBe('qualified');
  });

  it('without the Leads Manager makes no lead, and the prospect responds all the same', async () => {
    tenant = await senderTenant(app, { modules: ['outreach'] });
    const prospect = await newProspect(app, tenant);
    const email = await sent(app, tenant, prospect);
    const result = await ingest(replyTo({ from: prospect.contactEmail, inReplyTo: email.messageId }));
    expect(result).toMatchObject({ status: 'stored', lead: null });
    expect((await detailOf(app, tenant, prospect.id)).status).toBe('responded');
  });

  it('of another tenant, or to a mail that is not ours, moves nobody here', async () => {
    const prospect = await newProspect(app, tenant);
    const email = await sent(app, tenant, prospect);
    const other = await senderTenant(app);
    const same = await newProspect(app, other, { contactEmail: prospect.contactEmail });
    const result = await ingest(replyTo({ from: prospect.contactEmail, inReplyTo: email.messageId }), other);
    expect(await get(`/api/correspondence/${result.threadId}`, other)).toHaveLength(1);
    await ingest(replyTo({ from: prospect.contactEmail, inReplyTo: 'unknown@elsewhere.example' }));
    for (const [id, of] of [
      [prospect.id, tenant],
      [same.id, other],
    ] as const)
      expect((await detailOf(app, of, id)).activity.map(({ action }) => action)).not.toContain('replied');
  });

  it('holds our own copy from the Sent folder once', async () => {
    const prospect = await newProspect(app, tenant);
    const email = await sent(app, tenant, prospect);
    const { threadId } = await ingest(replyTo({ from: prospect.contactEmail, inReplyTo: email.messageId }));
    const copy = mailsTo(app, prospect.contactEmail)[0]?.bytes ?? Buffer.from('');
    expect(await ingest(Buffer.from(copy).toString('utf8'))).toMatchObject({ status: 'duplicate', threadId });
    const second = await newProspect(app, tenant);
    const next = await sent(app, tenant, second, { subject: 'Something else' });
    const first = await ingest(
      Buffer.from(mailsTo(app, second.contactEmail)[0]?.bytes ?? '').toString('utf8'),
    );
    const answered = await ingest(replyTo({ from: second.contactEmail, inReplyTo: next.messageId }));
    expect(answered.threadId).toBe(first.threadId);
    expect(await get(`/api/correspondence/${first.threadId}`)).toHaveLength(2);
  });

  it('to the second step brings the first one along, also where the answer names only the second', async () => {
    const [prospect] = await inSequence(['jane@one.example']);
    if (!prospect) throw new Error('No prospect.');
    await nextStep();
    const emails = await emailsOf(app, tenant, prospect.id);
    expect(emails.map(({ subject }) => subject)).toEqual(['Re: A question', 'A question']);
    const rows = await db().select().from(outreachEmails);
    const second = rows.find(({ step }) => step === 2)?.messageId ?? '';
    const result = await ingest(replyTo({ from: prospect.contactEmail, inReplyTo: second }));
    const items = await get(`/api/correspondence/${result.threadId}`);
    expect(items.map((item: { content: string }) => item.content)).toEqual([
      `Hello ${prospect.businessName}.`,
      'Did you see my mail?',
      'Yes, please tell me more.',
    ]);
  });

  it('ends the sequence for the prospect and, where it says so, for everyone of the company', async () => {
    const [jane, joe, pat] = await inSequence(['jane@acme.example', 'joe@acme.example', 'pat@other.example']);
    const [email] = await emailsOf(app, tenant, jane?.id ?? '');
    const [row] = await db()
      .select()
      .from(outreachEmails)
      .where(eq(outreachEmails.id, email?.id ?? ''));
    await ingest(replyTo({ from: 'jane@acme.example', inReplyTo: row?.messageId ?? '' }));
    expect(await enrolmentOf(jane?.id ?? '')).toMatchObject({ state: 'replied' });
    expect(await enrolmentOf(joe?.id ?? '')).toMatchObject({
      state: 'replied',
      reason: expect.stringContaining('same company'),
    });
    expect(await enrolmentOf(pat?.id ?? '')).toMatchObject({ state: 'active' });
    expect((await detailOf(app, tenant, joe?.id ?? '')).status).toBe('email_sent');
  });

  it('that only asks for no more mail is an answer and ends all outreach to both addresses', async () => {
    const prospect = await newProspect(app, tenant);
    const email = await sent(app, tenant, prospect);
    await ingest(
      replyTo({ from: 'assistant@client.example', inReplyTo: email.messageId, content: 'Please remove me.' }),
    );
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({ status: 'responded', suppressed: true });
    const stopped = await db().select().from(suppressions);
    expect(stopped.map(({ cause }) => cause)).toEqual(['unsubscribe', 'unsubscribe']);
    expect((await send(app, tenant, prospect, { content: 'More.' })).json().code).toBe('suppressed');
  });

  it('does not let an email leave that waits when the sequence ends', async () => {
    const [prospect] = await inSequence(['jane@waits.example']);
    const id = prospect?.id ?? '';
    const [enrolment] = await db().select().from(outreachEnrolments);
    app.mail.answer = () => ({ outcome: 'later', words: '451 try later' });
    await db()
      .update(outreachEnrolments)
      .set({ nextAt: new Date(0) });
    await sendStep(jobContext(app.hub, tenant.organizationId), enrolment?.id ?? '');
    await expect.poll(async () => (await emailsOf(app, tenant, id))[0]?.reason).toContain('tried again');
    app.mail.answer = null;
    const rows = await db().select().from(outreachEmails);
    const [first, second] = [1, 2].map((step) => rows.find((row) => row.step === step));
    await ingest(replyTo({ from: 'jane@waits.example', inReplyTo: first?.messageId ?? '' }));
    await db()
      .update(outgoingMail)
      .set({ sendAt: new Date(0) })
      .where(eq(outgoingMail.id, second?.mailId ?? ''));
    await app.hub.services.gate.deliver(tenant.organizationId, second?.mailId ?? '');
    expect(await emailsOf(app, tenant, id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: second?.id, state: 'held' })]),
    );
    expect(mailsTo(app, 'jane@waits.example')).toHaveLength(1);
  });
});

describe('an automatic answer', () => {
  it.each([
    ['with a header', ['Auto-Submitted: auto-replied'], 'I am away until 12 January 2031.', 'Out of office'],
    [
      'in words alone',
      [],
      'I am out of the office. I am on annual leave, back on Monday.',
      'Automatic reply: A question',
    ],
  ])(
    '%s pauses the sequence until the writer is back, and is no response',
    async (_how, headers, content, subject) => {
      const [prospect] = await inSequence([`jane@away${named}.example`]);
      const [row] = await db().select().from(outreachEmails);
      const result = await ingest(
        replyTo({
          from: prospect?.contactEmail ?? '',
          inReplyTo: row?.messageId ?? '',
          headers,
          content,
          subject,
        }),
      );
      expect(result).toMatchObject({ lead: null });
      const enrolment = await enrolmentOf(prospect?.id ?? '');
      expect(enrolment).toMatchObject({
        state: 'paused',
        reason: expect.stringContaining('automatic answer'),
      });
      const days = (Date.parse(enrolment.nextAt ?? '') - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(2);
      expect(days).toBeLessThan(8);
      expect(await detailOf(app, tenant, prospect?.id ?? '')).toMatchObject({ status: 'email_sent' });
      // The answer itself comes later, and finds its thread.
      const answer = await ingest(
        replyTo({ from: prospect?.contactEmail ?? '', inReplyTo: row?.messageId ?? '' }),
      );
      expect(answer).toMatchObject({ threadId: result.threadId, lead: result.threadId });
      expect(await get(`/api/correspondence/${result.threadId}`)).toHaveLength(3);
      expect((await detailOf(app, tenant, prospect?.id ?? '')).status).toBe('responded');
    },
  );
});

describe('a mail that comes back', () => {
  it('for good ends the sequence and stops the address; a full mailbox only makes it wait for a person', async () => {
    for (const [status, hard] of [
      ['5.1.1', true],
      ['5.2.2', false],
    ] as const) {
      const [prospect] = await inSequence([`jane@gone${status.replaceAll('.', '')}.example`]);
      const id = prospect?.id ?? '';
      const [email] = await db().select().from(outreachEmails).where(eq(outreachEmails.prospectId, id));
      await ingest(
        postfixReport({ messageId: email?.messageId ?? '', to: prospect?.contactEmail ?? '', status }),
      );
      const [row] = await db().select().from(outreachEmails).where(eq(outreachEmails.prospectId, id));
      expect(row).toMatchObject({ state: 'bounced', isHardBounce: hard, bouncedAt: expect.any(Date) });
      expect(row?.reason).toContain('It came back from');
      expect(await enrolmentOf(id)).toMatchObject({ state: hard ? 'bounced' : 'paused' });
      const detail = await detailOf(app, tenant, id);
      expect(detail).toMatchObject({ suppressed: hard, status: 'email_sent' });
      expect(detail.activity.map(({ action }) => action)).toContain('bounced');
    }
  });

  it('faster than the record of its mail was written counts as sent, and as a contact', async () => {
    const prospect = await newProspect(app, tenant, { consent });
    app.mail.answer = async ({ messageId }) => {
      await ingest(postfixReport({ messageId, to: prospect.contactEmail }));
      return { outcome: 'taken', refused: [] };
    };
    const { id } = await sent(app, tenant, prospect);
    app.mail.answer = null;
    const [email] = await emailsOf(app, tenant, prospect.id);
    expect(email).toMatchObject({ id, state: 'bounced', sentAt: expect.any(String) });
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({
      status: 'email_sent',
      suppressed: true,
    });
  });
});

describe('a complaint', () => {
  it('of a provider stops the address for good and shows at the prospect; other reports do nothing', async () => {
    const [prospect] = await inSequence(['jane@complains.example']);
    const id = prospect?.id ?? '';
    const [email] = await db().select().from(outreachEmails);
    const messageId = email?.messageId ?? '';
    await ingest(feedbackReport({ messageId, type: 'not-spam' }));
    await ingest(feedbackReport({ messageId: 'unknown@elsewhere.example' }));
    expect(await db().select().from(suppressions)).toEqual([]);
    await ingest(feedbackReport({ messageId }));
    expect(await db().select().from(suppressions)).toEqual([
      expect.objectContaining({ cause: 'complaint', address: 'jane@complains.example' }),
    ]);
    const [row] = await db().select().from(outreachEmails);
    expect(row?.complainedAt).toBeInstanceOf(Date);
    expect(await enrolmentOf(id)).toMatchObject({ state: 'unsubscribed' });
    const detail = await detailOf(app, tenant, id);
    expect(detail).toMatchObject({ suppressed: true });
    expect(detail.activity.map(({ action }) => action)).toContain('complained');
    expect(await get('/api/leads')).toEqual([]);
  });
});

describe('somebody in a sequence', () => {
  const anew = (from: string, date: Date) =>
    [
      `From: Jane <${from}>`,
      'To: team@hub.example',
      'Subject: Hello',
      `Message-ID: <anew${Math.random()}@client.example>`,
      `Date: ${date.toUTCString()}`,
      '',
      'I saw your signs.',
    ].join('\r\n');

  it('who writes a mail of their own has responded; an old one that comes late says nothing', async () => {
    const [prospect] = await inSequence(['jane@anew.example']);
    const id = prospect?.id ?? '';
    await ingest(anew('jane@anew.example', new Date(Date.now() - 86_400_000)));
    expect(await enrolmentOf(id)).toMatchObject({ state: 'active' });
    await ingest(anew('Jane@Anew.example', new Date(Date.now() + 2000)));
    expect(await enrolmentOf(id)).toMatchObject({ state: 'replied' });
    expect((await detailOf(app, tenant, id)).status).toBe('responded');
  });

  it('who has booked a meeting gets no further step', async () => {
    const [prospect] = await inSequence(['jane@booked.example']);
    const owner = tenant.tokens.owner;
    const lead = await app.call('POST', '/api/leads', owner, {
      name: 'Jane',
      contact_email: 'jane@booked.example',
    });
    const path = `/api/leads/${lead.json().thread_id}`;
    await app.call('PATCH', path, owner, { assignee_id: tenant.userIds.user });
    const startsAt = new Date(Date.now() + 90 * 86_400_000).toISOString();
    const booked = await app.call('POST', `${path}/meeting`, owner, { startsAt });
    expect(booked.statusCode, booked.body).toBeLessThan(300);
    await nextStep();
    expect(await enrolmentOf(prospect?.id ?? '')).toMatchObject({
      state: 'stopped',
      stepsDone: 1,
      reason: expect.stringMatching(/booked/),
    });
  });
});
