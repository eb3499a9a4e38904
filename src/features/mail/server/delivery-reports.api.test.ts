import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outgoingMail, suppressions } from '#server/db/tables.ts';
import {
  exchangeReport,
  gmailReport,
  postfixReport,
  qmailReport,
  type Returned,
} from '#server/testing/delivery-reports.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());

interface Sent extends Returned {
  tenant: Tenant;
  threadId: string;
}

async function ingest(tenant: Tenant, raw: string) {
  const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.owner, raw, {
    'content-type': 'message/rfc822',
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().results[0];
}

/** A reply of ours that the server took. */
async function sent(body: object = {}): Promise<Sent> {
  const tenant = await app.tenant();
  named += 1;
  const to = `Jane${named}@client.example`;
  const { lead } = await ingest(
    tenant,
    `From: Jane <${to}>\r\nSubject: Billboard\r\nMessage-ID: <first${named}@client.example>\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\n\r\nHow much?`,
  );
  const reply = await app.call('POST', `/api/leads/${lead}/reply`, tenant.tokens.user, {
    content: 'Two thousand.',
    ...body,
  });
  expect(reply.statusCode, reply.body).toBe(202);
  await expect.poll(async () => (await ledger(tenant))[0]?.state).toBe('sent');
  const [row] = await ledger(tenant);
  return { tenant, threadId: lead, to: to.toLowerCase(), messageId: row?.messageId ?? '' };
}

function ledger(tenant: Tenant) {
  return app.hub.database
    .forOrganization(tenant.organizationId)
    .db.select()
    .from(outgoingMail)
    .where(eq(outgoingMail.purpose, 'lead_reply'));
}

function stopped(tenant: Tenant) {
  return app.hub.database.forOrganization(tenant.organizationId).db.select().from(suppressions);
}

async function get(one: Sent, path: string) {
  const answer = await app.call('GET', path, one.tenant.tokens.user);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

describe('a mail that comes back', () => {
  it.each([
    ['Postfix', postfixReport],
    ['Exchange', exchangeReport],
    ['Gmail, without the message', gmailReport],
    ['qmail, in words', qmailReport],
  ])(
    'by a report of %s: the mail says so, its address gets no more, and the lead stays where it is',
    async (_kind, report) => {
      const one = await sent();
      const before = await get(one, `/api/leads/${one.threadId}`);
      const [threadBefore] = await get(one, '/api/threads');
      const stored = await ingest(one.tenant, report(one));
      expect(stored).toMatchObject({ status: 'stored', threadId: one.threadId, lead: one.threadId });
      const [row] = await ledger(one.tenant);
      expect(row?.state).toBe('bounced');
      expect(row?.reason).toMatch(
        /^It came back from jane\d+@client\.example\. The address does not exist at the receiving server: “/,
      );
      const items = await get(one, `/api/correspondence/${one.threadId}`);
      expect(items).toHaveLength(3);
      expect(items[1]).toMatchObject({ delivery: 'bounced' });
      expect(items[2]).toMatchObject({ isFromLead: false, emailType: null, parentMessageId: items[1].id });
      const deliveries = await get(one, `/api/leads/${one.threadId}/deliveries`);
      expect(deliveries).toMatchObject([{ state: 'bounced', reason: row?.reason, maySendAgain: false }]);
      const after = await get(one, `/api/leads/${one.threadId}`);
      expect(after).toMatchObject({
        updated_at: before.updated_at,
        last_message_at: before.last_message_at,
        stage: before.stage,
        message_count: 3,
      });
      const [threadAfter] = await get(one, '/api/threads');
      expect(threadAfter).toEqual({ ...threadBefore, messageCount: 3 });
      expect(await stopped(one.tenant)).toMatchObject([{ cause: 'hard_bounce' }]);
      const next = await app.call('POST', `/api/leads/${one.threadId}/reply`, one.tenant.tokens.user, {
        content: 'Hello again.',
      });
      expect(next.statusCode).toBe(409);
      expect(next.json()).toMatchObject({ code: 'suppressed', details: { address: expect.any(String) } });
      const notices = await get(one, '/api/notifications');
      expect(notices).toMatchObject([
        { kind: 'mail_failed', title: 'Mail to Jane came back', threadId: one.threadId },
      ]);
    },
  );

  it('is said once, whoever reports it again, and the next answer goes to what the contact wrote', async () => {
    const one = await sent();
    await ingest(one.tenant, postfixReport(one));
    await ingest(one.tenant, gmailReport(one));
    expect(await get(one, '/api/notifications')).toHaveLength(1);
    expect(await stopped(one.tenant)).toHaveLength(1);
    const plan = await get(one, `/api/leads/${one.threadId}/reply`);
    const items = await get(one, `/api/correspondence/${one.threadId}`);
    expect(plan.inReplyTo).toBe(items[0].id);
    expect(plan.subject).toBe('Re: Billboard');
  });

  it('late: keeps its state, says why, and stops nothing', async () => {
    const one = await sent();
    await ingest(
      one.tenant,
      postfixReport({ ...one, action: 'delayed', status: '4.4.1', said: 'connect: Connection timed out' }),
    );
    const [row] = await ledger(one.tenant);
    expect(row).toMatchObject({
      state: 'sent',
      reason: `Not delivered to ${one.to} yet; the mail servers go on trying. The receiving server could not be reached for too long: “connect: Connection timed out”.`,
    });
    expect(await stopped(one.tenant)).toEqual([]);
    expect(await get(one, '/api/notifications')).toEqual([]);
    await ingest(one.tenant, postfixReport({ ...one, status: '4.4.7', said: 'retry timeout exceeded' }));
    expect((await ledger(one.tenant))[0]?.state).toBe('bounced');
    expect(await stopped(one.tenant)).toHaveLength(1);
    await ingest(one.tenant, postfixReport({ ...one, action: 'delayed', status: '4.4.1', said: 'late' }));
    expect((await ledger(one.tenant))[0]?.state).toBe('bounced');
  });

  it.each([
    ['5.2.2', 'The mailbox is full'],
    ['5.3.4', 'The mail is too large'],
    ['5.7.1', 'The receiving server does not let mail from you through'],
    ['5.7.515', 'Microsoft takes mail from your domain only with SPF, DKIM and DMARC'],
  ])(
    'for a reason that is not its address, %s: is bounced, and the address stays open',
    async (status, words) => {
      const one = await sent();
      await ingest(one.tenant, postfixReport({ ...one, status, said: `550 ${status} no` }));
      const [row] = await ledger(one.tenant);
      expect(row?.state).toBe('bounced');
      expect(row?.reason).toContain(words);
      expect(await stopped(one.tenant)).toEqual([]);
    },
  );

  it('from one of two people stops only that one', async () => {
    const one = await sent({ cc: ['boss@client.example'] });
    await ingest(one.tenant, postfixReport({ ...one, to: 'boss@client.example' }));
    const [row] = await ledger(one.tenant);
    expect(row?.reason).toMatch(/^It came back from boss@client\.example\./);
    const again = (to: string) =>
      app.call('POST', `/api/leads/${one.threadId}/reply`, one.tenant.tokens.user, { content: to, to: [to] });
    expect((await again(one.to)).statusCode).toBe(202);
    expect((await again('boss@client.example')).statusCode).toBe(409);
  });

  it('from where it was sent on to is bounced, without a word about the address that we know', async () => {
    const one = await sent();
    const report = postfixReport({ ...one, to: 'elsewhere@client.example' });
    await ingest(one.tenant, report);
    expect((await ledger(one.tenant))[0]?.state).toBe('bounced');
    expect(await stopped(one.tenant)).toEqual([]);
  });

  it('is not believed when forged: an id that is not ours, of another organization, or of a mail to others', async () => {
    const one = await sent();
    const other = await sent();
    await ingest(one.tenant, postfixReport({ ...one, messageId: 'nobody@hub.example' }));
    await ingest(other.tenant, postfixReport(one));
    await ingest(other.tenant, gmailReport({ ...one, to: other.to }));
    const two = await sent({ cc: ['boss@client.example'] });
    await ingest(two.tenant, postfixReport({ ...two, to: 'victim@client.example' }));
    for (const { tenant } of [one, other, two]) {
      expect((await ledger(tenant))[0]?.state).toBe('sent');
      expect(await stopped(tenant)).toEqual([]);
      expect((await app.call('GET', '/api/leads', tenant.tokens.user)).json()).toHaveLength(1);
    }
  });

  it('before its hand-over was written down stays bounced', async () => {
    const one = await sent();
    app.mail.answer = async (mail) => {
      await ingest(one.tenant, postfixReport({ to: one.to, messageId: mail.messageId }));
      return { outcome: 'taken', refused: [] };
    };
    const reply = await app.call('POST', `/api/leads/${one.threadId}/reply`, one.tenant.tokens.user, {
      content: 'Another.',
    });
    expect(reply.statusCode).toBe(202);
    const state = async () => (await ledger(one.tenant)).map((row) => row.state).toSorted();
    await expect.poll(state).toEqual(['bounced', 'sent']);
    app.mail.answer = null;
  });
});
