import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOB_SCHEMA } from '#server/jobs/job-schema.ts';
import { jobContext } from '#server/organization-context.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { usedThisMonth } from '#server/testing/used-this-month.ts';
import { takeTurn } from './agent-turn.ts';
import { alertHandOff, alertMinutes, alertTime } from './alert-hand-off.ts';
import { makeLead } from './conversation-lead.ts';
import { conversationMessages, conversations } from './conversation-tables.ts';
import { mailAnswer } from './mail-answer.ts';
import { remindOwner } from './remind-owner.ts';
import { publish, startVisitor, until, type Visitor } from './testing/visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true, jobs: true });
});
afterAll(() => app.close());

/** What a job is given when it runs. */
function jobFor({ organizationId }: Tenant) {
  const { database, services, log } = app.hub;
  return { organization: jobContext(app.hub, organizationId), database, services, log };
}
const oneRun = { attempt: 1, signal: new AbortController().signal };

async function sentTo(address: string, count: number) {
  return until(
    () => app.sent.filter(({ to }) => to === address),
    (mails) => mails.length >= count,
  );
}

describe('the chain of alerts', () => {
  it('rings the bell at once, writes three times while nobody comes, and then says so to the visitor', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'I want to talk to a human about my bill');
    const waiting = await visitor.seenBy(tenant);
    const [notice] = (await app.call('GET', '/api/notifications', tenant.tokens.user)).json();
    expect(notice).toMatchObject({
      kind: 'support_handoff',
      conversationId: waiting.id,
      title: 'A visitor waits for a person',
    });
    const since = waiting.waitingSince ?? '';
    const stage = (number: number) =>
      alertHandOff.execute(jobFor(tenant), { id: waiting.id, since, stage: number }, oneRun);
    for (const number of [1, 2, 3]) await stage(number);
    const mails = await sentTo(tenant.emails.owner, 3);
    expect(mails).toHaveLength(alertMinutes.length);
    expect(mails[0]?.text).toContain('Nobody has taken the conversation over for 2 minutes.');
    expect(mails[0]?.text).toContain('I want to talk to a human about my bill');
    expect(mails[0]?.text).toContain(`/tenant/dashboard?tab=support&conversation=${waiting.id}`);
    expect((await visitor.transcript()).at(-1)?.text).toMatch(/^Nobody of our team has been free so far/);
    // A stage that comes a second time, as jobs may, tells nobody.
    for (const number of [1, 3]) await stage(number);
    expect(await sentTo(tenant.emails.owner, 3)).toHaveLength(3);
  });

  it('begins anew when a conversation is left to a colleague', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id } = await visitor.seenBy(tenant);
    await app.call('POST', `/api/conversations/${id}/take-over`, tenant.tokens.user, {});
    const left = await app.call('POST', `/api/conversations/${id}/give-back`, tenant.tokens.user, {
      to: 'waiting',
    });
    expect(left.json()).toMatchObject({ state: 'waiting', pack: { openQuestion: expect.any(String) } });
    const since = left.json().waitingSince;
    await alertHandOff.execute(jobFor(tenant), { id, since, stage: 1 }, oneRun);
    expect(await sentTo(tenant.emails.owner, 1)).toHaveLength(1);
    const bell = await app.call('GET', '/api/notifications', tenant.tokens.owner);
    expect(bell.json().filter(({ kind }: { kind: string }) => kind === 'support_handoff')).toHaveLength(3);
  });

  it('ends when somebody takes the conversation over', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id, waitingSince } = await visitor.seenBy(tenant);
    await app.call('POST', `/api/conversations/${id}/take-over`, tenant.tokens.user, {});
    await alertHandOff.execute(jobFor(tenant), { id, since: waitingSince ?? '', stage: 1 }, oneRun);
    expect(await sentTo(tenant.emails.owner, 0)).toEqual([]);
  });

  it('goes to the address of the settings, and waits for the hours in which people answer', async () => {
    const tenant = await app.tenant();
    const stranger = await app.call('PUT', '/api/support-settings', tenant.tokens.admin, {
      alertEmail: 'stranger@elsewhere.example',
    });
    expect(stranger.json().issues).toEqual([
      { path: 'alertEmail', message: 'Enter the address of an active member of your organization.' },
    ]);
    const alertEmail = tenant.emails.admin;
    await app.call('PUT', '/api/support-settings', tenant.tokens.admin, { alertEmail });
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id, waitingSince } = await visitor.seenBy(tenant);
    await alertHandOff.execute(jobFor(tenant), { id, since: waitingSince ?? '', stage: 1 }, oneRun);
    expect(await sentTo(alertEmail, 1)).toHaveLength(1);
    const [asked, opens] = [new Date('2026-11-28T20:00:00Z'), new Date('2026-11-29T22:00:00Z')];
    expect(alertTime(1, asked, opens)).toEqual(new Date('2026-11-29T22:02:00Z'));
    expect(alertTime(2, asked, null)).toEqual(new Date('2026-11-28T20:10:00Z'));
  });

  it('writes of one conversation only in a few minutes, however many wait, and counts the others', async () => {
    const tenant = await app.tenant();
    const run = async (visitor: Visitor, stage: number) => {
      const { id, waitingSince } = await visitor.seenBy(tenant);
      await alertHandOff.execute(jobFor(tenant), { id, since: waitingSince ?? '', stage }, oneRun);
      return id;
    };
    const visitors = [];
    for (let left = 3; left > 0; left -= 1) visitors.push(await startVisitor(app, tenant, 'human please'));
    const ids = [];
    for (const visitor of visitors) ids.push(await run(visitor, 1));
    const [mail, ...more] = await sentTo(tenant.emails.owner, 1);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('3 visitors wait for a person at the moment.');
    // A while later the chain of another one goes on by email.
    await jobContext(app.hub, tenant.organizationId)
      .db.update(conversations)
      .set({ alertedAt: new Date(app.hub.services.clock.now().getTime() - 6 * 60_000) })
      .where(eq(conversations.id, ids[0] ?? ''));
    for (const visitor of visitors.slice(1)) await run(visitor, 2);
    expect(await sentTo(tenant.emails.owner, 2)).toHaveLength(2);
  });

  it('says outside the hours that the team is away', async () => {
    const tenant = await app.tenant({ timezone: 'UTC' });
    const tomorrow = new Date(app.hub.services.clock.now().getTime() + 86_400_000);
    const hours = { days: [((tomorrow.getUTCDay() + 6) % 7) + 1], from: '09:00', to: '17:00' };
    await app.call('PUT', '/api/support-settings', tenant.tokens.admin, { hours });
    const config = await app.call('GET', `/api/widget/${tenant.slug}`);
    expect(config.json()).toMatchObject({
      isOpen: false,
      opensAt: `${tomorrow.toISOString().slice(0, 10)}T09:00:00.000Z`,
    });
    const visitor = await startVisitor(app, tenant, 'human please');
    expect((await visitor.transcript()).at(-1)?.text).toMatch(/^Our team is not here at the moment/);
    await app.call('PUT', '/api/support-settings', tenant.tokens.admin, { awayText: 'Back on Monday.' });
    const next = await startVisitor(app, tenant, 'human please');
    expect((await next.transcript()).at(-1)?.text).toBe('Back on Monday.');
  });
});

describe('a visitor whom a person has left without an answer', () => {
  /** Puts everything that was said so many minutes back. */
  const wait = async (tenant: Tenant, id: string, minutes: number) => {
    await jobContext(app.hub, tenant.organizationId)
      .db.update(conversationMessages)
      .set({ at: sql`${conversationMessages.at} - make_interval(mins => ${minutes}::int)` })
      .where(eq(conversationMessages.conversationId, id));
  };
  const remind = (tenant: Tenant, id: string, stage: number) =>
    remindOwner.execute(jobFor(tenant), { id, stage }, oneRun);
  const bell = async (token: string) =>
    (await app.call('GET', '/api/notifications', token))
      .json()
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => title === 'A visitor waits for your answer');
  const post = (tenant: Tenant, id: string, what: string, body: object, token = tenant.tokens.user) =>
    app.call('POST', `/api/conversations/${id}/${what}`, token, body);
  const reminders = async (id: string) => {
    const { rows } = await app.hub.database.asOwner(`select data from ${JOB_SCHEMA}.job where name = $1`, [
      remindOwner.name,
    ]);
    return rows.filter((row) => JSON.stringify(row).includes(id)).length;
  };

  it('is heard of by that person first, then by everybody', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id } = await visitor.seenBy(tenant);
    await post(tenant, id, 'messages', { text: 'Good morning' });
    await visitor.write('Which sizes are there?');
    // However much more is written, it is waited for since the first.
    for (let left = 5; left > 0; left -= 1) await visitor.write('I need one for May.');
    await remind(tenant, id, 1);
    expect(await bell(tenant.tokens.user)).toEqual([]);
    await wait(tenant, id, 6);
    for (let left = 2; left > 0; left -= 1) await remind(tenant, id, 1);
    expect(await bell(tenant.tokens.user)).toHaveLength(1);
    expect(await bell(tenant.tokens.owner)).toEqual([]);
    // Answered, both are over.
    await post(tenant, id, 'messages', { text: 'Three of them.' });
    await wait(tenant, id, 20);
    for (const stage of [1, 2]) await remind(tenant, id, stage);
    expect(await visitor.seenBy(tenant)).toMatchObject({ state: 'person', owner: 'user Person' });
    await visitor.write('And in June?');
    await remind(tenant, id, 2);
    expect(await visitor.seenBy(tenant)).toMatchObject({ state: 'person' });
    await wait(tenant, id, 16);
    await remind(tenant, id, 2);
    expect(await visitor.seenBy(tenant)).toMatchObject({
      state: 'waiting',
      owner: null,
      handoffReason: 'user Person has not answered for 15 minutes.',
      pack: { openQuestion: expect.stringContaining('And in June?') },
    });
    expect((await visitor.transcript()).at(-1)?.text).toBe(
      'You are back in the queue for a person of our team.',
    );
  });

  it('is waited for from the take-over on, by whoever has it', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id } = await visitor.seenBy(tenant);
    await post(tenant, id, 'take-over', {});
    await visitor.write('Hello?');
    expect(await reminders(id)).toBe(1);
    await wait(tenant, id, 6);
    await remind(tenant, id, 1);
    expect(await bell(tenant.tokens.user)).toHaveLength(1);
    // A colleague takes it: the minutes begin anew, and an old reminder takes it away from nobody.
    await post(tenant, id, 'take-over', { fromPerson: true }, tenant.tokens.admin);
    await wait(tenant, id, 10);
    await remind(tenant, id, 2);
    expect(await visitor.seenBy(tenant)).toMatchObject({ state: 'person', owner: 'admin Person' });
    await remind(tenant, id, 1);
    expect(await bell(tenant.tokens.admin)).toHaveLength(1);
    await wait(tenant, id, 10);
    await remind(tenant, id, 2);
    expect(await visitor.seenBy(tenant)).toMatchObject({ state: 'waiting' });
  });

  it('is waited for once, by the first of what was written', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id } = await visitor.seenBy(tenant);
    await post(tenant, id, 'messages', { text: 'Hello' });
    const before = await reminders(id);
    for (const text of ['One', 'Two', 'Three']) await visitor.write(text);
    expect((await reminders(id)) - before).toBe(1);
  });

  it('and whose conversation was removed is waited for no more', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id } = await visitor.seenBy(tenant);
    await app.call('DELETE', `/api/conversations/${id}`, tenant.tokens.admin);
    for (const stage of [1, 2]) await remind(tenant, id, stage);
    await mailAnswer.execute(jobFor(tenant), { id }, oneRun);
    await makeLead.execute(jobFor(tenant), { id }, oneRun);
  });
});

describe('a conversation given back to the assistant', () => {
  it('goes on with the question that nobody has answered', async () => {
    const tenant = await app.tenant();
    await publish(app, tenant, 'Parking', 'Visitors park in bay 7.');
    const visitor = await startVisitor(app, tenant, 'hello');
    const { id } = await visitor.seenBy(tenant);
    const post = (what: string, body: object) =>
      app.call('POST', `/api/conversations/${id}/${what}`, tenant.tokens.user, body);
    await post('take-over', {});
    await visitor.write('Where do visitors park?');
    await post('give-back', { to: 'agent' });
    const messages = await until(
      () => visitor.transcript(),
      (all) => all.at(-1)?.sender === 'agent',
    );
    expect(messages.at(-1)).toMatchObject({ action: 'answer', text: 'Visitors park in bay 7.' });
  });

  it('waits for the next one where the last was for a person', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id } = await visitor.seenBy(tenant);
    const given = await app.call('POST', `/api/conversations/${id}/give-back`, tenant.tokens.user, {
      to: 'agent',
    });
    expect(given.json()).toMatchObject({ state: 'agent' });
    await takeTurn(jobContext(app.hub, tenant.organizationId), id);
    expect((await visitor.transcript()).at(-1)?.text).toBe('The automated assistant is answering again.');
  });
});

describe('a visitor who leaves an address', () => {
  it('becomes a lead with everything that was said, and what comes later follows in its thread', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please, it is about two screens at the harbour');
    await visitor.post('contact', { email: 'jo@buyer.example', name: 'Jo Marsh' });
    const made = await until(
      () => visitor.seenBy(tenant),
      ({ leadThreadId }) => leadThreadId !== null,
    );
    const lead = await app.call('GET', `/api/leads/${made.leadThreadId}`, tenant.tokens.user);
    expect(lead.json()).toMatchObject({ name: 'Jo Marsh', contact_email: 'jo@buyer.example', stage: 'new' });
    const thread = `/api/correspondence/${made.leadThreadId}`;
    const first = (await app.call('GET', thread, tenant.tokens.user)).json();
    expect(first[0].content).toContain('Visitor: human please, it is about two screens at the harbour');
    expect(first[0].content).toContain('Assistant: Hello! I am an automated assistant');
    await app.call('POST', `/api/conversations/${made.id}/messages`, tenant.tokens.user, {
      text: 'The harbour is free in May.',
    });
    await app.call('POST', `/api/conversations/${made.id}/close`, tenant.tokens.user, {});
    const items = await until(
      async () => (await app.call('GET', thread, tenant.tokens.user)).json(),
      (all) => all.length > 1,
    );
    expect(items.at(-1).content).toContain('user Person: The harbour is free in May.');
    expect(items.at(-1).content).not.toContain('two screens');
    expect((await app.call('GET', '/api/leads', tenant.tokens.user)).json()).toHaveLength(1);
  });

  it('becomes none where the organization does not use leads', async () => {
    const tenant = await app.tenant({ modules: ['support_agent'] });
    const visitor = await startVisitor(app, tenant, 'human please');
    await visitor.post('contact', { email: 'jo@buyer.example' });
    const { id } = await visitor.seenBy(tenant);
    const counters = await app.call('GET', '/api/dashboard-stats', tenant.tokens.user);
    expect(counters.json().leads.total).toBe(0);
    const [row] = await jobContext(app.hub, tenant.organizationId)
      .db.select({ leadThreadId: conversations.leadThreadId })
      .from(conversations)
      .where(eq(conversations.id, id));
    expect(row).toEqual({ leadThreadId: null });
  });

  it('gets by email what a person answers after the visitor has gone: once, and only what was not read', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'human please');
    const email = `jo-${randomUUID()}@buyer.example`;
    await visitor.post('contact', { email, name: 'Jo' });
    const { id } = await visitor.seenBy(tenant);
    for (const text of ['The bay is 6 metres long.', 'Bring a trailer board.'])
      await app.call('POST', `/api/conversations/${id}/messages`, tenant.tokens.user, { text });
    for (let run = 0; run < 2; run += 1) await mailAnswer.execute(jobFor(tenant), { id }, oneRun);
    const mails = await sentTo(email, 1);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('The bay is 6 metres long.');
    expect(mails[0]?.text).toContain('Bring a trailer board.');
    const { mails: known } = await until(
      () => visitor.seenBy(tenant),
      (seen) => seen.mails[0]?.state === 'sent',
    );
    expect(known).toMatchObject([{ to: email, state: 'sent' }]);
    await app.call('POST', `/api/conversations/${id}/messages`, tenant.tokens.user, { text: 'And a flag.' });
    const { lastSeq } = await visitor.seenBy(tenant);
    await visitor.post('resume', { read: lastSeq });
    await mailAnswer.execute(jobFor(tenant), { id }, oneRun);
    expect(await sentTo(email, 1)).toHaveLength(1);
  });
});

describe('what is counted', () => {
  it('is conversations, answers and hand-offs of the month', async () => {
    const tenant = await app.tenant();
    await startVisitor(app, tenant, 'human please');
    await startVisitor(app, tenant, 'a human, please');
    expect(await usedThisMonth(app, tenant, 'conversations')).toBe(2);
    expect(await usedThisMonth(app, tenant, 'handoffs')).toBe(2);
    expect(await usedThisMonth(app, tenant, 'ai_answers')).toBe(0);
  });
});
