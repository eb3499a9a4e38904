import { afterAll, beforeAll, expect, it } from 'vitest';
import { formOf } from '#server/testing/form-file.ts';
import { handwrittenPng } from '#server/testing/made-pictures.ts';
import { type FakeMeta, startFakeMeta } from '#server/testing/social-platforms/fake-meta.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let meta: FakeMeta;
let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  meta = await startFakeMeta();
  app = await startTestApp({ env: { ...meta.env, HUB_ALLOW_PRIVATE_HOSTS: '1' } });
  tenant = await app.tenant();
});
afterAll(async () => {
  await app.close();
  await meta.stop();
});

const path = '/api/tenant/integrations/social';

async function connect(platform: 'facebook' | 'instagram'): Promise<void> {
  const { admin } = tenant.tokens;
  const begun = await app.call('POST', `${path}/connect`, admin, { platform });
  const answer = await fetch(begun.json().url, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '').searchParams;
  const finished = await app.call('POST', `${path}/connect/finish`, admin, {
    state: back.get('state') ?? '',
    code: back.get('code') ?? '',
  });
  expect(finished.statusCode, finished.body).toBe(200);
  const { attemptId, accounts } = finished.json();
  const chosen = await app.call('POST', `${path}/accounts`, admin, { attemptId, account: accounts[0].id });
  expect(chosen.json().platforms[platform]).toMatchObject({
    mode: 'direct',
    account: { state: 'connected' },
  });
}

async function upload(): Promise<{ id: string }> {
  const form = formOf({
    field: 'file',
    fileName: 'board.png',
    type: 'image/png',
    bytes: handwrittenPng({ width: 1600, height: 600, colour: 2 }),
  });
  const answer = await app.call('POST', '/api/uploads', tenant.tokens.user, form.body, form.headers);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function published(platform: string, content: string) {
  const { id: imageId } = await upload();
  const post = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
    platform,
    content,
    imageId,
    imageAlt: 'A board',
  });
  expect(post.json().imageUrl).toMatch(/^\/api\/media\/hubl_/);
  return app.call('POST', `/api/social-posts/${post.json().id}/publish`, tenant.tokens.user);
}

it('publishes a picture on a Facebook page and gives its link', async () => {
  await connect('facebook');
  const answer = await published('facebook', 'On the page');
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({
    state: 'published',
    permalink: expect.stringMatching(/^https:\/\//),
  });
  expect(meta.facebookPosts.size).toBe(1);
});

it('publishes on Instagram by container, in a ratio that it takes, and says when the quota is used up', async () => {
  await connect('instagram');
  const answer = await published('instagram', 'In the feed');
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({
    state: 'published',
    permalink: expect.stringMatching(/^https:\/\//),
  });
  expect(meta.instagramPosts.size).toBe(1);
  const asked = meta.requests
    .map((one) => `${one.query.get('image_url') ?? ''}${one.body.toString()}`)
    .join('\n');
  expect(decodeURIComponent(asked)).toMatch(/\/api\/media\/hubl_[\w-]+\/instagram/);
  meta.quota.used = meta.quota.total;
  const refused = await published('instagram', 'One too many');
  expect([refused.statusCode, refused.json().code]).toEqual([502, 'upstream_failed']);
  expect(meta.instagramPosts.size).toBe(1);
});
