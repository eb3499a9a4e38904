import { expect, it } from 'vitest';
import { z } from 'zod';
import { demoSignIns } from '#features/auth/server/public.ts';
import { articleRow } from '#features/support/knowledge-contract.ts';
import { question } from '#features/support/questions-contract.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { demoArticles, demoQuestions } from './articles.ts';
import { fillDemo } from './fill.ts';

it('its articles answer what visitors ask, are marked as samples, and do not come back', async () => {
  const app = await startTestApp({ env: { HUB_DEMO: '1' } });
  try {
    await fillDemo(app.hub, () => {});
    const [owner] = demoSignIns.filter(({ role }) => role === 'owner');
    const signedIn = await app.call('POST', '/api/tenant/auth/login', null, {
      email: owner?.email,
      password: owner?.password,
    });
    const { token } = z.object({ token: z.string() }).parse(signedIn.json());
    const list = async () =>
      z.array(articleRow).parse((await app.call('GET', '/api/knowledge/articles', token)).json());
    const found = await list();
    expect(found).toHaveLength(demoArticles.length);
    expect(new Set(found.map(({ updatedBy }) => updatedBy))).toEqual(new Set(['Sample of AI Hub']));
    const ask = async (text: string) =>
      (await app.call('POST', '/api/knowledge/ask', token, { question: text })).json();
    expect(await ask('what is the shortest campaign')).toMatchObject({
      action: 'answer',
      citations: [{ title: 'What is the shortest campaign I can book?' }],
    });
    expect((await ask('how much does a hoarding cost')).citations[0].title).toMatch(
      /^How much does a billboard/,
    );
    const open = z.array(question).parse((await app.call('GET', '/api/knowledge/questions', token)).json());
    expect(open.map((one) => [one.question, one.count])).toEqual(demoQuestions);
    for (const [text] of demoQuestions) expect((await ask(text)).action, text).not.toBe('answer');
    for (const { id } of found) await app.call('DELETE', `/api/knowledge/articles/${id}`, token);
    await fillDemo(app.hub, () => {});
    expect(await list()).toEqual([]);
  } finally {
    await app.close();
  }
});
