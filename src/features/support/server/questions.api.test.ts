import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '#server/ids.ts';
import { jobContext } from '#server/organization-context.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { question, questionLimits } from '../questions-contract.ts';
import { recordUnanswered } from './public.ts';
import { removeOldQuestions } from './remove-old-questions.ts';
import { questions } from './tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function asked(tenant: Tenant, ...texts: string[]): Promise<void> {
  const context = jobContext(app.hub, tenant.organizationId);
  for (const text of texts)
    await context.tx((tx) => recordUnanswered(tx, { question: text, at: new Date() }));
}

async function list(tenant: Tenant, query = '') {
  const answer = await app.call('GET', `/api/knowledge/questions${query}`, tenant.tokens.viewer);
  expect(answer.statusCode, answer.body).toBe(200);
  return z.array(question).parse(answer.json());
}

describe('questions that no article answered', () => {
  it('are counted as one when they ask the same in other forms of the same words', async () => {
    const tenant = await app.tenant();
    await asked(tenant, 'Do you paint walls?', 'How wide is a supersite?', 'how wide are supersites', '   ');
    expect(await list(tenant)).toMatchObject([
      { question: 'how wide are supersites', count: 2, state: 'open', article: null },
      { question: 'Do you paint walls?', count: 1, state: 'open' },
    ]);
    expect(await list(tenant, '?search=WALLS')).toHaveLength(1);
    const first = await app.call('GET', '/api/knowledge/questions?limit=1', tenant.tokens.viewer);
    expect(first.headers['x-total-count']).toBe('2');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect((await app.call('GET', next, tenant.tokens.viewer)).json()).toMatchObject([
      { question: 'Do you paint walls?' },
    ]);
  });

  it('become an article that begins with what others say, and come back when it does not answer them', async () => {
    const tenant = await app.tenant();
    const made = await app.call('POST', '/api/knowledge/articles', tenant.tokens.user, {
      title: 'Supersites',
      body: 'A supersite is lit until midnight.',
    });
    await app.call('POST', `/api/knowledge/articles/${made.json().id}/state`, tenant.tokens.user, {
      state: 'published',
    });
    await asked(tenant, 'how wide is a supersite?');
    const [open] = await list(tenant);
    const proposed = await app.call(
      'GET',
      `/api/knowledge/questions/${open?.id}/proposal`,
      tenant.tokens.user,
    );
    expect(proposed.json()).toEqual({
      title: 'How wide is a supersite?',
      body: '> A supersite is lit until midnight.\n>\n> (Supersites)',
      quoted: ['Supersites'],
    });
    const written = await app.call('POST', '/api/knowledge/articles', tenant.tokens.user, {
      title: 'Width',
      body: 'Twelve metres.',
      questionId: open?.id,
    });
    expect(written.statusCode).toBe(201);
    expect(await list(tenant)).toEqual([]);
    expect(await list(tenant, '?state=written')).toMatchObject([
      { article: { articleId: written.json().id, title: 'Width' } },
    ]);
    await asked(tenant, 'How wide is a supersite?');
    expect(await list(tenant)).toMatchObject([{ count: 2, state: 'open' }]);
  });

  it('are dismissed for good, and put back by a person', async () => {
    const tenant = await app.tenant();
    await asked(tenant, 'Do you paint walls?');
    const [open] = await list(tenant);
    const path = `/api/knowledge/questions/${open?.id}/state`;
    await app.call('POST', path, tenant.tokens.user, { state: 'dismissed' });
    await asked(tenant, 'do you paint walls');
    expect(await list(tenant)).toEqual([]);
    expect(await list(tenant, '?state=dismissed')).toMatchObject([{ count: 2 }]);
    expect((await app.call('POST', path, tenant.tokens.user, { state: 'open' })).json()).toMatchObject({
      state: 'open',
    });
  });

  it('go when nobody has asked them for 180 days, and when there are more than 2,000', async () => {
    const [tenant, crowded] = [await app.tenant(), await app.tenant()];
    const day = 86_400_000;
    const context = jobContext(app.hub, tenant.organizationId);
    for (const [text, days] of [
      ['Do you paint walls?', 181],
      ['Do you clean windows?', 179],
    ] as const)
      await context.tx((tx) =>
        recordUnanswered(tx, { question: text, at: new Date(Date.now() - days * day) }),
      );
    await jobContext(app.hub, crowded.organizationId)
      .db.insert(questions)
      .values(
        Array.from({ length: questionLimits.most + 3 }, (_, at) => ({
          id: newId(),
          words: `word${at}`,
          question: `Question ${at}`,
          count: at === 0 ? 1 : 2,
          firstAskedAt: new Date(),
          lastAskedAt: new Date(),
          state: at < 3 ? ('dismissed' as const) : ('open' as const),
          articleId: null,
        })),
      );
    const { database, services, log } = app.hub;
    const job = { organization: null, database, services, log };
    await removeOldQuestions.execute(job, {}, { attempt: 1, signal: new AbortController().signal });
    expect(await list(tenant)).toMatchObject([{ question: 'Do you clean windows?' }]);
    const total = async (state: string) => {
      const path = `/api/knowledge/questions?limit=1&state=${state}`;
      return (await app.call('GET', path, crowded.tokens.viewer)).headers['x-total-count'];
    };
    expect(await total('open')).toBe('2000');
    expect(await total('dismissed')).toBe('0');
  });
});
