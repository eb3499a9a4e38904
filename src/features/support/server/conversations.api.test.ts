import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { pauses } from './testing/turn-pauses.ts';
import { publish, startVisitor, until } from './testing/visitor.ts';

vi.mock('#features/support/turn-pause.ts', async (original) =>
  (await import('./testing/turn-pauses.ts')).withPauses(original),
);
/** So long that a person who acts first does so on a slow machine too. */
pauses.beginning = 6_000;

let app: TestApp;
let tenant: Tenant;
let articleId: string;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  articleId = await publish(app, tenant, 'Parking', 'Visitors park in bay 7. It is free for two hours.');
});
afterAll(() => app.close());

const post = (id: string, what: string, body: object = {}, token = tenant.tokens.user) =>
  app.call('POST', `/api/conversations/${id}/${what}`, token, body);
const bySender = (messages: readonly { sender: string }[]) => messages.map(({ sender }) => sender);

describe('a conversation with the assistant', () => {
  it('begins with what it is, and answers from an article that it names', async () => {
    const visitor = await startVisitor(app, tenant, 'Where do visitors park?');
    const messages = await until(
      () => visitor.transcript(),
      (all) => all.length > 2,
    );
    expect(messages[0]).toMatchObject({
      sender: 'agent',
      text: 'Hello! I am an automated assistant and answer from our articles. You can ask for a person at any time.',
    });
    expect(messages[2]).toMatchObject({
      sender: 'agent',
      action: 'answer',
      text: 'Visitors park in bay 7. It is free for two hours.',
      citations: [{ articleId, title: 'Parking' }],
    });
    const article = await visitor.post('article', { articleId });
    expect(article.json()).toEqual({
      title: 'Parking',
      body: 'Visitors park in bay 7. It is free for two hours.',
    });
  });

  it('takes several quick messages as one question', async () => {
    const visitor = await startVisitor(app, tenant, 'hello');
    await visitor.write('I have a');
    await visitor.write('where do visitors park?');
    const messages = await until(
      () => visitor.transcript(),
      (all) => all.length > 4,
    );
    expect(bySender(messages)).toEqual(['agent', 'visitor', 'visitor', 'visitor', 'agent']);
    expect(messages.at(-1)).toMatchObject({ action: 'answer' });
    await new Promise((resolve) => setTimeout(resolve, pauses.beginning + 300));
    expect(await visitor.transcript()).toHaveLength(5);
  });

  it('is one, however often its beginning is sent', async () => {
    const start = (clientKey: string, to = tenant) =>
      app.call('POST', `/api/widget/${to.slug}/conversations`, null, {
        text: 'Where do visitors park?',
        clientKey,
        page: 'https://shop.example/reset?token=secret#top',
      });
    const key = randomUUID();
    const atOnce = await Promise.all([start(key), start(key), start(key)]);
    const again = await start(key);
    const answers = [...atOnce, again];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().token)).size).toBe(1);
    expect(bySender(again.json().messages).slice(0, 2)).toEqual(['agent', 'visitor']);
    const other = await app.tenant();
    const elsewhere = [await start(randomUUID()), await start(key, other)];
    const tokens = [...answers, ...elsewhere].map((answer) => answer.json().token);
    expect(new Set(tokens).size).toBe(3);
    const listed = await app.call('GET', '/api/conversations', tenant.tokens.user);
    const pages = listed.json().map(({ page }: { page: string }) => page);
    expect(pages.filter((page: string) => page === 'https://shop.example/reset')).toHaveLength(2);
  });

  it('takes a message that is sent twice as one', async () => {
    const visitor = await startVisitor(app, tenant, 'Where do visitors park?');
    const first = await visitor.write('And is it free?', 'the-same-key');
    const second = await visitor.write('And is it free?', 'the-same-key');
    expect(second.json().seq).toBe(first.json().seq);
    const messages = await visitor.transcript();
    expect(messages.filter(({ text }) => text === 'And is it free?')).toHaveLength(1);
  });

  it('offers a person where no article fits, and calls one when that happens again', async () => {
    const visitor = await startVisitor(app, tenant, 'How tall is the tower of Pisa?');
    const offered = await until(
      () => visitor.transcript(),
      (all) => all.length > 2,
    );
    expect(offered.at(-1)).toMatchObject({
      sender: 'agent',
      action: 'handoff',
      text: 'I have no answer to this in our articles. A person of our team can help you.',
    });
    expect((await visitor.post('resume')).json().state).toBe('agent');
    await visitor.write('And the tower of London, how tall?');
    const called = await until(
      () => visitor.transcript(),
      (all) => all.length > 5,
    );
    expect(bySender(called).slice(-2)).toEqual(['agent', 'system']);
    expect((await visitor.post('resume')).json().state).toBe('waiting');
  });

  it('says in the language of the visitor that a person was called', async () => {
    const visitor = await startVisitor(app, tenant, 'Ich möchte bitte mit einem Menschen sprechen');
    const [, , handedOff] = await visitor.transcript();
    expect(handedOff).toMatchObject({ sender: 'system', action: 'handoff' });
    expect(handedOff?.text).toMatch(/^Ich habe jemanden aus unserem Team gerufen/);
  });
});

describe('whoever takes over', () => {
  it('finds what was said, what was tried and what is open', async () => {
    const visitor = await startVisitor(app, tenant, 'Where do visitors park?');
    await until(
      () => visitor.transcript(),
      (all) => all.length > 2,
    );
    pauses.question = 60_000;
    await visitor.write('My car is longer than the bay, what now?');
    pauses.question = 150;
    await visitor.post('person');
    const mine = await visitor.seenBy(tenant);
    expect(mine.state).toBe('waiting');
    expect(mine.pack).toEqual({
      summary: 'The visitor wrote “Where do visitors park?”, “My car is longer than the bay, what now?”',
      tried: ['Answered from “Parking”'],
      openQuestion: 'My car is longer than the bay, what now?',
    });
    expect(mine.handoffReason).toBe('The visitor asked for a person.');
  });

  it('is the only one who writes: not the assistant, and no colleague', async () => {
    const visitor = await startVisitor(app, tenant, 'hello');
    const { id } = await visitor.seenBy(tenant);
    const taken = await post(id, 'take-over');
    expect(taken.json()).toMatchObject({ state: 'person', owner: 'user Person' });
    const refused = await post(id, 'messages', { text: 'Me too' }, tenant.tokens.admin);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'user Person has this conversation, so nothing was sent or changed. Take it over first.',
    ]);
    expect((await post(id, 'take-over', {}, tenant.tokens.admin)).statusCode).toBe(409);
    expect((await post(id, 'messages', { text: 'Good morning!' })).statusCode).toBe(201);
    await visitor.write('Where do visitors park?');
    await new Promise((resolve) => setTimeout(resolve, pauses.beginning + 300));
    expect(bySender(await visitor.transcript())).toEqual(['agent', 'visitor', 'system', 'person', 'visitor']);
    const moved = await post(id, 'take-over', { fromPerson: true }, tenant.tokens.admin);
    expect(moved.json().owner).toBe('admin Person');
    expect((await post(id, 'messages', { text: 'Still me' })).statusCode).toBe(409);
  });

  it('gets the conversation by writing where nobody has it, and gives it back', async () => {
    const visitor = await startVisitor(app, tenant, 'hello');
    const { id } = await visitor.seenBy(tenant);
    expect((await post(id, 'messages', { text: 'I am here' })).statusCode).toBe(201);
    expect((await visitor.seenBy(tenant)).owner).toBe('user Person');
    expect((await post(id, 'give-back', { to: 'agent' }, tenant.tokens.admin)).statusCode).toBe(409);
    expect((await post(id, 'give-back', { to: 'agent' })).json().state).toBe('agent');
    await visitor.write('Where do visitors park?');
    const messages = await until(
      () => visitor.transcript(),
      (all) => all.at(-1)?.action === 'answer',
    );
    expect(messages.at(-1)?.text).toContain('bay 7');
  });

  it('closes it, and a visitor who writes again is told to begin anew', async () => {
    const visitor = await startVisitor(app, tenant, 'hello');
    const { id } = await visitor.seenBy(tenant);
    expect((await post(id, 'close')).json().state).toBe('closed');
    const late = await visitor.write('One more thing');
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'This conversation is closed. Begin a new one, and your message goes there.',
    ]);
    expect((await visitor.post('rating', { rating: 'bad', comment: 'Too short' })).json().rating).toBe('bad');
    const closed = await visitor.seenBy(tenant);
    expect([closed.rating, closed.ratingComment]).toEqual(['bad', 'Too short']);
    expect((await post(id, 'messages', { text: 'Hello?' })).statusCode).toBe(409);
  });

  it('leaves notes that the visitor never gets', async () => {
    const visitor = await startVisitor(app, tenant, 'hello');
    const { id } = await visitor.seenBy(tenant);
    await post(id, 'notes', { text: 'A difficult one' });
    expect((await visitor.seenBy(tenant)).notes).toMatchObject([
      { author: 'user Person', text: 'A difficult one' },
    ]);
    expect((await visitor.post('resume')).body).not.toContain('difficult');
  });
});

describe('the inbox', () => {
  it('shows who waits longest first, and what is one’s own', async () => {
    const other = await app.tenant();
    for (const text of ['first', 'second', 'third']) {
      const visitor = await startVisitor(app, other, `${text} talk to a human`);
      await visitor.post('resume');
    }
    await startVisitor(app, other, 'Nobody is needed here, is that so?');
    const list = (query: string) => app.call('GET', `/api/conversations?${query}`, other.tokens.user);
    const waiting = (await list('view=waiting&limit=2')).json();
    expect(waiting.map((row: { subject: string }) => row.subject)).toEqual([
      'first talk to a human',
      'second talk to a human',
    ]);
    const page = await list('view=waiting&limit=2');
    expect([page.headers['x-total-count'], String(page.headers.link)]).toEqual([
      '3',
      expect.stringContaining('cursor='),
    ]);
    const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? '';
    expect((await app.call('GET', next, other.tokens.user)).json()).toHaveLength(1);
    await app.call('POST', `/api/conversations/${waiting[0].id}/take-over`, other.tokens.user, {});
    const counts = await app.call('GET', '/api/conversation-counts', other.tokens.user);
    expect(counts.json()).toEqual({ waiting: 2, mine: 1, open: 4, closed: 0 });
    expect((await list('view=mine')).json()).toHaveLength(1);
    expect((await list('view=open&search=SECOND')).json()).toHaveLength(1);
    expect((await list('view=all')).statusCode).toBe(400);
  });

  it('is not for viewers to write in', async () => {
    const visitor = await startVisitor(app, tenant, 'hello');
    const { id } = await visitor.seenBy(tenant);
    for (const what of ['take-over', 'messages', 'close', 'notes'])
      expect((await post(id, what, { text: 'x' }, tenant.tokens.viewer)).statusCode).toBe(403);
    expect(await visitor.transcript()).toHaveLength(2);
  });
});

describe('canned replies', () => {
  it('are kept by name, and the name once', async () => {
    const add = (title: string) =>
      app.call('POST', '/api/canned-replies', tenant.tokens.user, { title, text: 'Thank you for writing.' });
    expect((await add('Thanks')).statusCode).toBe(201);
    const again = await add('Thanks');
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'There is a reply of this name already. Choose another name.',
    ]);
    const [reply] = (await app.call('GET', '/api/canned-replies', tenant.tokens.viewer)).json();
    expect(reply).toMatchObject({ title: 'Thanks', updatedBy: 'user Person' });
    const gone = await app.call('DELETE', `/api/canned-replies/${reply.id}`, tenant.tokens.user);
    expect(gone.statusCode).toBe(204);
  });
});
