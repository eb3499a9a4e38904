import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outgoingMail } from '#server/db/tables.ts';
import { suppress } from '#server/integrations/suppressions.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true, jobs: true });
});
afterAll(() => app.close());

interface Talk {
  tenant: Tenant;
  threadId: string;
  client: string;
  messageId: string;
}

function mail(fields: Record<string, string>, text: string): string {
  return [...Object.entries(fields).map(([name, value]) => `${name}: ${value}`), '', text].join('\r\n');
}

async function ingest(tenant: Tenant, raw: string) {
  const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.owner, raw, {
    'content-type': 'message/rfc822',
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().results[0];
}

/** A tenant with one lead, who wrote one mail. */
async function talk(
  extra: Record<string, string> = {},
  about?: Parameters<TestApp['tenant']>[0],
): Promise<Talk> {
  const tenant = await app.tenant(about);
  named += 1;
  const client = `jane${named}@client.example`;
  const messageId = `first${named}@client.example`;
  const stored = await ingest(
    tenant,
    mail(
      {
        From: `Jane Doe <${client}>`,
        To: `team@${tenant.slug}.example`,
        Subject: 'RE: AW: Billboard',
        'Message-ID': `<${messageId}>`,
        Date: 'Fri, 27 Nov 2026 10:00:00 +0000',
        ...extra,
      },
      'What does a month cost?',
    ),
  );
  return { tenant, threadId: stored.lead, client, messageId };
}

function reply({ tenant, threadId }: Talk, body: object, headers: Record<string, string> = {}) {
  return app.call('POST', `/api/leads/${threadId}/reply`, tenant.tokens.user, body, headers);
}

async function conversation({ tenant, threadId }: Talk) {
  return (await app.call('GET', `/api/correspondence/${threadId}`, tenant.tokens.viewer)).json();
}

async function ledger({ tenant }: Talk) {
  return app.hub.database
    .forOrganization(tenant.organizationId)
    .db.select()
    .from(outgoingMail)
    .where(and(eq(outgoingMail.purpose, 'lead_reply')));
}

function sentTo(client: string) {
  return app.sent.filter((one) => one.to.split(', ').includes(client));
}

describe('a reply', () => {
  it('joins the thread, moves the lead, leaves once with the history below and says where it is', async () => {
    const one = await talk();
    const before = (await app.call('GET', `/api/leads/${one.threadId}`, one.tenant.tokens.user)).json();
    const answer = await reply(one, { content: 'Two thousand.\n' });
    expect(answer.statusCode, answer.body).toBe(202);
    expect(answer.json()).toMatchObject({
      content: 'Two thousand.',
      subject: 'Re: Billboard',
      isFromLead: false,
      emailType: 'reply',
      delivery: 'queued',
      recipient: `Jane Doe <${one.client}>`,
    });
    await expect.poll(() => sentTo(one.client).length).toBe(1);
    await expect.poll(async () => (await conversation(one))[1].delivery).toBe('sent');
    const [sent] = sentTo(one.client);
    const bytes = sent?.bytes.toString('utf8') ?? '';
    expect(bytes).toContain(`In-Reply-To: <${one.messageId}>`);
    expect(bytes).toContain(`References: <${one.messageId}>`);
    expect(bytes).toContain('Reply-To: ');
    expect(bytes).toMatch(/^From: "?Tenant t-/m);
    expect(sent?.text).toMatch(/Two thousand\.\s+On .*2026.*wrote:\s+> What does a month cost\?/s);
    const items = await conversation(one);
    expect(items).toHaveLength(2);
    expect(items[1].quotedText).toContain('> What does a month cost?');
    expect(items[1].parentMessageId).toBe(items[0].id);
    const after = (await app.call('GET', `/api/leads/${one.threadId}`, one.tenant.tokens.user)).json();
    expect(after.message_count).toBe(2);
    expect(after.stage).toBe(before.stage);
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(after.entireThread).toHaveLength(2);
    const original = await app.call('GET', `/api/messages/${items[1].id}/original`, one.tenant.tokens.user);
    expect(original.rawPayload.equals(sent?.bytes ?? Buffer.alloc(0))).toBe(true);
    const [row] = await ledger(one);
    expect(row).toMatchObject({ state: 'sent', attempts: 1, bytes: null });
    expect(row?.reason).toBe('Taken by the mail server mail.hub.example.');
  });

  it('is answered into the same thread: with References, with In-Reply-To alone, from elsewhere, under another subject', async () => {
    const one = await talk();
    await reply(one, { content: 'Two thousand.' });
    await expect.poll(() => sentTo(one.client).length).toBe(1);
    const ours = sentTo(one.client)[0]?.messageId ?? '';
    const answers = [
      { References: `<${one.messageId}> <${ours}>`, 'In-Reply-To': `<${ours}>` },
      { 'In-Reply-To': `<${ours}>` },
      { 'In-Reply-To': `<${ours}>`, From: 'Jane <jane@private.example>' },
      { 'In-Reply-To': `<${ours}>`, Subject: 'Something else entirely' },
    ];
    for (const [index, headers] of answers.entries()) {
      const stored = await ingest(
        one.tenant,
        mail(
          {
            From: `Jane <${one.client}>`,
            Subject: 'Re: Billboard',
            'Message-ID': `<a${index}.${ours}>`,
            ...headers,
          },
          `Answer ${index}`,
        ),
      );
      expect(stored.threadId).toBe(one.threadId);
    }
    expect(await conversation(one)).toHaveLength(6);
    // What was sent, seen again in the Sent folder, is the same message.
    const again = await ingest(one.tenant, sentTo(one.client)[0]?.bytes.toString('latin1') ?? '');
    expect(again.status).toBe('duplicate');
  });

  it('goes to Reply-To, or to all without the team, and never to the team itself', async () => {
    const one = await talk({ 'Reply-To': 'Office <office@client.example>', Cc: 'Bob <bob@client.example>' });
    await app.call('PUT', '/api/tenant/integrations/email', one.tenant.tokens.admin, {
      teamAddresses: [`team@${one.tenant.slug}.example`],
      postalAddress: '',
    });
    const plan = await app.call('GET', `/api/leads/${one.threadId}/reply`, one.tenant.tokens.user);
    expect(plan.json()).toMatchObject({
      to: [{ name: 'Office', address: 'office@client.example' }],
      cc: [{ name: 'Bob', address: 'bob@client.example' }],
      subject: 'Re: Billboard',
      transport: 'platform',
    });
    const all = await reply(one, { content: 'To all', replyAll: true });
    expect(all.json().recipient).toBe('Office <office@client.example>, Bob <bob@client.example>');
    const team = await reply(one, { content: 'x', to: [`TEAM@${one.tenant.slug}.example`] });
    expect(team.statusCode).toBe(400);
    expect(team.json().message).toContain('your own team');
  });

  it('is refused for who may not, for a foreign lead, an empty text and a subject of two lines', async () => {
    const one = await talk();
    const other = await app.tenant();
    const path = `/api/leads/${one.threadId}/reply`;
    const body = { content: 'x' };
    expect((await app.call('POST', path, one.tenant.tokens.viewer, body)).statusCode).toBe(403);
    expect((await app.call('POST', path, other.tokens.owner, body)).statusCode).toBe(404);
    expect((await reply(one, { content: '  ' })).statusCode).toBe(400);
    expect((await reply(one, { content: 'x', subject: 'a\r\nBcc: b@c.example' })).statusCode).toBe(400);
    expect((await reply(one, { content: 'x', attachmentIds: ['nothing'] })).statusCode).toBe(404);
    expect(await ledger(one)).toEqual([]);
  });

  it('leaves once under 20 calls with one key, and once without a key', async () => {
    const one = await talk();
    const key = { 'idempotency-key': 'k1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => reply(one, { content: 'Once' }, key)));
    expect(answers.every(({ statusCode }) => statusCode === 202 || statusCode === 409)).toBe(true);
    const twice = await reply(one, { content: 'Once' });
    expect(twice.statusCode).toBe(409);
    expect(twice.json().message).toContain('a moment ago');
    await expect.poll(() => sentTo(one.client).length).toBe(1);
    expect(await ledger(one)).toHaveLength(1);
    expect(await conversation(one)).toHaveLength(2);
  });

  it('is held for a suppressed address whatever the way, and an unsubscribe does not stop it', async () => {
    const one = await talk();
    const about = { reason: 'it does not exist any more.', recordedBy: 'a test' };
    const database = app.hub.database.forOrganization(one.tenant.organizationId);
    const stop = (address: string, cause: 'hard_bounce' | 'unsubscribe') =>
      database.tx((tx) => suppress(tx, app.hub.services.seal, { ...about, address, cause }));
    await stop(one.client, 'unsubscribe');
    expect((await reply(one, { content: 'First' })).statusCode).toBe(202);
    await expect.poll(() => sentTo(one.client).length).toBe(1);
    await stop(one.client.toUpperCase(), 'hard_bounce');
    for (const body of [
      { content: 'a' },
      { content: 'b', to: [one.client] },
      { content: 'c', to: ['other@client.example'], cc: [one.client.replace('jane', 'JANE')] },
    ]) {
      const answer = await reply(one, body);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'suppressed' });
    }
    expect(sentTo(one.client)).toHaveLength(1);
    expect(await conversation(one)).toHaveLength(2);
  });

  it('waits while it can be taken back, comes back as a draft, and leaves in its time otherwise', async () => {
    const one = await talk();
    const sent = (await reply(one, { content: 'Oops', undoSeconds: 30 })).json();
    const [waiting] = (
      await app.call('GET', `/api/leads/${one.threadId}/deliveries`, one.tenant.tokens.viewer)
    ).json();
    expect(waiting).toMatchObject({ messageId: sent.id, state: 'queued', mayUndo: true });
    expect(waiting.reason).toBe('Sent because user Person replied to this lead.');
    const path = `/api/leads/${one.threadId}/messages/${sent.id}/undo`;
    const undone = await app.call('POST', path, one.tenant.tokens.user, {});
    expect(undone.json()).toMatchObject({ content: 'Oops', subject: 'Re: Billboard', to: [one.client] });
    expect(await conversation(one)).toHaveLength(1);
    const lead = (await app.call('GET', `/api/leads/${one.threadId}`, one.tenant.tokens.user)).json();
    expect(lead.message_count).toBe(1);
    // Taken back, it is no duplicate.
    const again = (await reply(one, { content: 'Oops', undoSeconds: 1 })).json();
    await expect.poll(() => sentTo(one.client).length).toBe(1);
    const late = await app.call(
      'POST',
      `/api/leads/${one.threadId}/messages/${again.id}/undo`,
      one.tenant.tokens.user,
      {},
    );
    expect(late.statusCode).toBe(409);
  });

  it('is either taken back or sent, never both, in 50 rounds of both at once', async () => {
    const one = await talk();
    let left = 0;
    for (let round = 0; round < 50; round += 1) {
      const item = (await reply(one, { content: `Round ${round}`, undoSeconds: 60 })).json();
      const row = (await ledger(one)).find(({ state }) => state === 'queued');
      if (!row) throw new Error('nothing waits');
      const database = app.hub.database.forOrganization(one.tenant.organizationId);
      const before = sentTo(one.client).length;
      await database.db
        .update(outgoingMail)
        .set({ sendAt: new Date(0) })
        .where(eq(outgoingMail.id, row.id));
      const undo = () =>
        app.call('POST', `/api/leads/${one.threadId}/messages/${item.id}/undo`, one.tenant.tokens.user, {});
      const deliver = () => app.hub.services.gate.deliver(one.tenant.organizationId, row.id);
      const [first, second] = await Promise.all(round % 2 === 0 ? [undo(), deliver()] : [deliver(), undo()]);
      const answer = first ?? second;
      // The job of every minute may have taken it before either of them.
      await expect.poll(async () => (await ledger(one)).some(({ state }) => state === 'sending')).toBe(false);
      const gone = sentTo(one.client).length - before;
      expect([answer?.statusCode, gone]).toEqual(gone === 1 ? [409, 1] : [200, 0]);
      left += gone;
    }
    expect(await conversation(one)).toHaveLength(1 + left);
  });
});

describe('what the mail server says', () => {
  it('ends as failed with its words, and can be sent again', async () => {
    const one = await talk();
    app.mail.answer = () => ({ outcome: 'refused', words: '550 5.1.1 no such user', code: 550 });
    const sent = (await reply(one, { content: 'Hello' })).json();
    await expect.poll(async () => (await conversation(one))[1].delivery).toBe('failed');
    app.mail.answer = null;
    const deliveries = `/api/leads/${one.threadId}/deliveries`;
    const [failed] = (await app.call('GET', deliveries, one.tenant.tokens.user)).json();
    expect(failed).toMatchObject({ state: 'failed', maySendAgain: true });
    expect(failed.reason).toContain('does not exist at the receiving server');
    const again = `/api/leads/${one.threadId}/messages/${sent.id}/send-again`;
    expect((await app.call('POST', again, one.tenant.tokens.user, {})).statusCode).toBe(202);
    await expect.poll(async () => (await conversation(one))[1].delivery).toBe('sent');
    expect((await app.call('POST', again, one.tenant.tokens.user, {})).statusCode).toBe(409);
    expect(sentTo(one.client)).toHaveLength(1);
  });

  it('is waited for when it cannot take the mail now', async () => {
    const one = await talk();
    app.mail.answer = () => ({ outcome: 'later', words: '451 busy' });
    await reply(one, { content: 'Hello' });
    await expect.poll(async () => (await ledger(one))[0]?.attempts).toBe(1);
    await expect.poll(async () => (await ledger(one))[0]?.state).toBe('queued');
    app.mail.answer = null;
    const [row] = await ledger(one);
    expect((row?.sendAt?.getTime() ?? 0) > Date.now() + 30_000).toBe(true);
    await app.hub.services.gate.sweep({ all: false });
    expect(sentTo(one.client)).toHaveLength(0);
    await app.hub.database
      .forOrganization(one.tenant.organizationId)
      .db.update(outgoingMail)
      .set({ sendAt: new Date(Date.now() - 1000) });
    await app.hub.services.gate.sweep({ all: false });
    await expect.poll(() => sentTo(one.client).length).toBe(1);
  });

  it('is unconfirmed when it was lost, or the process died: never repeated by itself, again only when confirmed', async () => {
    const one = await talk();
    const stalled = Promise.withResolvers<void>();
    app.mail.answer = () => {
      stalled.resolve();
      return new Promise(() => undefined);
    };
    const sent = (await reply(one, { content: 'Hello' })).json();
    await stalled.promise;
    app.mail.answer = null;
    await app.hub.services.gate.sweep({ all: false });
    expect((await ledger(one))[0]?.state).toBe('sending');
    await app.hub.services.gate.sweep({ all: true });
    const [row] = await ledger(one);
    expect(row?.state).toBe('unconfirmed');
    await app.hub.services.gate.sweep({ all: true });
    await app.hub.services.gate.deliver(one.tenant.organizationId, row?.id ?? '');
    expect(sentTo(one.client)).toHaveLength(0);
    const again = `/api/leads/${one.threadId}/messages/${sent.id}/send-again`;
    expect((await app.call('POST', again, one.tenant.tokens.user, {})).statusCode).toBe(409);
    const confirmed = await app.call('POST', again, one.tenant.tokens.user, { confirmed: true });
    expect(confirmed.statusCode).toBe(202);
    await expect.poll(() => sentTo(one.client).length).toBe(1);
  });
});

describe('files', () => {
  const upload = (tenant: Tenant, name: string, bytes: Buffer, type = 'text/plain') =>
    app.call('POST', `/api/files?name=${encodeURIComponent(name)}&type=${type}`, tenant.tokens.user, bytes, {
      'content-type': 'application/octet-stream',
    });

  it('go along with a reply, and are saved from it', async () => {
    const one = await talk();
    const up = await upload(one.tenant, '../Preis für März.txt', Buffer.from('12'));
    expect(up.statusCode, up.body).toBe(201);
    expect(up.json()).toMatchObject({ name: 'Preis für März.txt', contentType: 'text/plain', size: 2 });
    const sent = await reply(one, { content: 'Here', attachmentIds: [up.json().id] });
    expect(sent.json().attachments).toEqual([
      { id: '0', name: 'Preis für März.txt', contentType: 'text/plain', size: 2 },
    ]);
    const got = await app.call(
      'GET',
      `/api/messages/${sent.json().id}/attachments/0`,
      one.tenant.tokens.viewer,
    );
    expect(got.body).toBe('12');
    expect(got.headers['content-disposition']).toMatch(/^attachment;/);
    expect(got.headers['x-content-type-options']).toBe('nosniff');
  });

  it('are the tenant’s own, not empty and at most 15 MiB', async () => {
    const one = await talk();
    const other = await app.tenant();
    const foreign = (await upload(other, 'a.txt', Buffer.from('x'))).json();
    expect((await reply(one, { content: 'x', attachmentIds: [foreign.id] })).statusCode).toBe(404);
    expect((await upload(one.tenant, 'a.txt', Buffer.alloc(0))).statusCode).toBe(400);
    expect((await upload(one.tenant, 'a.txt', Buffer.alloc(15 * 1024 * 1024 + 1))).statusCode).toBe(413);
    const twelve = Buffer.alloc(13 * 1024 * 1024);
    const first = (await upload(one.tenant, 'a.bin', twelve)).json();
    const second = (await upload(one.tenant, 'b.bin', twelve)).json();
    const both = await reply(one, { content: 'x', attachmentIds: [first.id, second.id] });
    expect(both.statusCode).toBe(413);
  });
});
