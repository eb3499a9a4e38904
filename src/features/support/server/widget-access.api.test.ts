import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversationLimits } from '#features/support/conversation-contract.ts';
import { widgetLimits } from '#features/support/widget-contract.ts';
import { newId, tokenOf } from '#server/ids.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { tokenParts } from '#server/testing/token-parts.ts';
import { conversations } from './conversation-tables.ts';
import { openSocket, publish, startVisitor, until } from './testing/visitor.ts';

let app: TestApp;
let tenant: Tenant;
let port: number;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  port = await app.listen();
  await app.call('PUT', '/api/support-settings', tenant.tokens.admin, {
    origins: ['https://www.shop.example', 'https://*.branches.example'],
  });
});
afterAll(() => app.close());

const allowed = { origin: 'https://www.shop.example' };
const foreign = { origin: 'https://evil.example' };

describe('the websites that may show the widget', () => {
  it.each([
    ['https://www.shop.example', 200],
    ['https://perth.branches.example', 200],
    ['http://hub.example', 200],
    ['https://branches.example', 403],
    ['https://www.shop.example.evil.example', 403],
    ['http://www.shop.example', 403],
    ['https://www.shop.example:8443', 403],
    ['https://evilbranches.example', 403],
    ['null', 403],
  ])('are the named ones and our own: %s', async (origin, status) => {
    const answer = await app.call('GET', `/api/widget/${tenant.slug}`, null, undefined, { origin });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    if (status === 403)
      expect(answer.json()).toMatchObject({
        code: 'origin_refused',
        message: `This website may not show the chat of Tenant ${tenant.slug}. An admin can add its address under Support, Widget.`,
      });
  });

  it('are checked at every call and at the socket, also with the token of a conversation', async () => {
    const visitor = await startVisitor(app, tenant, 'hello', allowed);
    for (const what of ['resume', 'person', 'messages', 'contact', 'rating', 'article']) {
      const body = {
        messages: { text: 'x', clientKey: 'a-long-key' },
        contact: { email: 'jo@buyer.example' },
        rating: { rating: 'good' },
        article: { articleId: '01a21f5b-0000-7000-8000-000000000000' },
      }[what];
      const answer = await app.call(
        'POST',
        `/api/widget-conversations/${visitor.token}/${what}`,
        null,
        body ?? {},
        foreign,
      );
      expect([what, answer.statusCode]).toEqual([what, 403]);
    }
    await expect(openSocket(port, visitor.token, foreign)).rejects.toThrow('403');
    const { socket } = await openSocket(port, visitor.token, allowed);
    socket.close();
  });

  it('are written without a path, each a website', async () => {
    const save = (origins: string[]) =>
      app.call('PUT', '/api/support-settings', tenant.tokens.admin, { origins });
    for (const wrong of [
      'shop.example',
      'https://shop.example/path',
      '*',
      'https://*',
      'javascript:alert(1)',
    ])
      expect((await save([wrong])).statusCode, wrong).toBe(400);
    expect((await save([' HTTPS://www.shop.example ', 'https://*.branches.example'])).json().origins).toEqual(
      ['https://www.shop.example', 'https://*.branches.example'],
    );
    const refused = await app.call('PUT', '/api/support-settings', tenant.tokens.user, { origins: [] });
    expect(refused.statusCode).toBe(403);
  });
});

describe('the widget of an organization', () => {
  it('says that it is not available where the module is off, or the organization may not write', async () => {
    for (const other of [
      await app.tenant({ modules: ['outreach'] }),
      await app.tenant({ status: 'suspended' }),
      await app.tenant({ trialEnded: true }),
    ]) {
      const config = await app.call('GET', `/api/widget/${other.slug}`);
      expect([config.statusCode, config.json().available]).toEqual([200, false]);
      await expect(startVisitor(app, other, 'hello')).rejects.toThrow(
        /^503 .*is not available at the moment/,
      );
    }
    const unknown = await app.call('GET', '/api/widget/nobody-of-that-name');
    expect(unknown.statusCode).toBe(404);
  });

  it('says how it is put into a page', async () => {
    const settings = (await app.call('GET', '/api/support-settings', tenant.tokens.viewer)).json();
    expect(settings.embedCode).toBe(
      `<script src="http://hub.example/widget.js" data-organization="${tenant.slug}" async></script>`,
    );
  });
});

describe('a flood of one visitor', () => {
  it('is met by a friendly limit, and the conversation goes on after it', async () => {
    const visitor = await startVisitor(app, tenant, 'hello');
    const answers = [];
    for (let left = conversationLimits.perMinute; left > 0; left -= 1)
      answers.push(await visitor.write('again and again and again'));
    const last = answers.at(-1);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(
      conversationLimits.perMinute - 1,
    );
    expect([last?.statusCode, last?.json().message]).toEqual([
      429,
      'That is a lot at once. Wait a minute, then go on: nothing that you have sent is lost.',
    ]);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    const own = (await visitor.transcript()).filter(({ sender }) => sender === 'visitor');
    expect(own).toHaveLength(conversationLimits.perMinute);
  });
});

describe('a crowd of visitors', () => {
  it('is met by a limit of the organization, from however many addresses it comes', async () => {
    const [crowded, quiet] = [await app.tenant(), await app.tenant()];
    const now = app.hub.services.clock.now();
    await app.hub.database
      .forOrganization(crowded.organizationId)
      .db.insert(conversations)
      .values(
        Array.from({ length: widgetLimits.begunInTenMinutes - 1 }, () => ({
          id: newId(),
          tokenHash: newId(),
          state: 'closed' as const,
          revision: 0,
          lastSeq: 0,
          language: 'en',
          subject: 'hello',
          lastText: 'hello',
          lastSender: 'visitor' as const,
          minuteFrom: now,
          minuteCount: 1,
          createdAt: now,
          updatedAt: now,
        })),
      );
    const lastKey = randomUUID();
    expect(
      (
        await app.call('POST', `/api/widget/${crowded.slug}/conversations`, null, {
          text: 'hello',
          clientKey: lastKey,
        })
      ).statusCode,
    ).toBe(201);
    // Who is in already stays in, also where the answer was lost and the beginning is sent again.
    const start = (clientKey: string) =>
      app.call('POST', `/api/widget/${crowded.slug}/conversations`, null, { text: 'hello', clientKey });
    expect((await start(lastKey)).statusCode).toBe(201);
    await expect(startVisitor(app, crowded, 'hello')).rejects.toThrow(
      /^429 .*Very many visitors are writing at the moment/,
    );
    await startVisitor(app, quiet, 'hello');
  });
});

describe('a visitor', () => {
  it('reaches the own conversation and nothing of anybody else', async () => {
    const other = await app.tenant();
    const [mine, theirs] = [
      await startVisitor(app, tenant, 'mine'),
      await startVisitor(app, other, 'theirs'),
    ];
    const articleId = await publish(app, other, 'Secret', 'The word is swordfish.');
    const { socket, frames } = await openSocket(port, mine.token);
    await theirs.write('swordfish is the word here');
    const conversation = await theirs.seenBy(other);
    await app.call('POST', `/api/conversations/${conversation.id}/messages`, other.tokens.user, {
      text: 'swordfish',
    });
    await mine.write('something of mine is here');
    await until(
      () => frames,
      (all) => all.some(({ data }) => data.text === 'something of mine is here'),
    );
    expect(JSON.stringify(frames)).not.toContain('swordfish');
    expect((await mine.post('article', { articleId })).statusCode).toBe(404);
    const read = await app.call('GET', `/api/conversations/${conversation.id}`, tenant.tokens.owner);
    expect(read.statusCode).toBe(404);
    socket.close();
  });

  it('is let in by the token alone', async () => {
    const { token } = await startVisitor(app, tenant, 'hello');
    const { kind, organization, bits } = tokenParts(token);
    const wrong = `${kind}_${organization}_${bits.replace(/^./, bits.startsWith('x') ? 'y' : 'x')}`;
    const ofNobody = tokenOf('hubl', newId(), bits);
    for (const one of [wrong, ofNobody, 'hubl_x', tenant.tokens.owner])
      await expect(openSocket(port, one)).rejects.toThrow('401');
    for (const one of [wrong, ofNobody]) {
      const answer = await app.call('POST', `/api/widget-conversations/${one}/resume`, null, {});
      expect(answer.statusCode).toBe(404);
    }
  });

  it('sees who writes and what was read, and the team sees the same', async () => {
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id } = await visitor.seenBy(tenant);
    const { socket, frames } = await openSocket(port, visitor.token);
    await app.call('POST', `/api/conversations/${id}/messages`, tenant.tokens.user, { text: 'Good morning' });
    await app.call('POST', `/api/conversations/${id}/typing`, tenant.tokens.user, {});
    await app.call('POST', `/api/conversations/${id}/read`, tenant.tokens.user, { seq: 5 });
    const seen = await until(
      () => frames,
      (all) => all.some(({ type }) => type === 'typing') && all.at(-1)?.data.teamReadSeq === 5,
    );
    expect(seen.find(({ type }) => type === 'typing')?.data).toEqual({ who: 'person', name: 'user Person' });
    expect(seen.at(-1)).toEqual({
      type: 'state',
      data: { state: 'person', owner: 'user Person', name: null, email: null, rating: null, teamReadSeq: 5 },
    });
    socket.send(JSON.stringify({ type: 'read', seq: 4 }));
    const read = await until(
      () => visitor.seenBy(tenant),
      ({ visitorReadSeq }) => visitorReadSeq === 4,
    );
    expect(read.visitorReadSeq).toBe(4);
    socket.close();
  });

  it('whose socket was away is sent what was missed, in order and once', async () => {
    const visitor = await startVisitor(app, tenant, 'human please');
    const { id } = await visitor.seenBy(tenant);
    const first = await openSocket(port, visitor.token);
    await until(
      () => first.frames,
      (all) => all.filter(({ type }) => type === 'message').length === 3,
    );
    first.socket.close();
    await first.closed;
    for (const text of ['one', 'two', 'three'])
      await app.call('POST', `/api/conversations/${id}/messages`, tenant.tokens.user, { text });
    const second = await openSocket(port, visitor.token, { after: 3 });
    const frames = await until(
      () => second.frames,
      (all) => all.filter(({ type }) => type === 'message').length === 4,
    );
    expect(frames.filter(({ type }) => type === 'message').map(({ data }) => data.seq)).toEqual([4, 5, 6, 7]);
    second.socket.close();
  });

  it('who is not understood, or sends too much, is cut off', async () => {
    const { token } = await startVisitor(app, tenant, 'hello');
    for (const frame of [
      'no json',
      '{"type":"message","text":"x"}',
      '{"type":"read","seq":"1"}',
      '{"type":"read","seq":3000000000}',
    ]) {
      const { socket, closed } = await openSocket(port, token);
      socket.send(frame);
      expect(await closed, frame).toBe(1008);
    }
    const { socket, closed } = await openSocket(port, token);
    socket.send('x'.repeat(9000));
    expect(await closed).toBe(1009);
  });

  it('whose conversation is deleted is told so, and nothing is left', async () => {
    const visitor = await startVisitor(app, tenant, 'forget me');
    const { id } = await visitor.seenBy(tenant);
    const { closed } = await openSocket(port, visitor.token);
    const refused = await app.call('DELETE', `/api/conversations/${id}`, tenant.tokens.user);
    expect(refused.statusCode).toBe(403);
    const gone = await app.call('DELETE', `/api/conversations/${id}`, tenant.tokens.admin);
    expect(gone.statusCode).toBe(204);
    expect(await closed).toBe(4001);
    expect((await visitor.post('resume')).statusCode).toBe(404);
  });
});
