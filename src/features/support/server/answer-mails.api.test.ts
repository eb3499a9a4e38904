import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobContext } from '#server/organization-context.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { mailAnswer } from './mail-answer.ts';
import { openSocket, startVisitor, until, type Visitor } from './testing/visitor.ts';

let app: TestApp;
let tenant: Tenant;
let port: number;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
  tenant = await app.tenant();
  port = await app.listen();
});
afterAll(() => app.close());

const oneRun = { attempt: 1, signal: new AbortController().signal };

/** What runs three minutes after a person's answer. */
function mailUnread(id: string): Promise<void> {
  const { database, services, log } = app.hub;
  const organization = jobContext(app.hub, tenant.organizationId);
  return mailAnswer.execute({ organization, database, services, log }, { id }, oneRun);
}

async function waitingVisitor(
  text = 'human please',
): Promise<{ visitor: Visitor; id: string; email: string }> {
  const visitor = await startVisitor(app, tenant, text);
  const email = `jo-${randomUUID()}@buyer.example`;
  await visitor.post('contact', { email });
  const { id } = await visitor.seenBy(tenant);
  return { visitor, id, email };
}

async function answer(id: string, text = 'The bay is 6 metres long.'): Promise<number> {
  const written = await app.call('POST', `/api/conversations/${id}/messages`, tenant.tokens.user, { text });
  return written.json().seq;
}

const sentTo = (address: string) => app.sent.filter(({ to }) => to === address);

describe('an answer that was on the visitor’s screen', () => {
  it('is not sent by email where the widget asks again and again, and says what was read', async () => {
    const { visitor, id, email } = await waitingVisitor();
    const seq = await answer(id);
    await visitor.post('resume', { after: seq, read: seq });
    await mailUnread(id);
    const seen = await visitor.seenBy(tenant);
    expect([seen.visitorReadSeq, seen.mails, sentTo(email)]).toEqual([seq, [], []]);
    // Neither back, nor beyond what there is.
    await visitor.post('resume', { read: 1 });
    await visitor.post('resume', { read: 5000 });
    expect((await visitor.seenBy(tenant)).visitorReadSeq).toBe(seq);
  });

  it('is not sent by email where the widget says it with the socket that opens again', async () => {
    const { visitor, id, email } = await waitingVisitor();
    const seq = await answer(id);
    const { socket } = await openSocket(port, visitor.token, { after: seq });
    socket.send(JSON.stringify({ type: 'read', seq }));
    await until(
      () => visitor.seenBy(tenant),
      ({ visitorReadSeq }) => visitorReadSeq === seq,
    );
    await mailUnread(id);
    expect(sentTo(email)).toEqual([]);
    socket.close();
  });
});

describe('where the email with an answer is', () => {
  it('is sent only when the mail server has taken it, and stays with the address that it went to', async () => {
    const { visitor, id, email } = await waitingVisitor();
    const seq = await answer(id);
    let take: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    app.mail.answer = async () => {
      await taken;
      return { outcome: 'taken', refused: [] };
    };
    await mailUnread(id);
    const [before] = (await visitor.seenBy(tenant)).mails;
    expect([before?.seq, before?.to]).toEqual([seq, email]);
    expect(['queued', 'sending']).toContain(before?.state);
    take();
    await until(
      () => visitor.seenBy(tenant),
      ({ mails }) => mails[0]?.state === 'sent',
    );
    app.mail.answer = null;
    await visitor.post('contact', { email: 'another@buyer.example' });
    expect((await visitor.seenBy(tenant)).mails).toMatchObject([{ seq, to: email, state: 'sent' }]);
  });

  it('is failed, with the words of the mail server, where that refuses it', async () => {
    const { visitor, id } = await waitingVisitor();
    await answer(id);
    app.mail.fails = true;
    await mailUnread(id);
    const { mails } = await until(
      () => visitor.seenBy(tenant),
      (seen) => seen.mails[0]?.state === 'failed',
    );
    app.mail.fails = false;
    expect(mails).toMatchObject([
      { state: 'failed', reason: 'The mail server did not take it: “550 no”.', maySendAgain: true },
    ]);
  });

  it('goes again when somebody of the team asks for it, once, and a viewer may not', async () => {
    const { visitor, id, email } = await waitingVisitor();
    const seq = await answer(id);
    app.mail.fails = true;
    await mailUnread(id);
    await until(
      () => visitor.seenBy(tenant),
      (seen) => seen.mails[0]?.state === 'failed',
    );
    app.mail.fails = false;
    const again = (token: string, of = seq) =>
      app.call('POST', `/api/conversations/${id}/messages/${of}/send-again`, token, {});
    expect((await again(tenant.tokens.viewer)).statusCode).toBe(403);
    expect((await again(tenant.tokens.user, seq + 1)).statusCode).toBe(404);
    expect((await again(tenant.tokens.user)).statusCode).toBe(202);
    const { mails } = await until(
      () => visitor.seenBy(tenant),
      (seen) => seen.mails[0]?.state === 'sent',
    );
    expect(mails).toMatchObject([{ seq, to: email, maySendAgain: false }]);
    expect((await again(tenant.tokens.user)).statusCode).toBe(409);
    expect(sentTo(email)).toHaveLength(1);
  });

  it('is held, with the reason, where nothing more may go to the address', async () => {
    const { visitor, id, email } = await waitingVisitor();
    await answer(id);
    const stopped = await app.call('POST', '/api/tenant/suppressions', tenant.tokens.owner, {
      address: email,
    });
    expect(stopped.statusCode).toBeLessThan(300);
    await mailUnread(id);
    const { mails } = await visitor.seenBy(tenant);
    expect(mails).toMatchObject([
      { to: email, state: 'held', reason: expect.stringMatching(/^Held because: /) },
    ]);
    expect(sentTo(email)).toEqual([]);
  });
});

describe('the email with an answer', () => {
  it.each([
    [
      'Ich möchte bitte mit einem Menschen sprechen',
      'Ihre Frage an',
      [
        'im Chat auf der Website gefragt:',
        'Antworten Sie auf diese E-Mail, oder schreiben Sie wieder im Chat.',
      ],
    ],
    [
      'I want to talk to a human about my bill, what is it?',
      'Your question to',
      ['You asked', 'Answer this email, or write in the chat again.'],
    ],
  ])('is in one language, that of the visitor: %s', async (question, subject, words) => {
    const { id, email } = await waitingVisitor(question);
    await answer(id, 'X');
    await mailUnread(id);
    const [mail] = await until(
      () => sentTo(email),
      (all) => all.length > 0,
    );
    expect(mail?.subject).toMatch(new RegExp(`^${subject} .*: ${question.slice(0, 20)}`));
    for (const one of words) expect(mail?.text).toContain(one);
    if (subject === 'Ihre Frage an') expect(mail?.text).not.toMatch(/You asked|Answer this email/);
  });
});
