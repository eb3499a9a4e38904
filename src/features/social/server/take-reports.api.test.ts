import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { usedThisMonth } from '#server/testing/used-this-month.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const nextSecret = `whsec_${randomBytes(32).toString('base64')}`;
let app: TestApp;
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  other = await app.tenant();
  for (const [one, webhookSecret] of [
    [tenant, secret],
    [other, nextSecret],
  ] as const)
    await app.call('PUT', '/api/tenant/integrations/social', one.tokens.admin, {
      mode: 'by_hand',
      webhookUrl: 'https://automation.example/hook',
      webhookSecret,
    });
});
afterAll(() => app.close());

interface Signing {
  id?: string;
  at?: Date;
  key?: string;
  signature?: string;
}

function report(
  slug: string,
  event: unknown,
  { id = `evt_${randomBytes(6).toString('hex')}`, at = new Date(), key = secret, signature }: Signing = {},
) {
  const body = JSON.stringify(event);
  return app.call('POST', `/api/webhooks/social/${slug}`, null, body, {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature ?? new Webhook(key).sign(id, at, body),
  });
}

async function published(): Promise<string> {
  const post = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
    platform: 'linkedin',
    content: 'x',
  });
  await app.call('POST', `/api/social-posts/${post.json().id}/publish`, tenant.tokens.user);
  return post.json().id;
}

const figures = { likes: 3, comments: 2, shares: 1 };
const engagementOf = (postId: string, about = figures) => ({
  type: 'social_post.engagement',
  timestamp: new Date().toISOString(),
  data: { postId, ...about },
});
const read = async (id: string) =>
  (await app.call('GET', `/api/social-posts/${id}`, tenant.tokens.viewer)).json();

it('takes figures under the secret, whichever of two signatures is right', async () => {
  const id = await published();
  const body = JSON.stringify(engagementOf(id));
  const at = new Date();
  const right = new Webhook(secret).sign('evt_two', at, body);
  const answer = await app.call('POST', `/api/webhooks/social/${tenant.slug}`, null, body, {
    'content-type': 'application/json',
    'webhook-id': 'evt_two',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,${randomBytes(32).toString('base64')} ${right}`,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await read(id)).engagement).toEqual({ ...figures, reach: null, source: 'platform' });
});

it('refuses what is not signed, signed otherwise, changed, too old or too early (S15)', async () => {
  const id = await published();
  const event = engagementOf(id, { likes: 999, comments: 9, shares: 9 });
  const at = new Date();
  const signed = new Webhook(secret).sign('evt_x', at, JSON.stringify(event));
  const wrong: [string, Promise<{ statusCode: number }>][] = [
    ['no signature', app.call('POST', `/api/webhooks/social/${tenant.slug}`, null, event)],
    ['empty signature', report(tenant.slug, event, { signature: '' })],
    ['another tenant’s secret', report(tenant.slug, event, { key: nextSecret })],
    ['301 s old', report(tenant.slug, event, { at: new Date(Date.now() - 301_000) })],
    // Ahead still when the machine takes its time.
    ['330 s ahead', report(tenant.slug, event, { at: new Date(Date.now() + 330_000) })],
    [
      'written again',
      app.call('POST', `/api/webhooks/social/${tenant.slug}`, null, JSON.stringify(event, null, 2), {
        'content-type': 'application/json',
        'webhook-id': 'evt_x',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signed,
      }),
    ],
    ['to another tenant', report(other.slug, event, {})],
  ];
  for (const [name, answer] of wrong) expect((await answer).statusCode, name).toBe(401);
  expect((await read(id)).engagement).toBeNull();
});

it('is switched off without a secret, and not there for a name that nobody has', async () => {
  const bare = await app.tenant();
  expect((await report(bare.slug, engagementOf('x'))).statusCode).toBe(503);
  expect((await report('nobody-has-this', engagementOf('x'))).statusCode).toBe(404);
});

it('has one effect of an event that comes many times, and ends as if in order (S15)', async () => {
  const id = await published();
  const earlier = engagementOf(id, { likes: 1, comments: 1, shares: 1 });
  const later = engagementOf(id, { likes: 8, comments: 8, shares: 8 });
  const first = { id: 'evt_later', at: new Date() };
  expect((await report(tenant.slug, later, first)).statusCode).toBe(200);
  expect((await report(tenant.slug, earlier, { at: new Date(Date.now() - 60_000) })).statusCode).toBe(200);
  const repeats = await Promise.all(Array.from({ length: 20 }, () => report(tenant.slug, later, first)));
  expect(repeats.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect((await read(id)).engagement).toMatchObject({ likes: 8 });
});

it('believes the automation that a post is out, once, with its address', async () => {
  const post = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
    platform: 'linkedin',
    content: 'x',
  });
  const { id } = post.json();
  const event = {
    type: 'social_post.published',
    timestamp: new Date().toISOString(),
    data: { postId: id, permalink: 'https://www.linkedin.com/feed/update/5' },
  };
  const counted = () => usedThisMonth(app, tenant, 'posts_published');
  const before = await counted();
  for (let at = 0; at < 3; at += 1) expect((await report(tenant.slug, event)).statusCode).toBe(200);
  expect(await read(id)).toMatchObject({
    state: 'published',
    publishedBy: 'webhook',
    permalink: 'https://www.linkedin.com/feed/update/5',
  });
  expect(await counted()).toBe(before + 1);
});

it('takes figures with an ingest key by id or address, and of no other organization', async () => {
  const id = await published();
  const key = async (one: Tenant) =>
    (
      await app.call('POST', '/api/tenant/api-keys', one.tokens.admin, { name: 'n', scopes: ['ingest'] })
    ).json().key;
  const send = async (one: Tenant, body: unknown) =>
    app.call('POST', '/api/v2/ingest/social-engagement', await key(one), body);
  expect((await send(tenant, { postId: id, ...figures, reach: 77 })).statusCode).toBe(204);
  expect((await read(id)).engagement).toMatchObject({ reach: 77 });
  expect((await send(other, { postId: id, ...figures })).statusCode).toBe(404);
  expect((await send(tenant, figures)).statusCode).toBe(400);
  expect((await send(tenant, { permalink: 'https://nowhere.example/', ...figures })).statusCode).toBe(404);
  expect((await send(tenant, { postId: id, ...figures, likes: -1 })).statusCode).toBe(400);
});
