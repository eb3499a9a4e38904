import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { brief, generate, generatedBy, needsBrief, runsOf, upload } from './testing/generated-posts.ts';

describe('posts by the built-in engine', () => {
  let app: TestApp;
  let tenant: Tenant;
  beforeAll(async () => {
    app = await startTestApp();
    tenant = await app.tenant();
  });
  afterAll(() => app.close());

  it('are drafted for each platform once, counted and recorded', async () => {
    const own = await app.tenant();
    const answer = await generate(app, own.tokens.user, {
      platforms: ['linkedin', 'facebook', 'instagram'],
      brief,
    });
    expect(answer.statusCode).toBe(200);
    const { variants, engine, issues } = answer.json();
    expect(variants.map(({ platform }: { platform: string }) => platform)).toEqual([
      'linkedin',
      'facebook',
      'instagram',
    ]);
    for (const { text, altText } of variants) {
      expect(text).toContain(brief);
      expect(altText).toBeNull();
    }
    expect(engine).toBe('builtin/1');
    expect(issues).toEqual([expect.stringContaining('Draft from your brief by built-in rules')]);
    expect(await generatedBy(app, own)).toBe(3);
    const runs = await runsOf(app, own);
    expect(runs).toHaveLength(3);
    expect(runs[0]).toMatchObject({
      job: 'social_post',
      engine: 'builtin/1',
      outcome: 'answered',
      costCents: 0,
    });
    expect(runs.map(({ targetId }) => targetId).toSorted()).toEqual(['facebook', 'instagram', 'linkedin']);
    expect((await app.call('GET', '/api/social-posts', own.tokens.user)).json()).toEqual([]);
  });

  it('need a brief, also with a picture, in words', async () => {
    const imageId = await upload(app, tenant);
    for (const about of [{}, { brief: ' \n ' }, { imageId }, { imageId, engine: 'builtin' }]) {
      const answer = await generate(app, tenant.tokens.user, about);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        message: needsBrief,
        issues: [{ path: 'brief', message: needsBrief }],
      });
    }
    const { issues } = (await generate(app, tenant.tokens.user, { imageId, brief })).json();
    expect(issues[0]).toContain('The picture was not looked at');
  });

  it('are not for a viewer, nor with the picture of another organization', async () => {
    expect((await generate(app, tenant.tokens.viewer, { brief })).statusCode).toBe(403);
    const foreign = await upload(app, await app.tenant());
    expect((await generate(app, tenant.tokens.user, { brief, imageId: foreign })).statusCode).toBe(404);
  });

  it('are one for a platform that is named twice', async () => {
    const answer = await generate(app, tenant.tokens.user, { platforms: ['linkedin', 'linkedin'], brief });
    expect(answer.json().variants).toHaveLength(1);
  });

  it('are the same each time', async () => {
    const [one, two] = [
      await generate(app, tenant.tokens.user, { brief }),
      await generate(app, tenant.tokens.user, { brief }),
    ];
    expect(one.json()).toEqual(two.json());
  });
});
