import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownTime } from '#server/testing/own-time.ts';
import { startWebhookSink, type WebhookSink } from '#server/testing/social-platforms/webhook-sink.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { usedThisMonth } from '#server/testing/used-this-month.ts';
import { socialDeliveries, socialPosts, socialSettings } from './tables.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const nextSecret = `whsec_${randomBytes(32).toString('base64')}`;
let app: TestApp;
let sink: WebhookSink;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ env: { HUB_ALLOW_PRIVATE_HOSTS: '1' } });
});
afterAll(() => app.close());

beforeEach(async () => {
  sink = await startWebhookSink(secret, nextSecret);
  tenant = await app.tenant();
  await setUp({ webhookSecret: secret });
  return () => sink.stop();
});

async function setUp(about: Record<string, unknown>): Promise<void> {
  const answer = await app.call('PUT', '/api/tenant/integrations/social', tenant.tokens.admin, {
    mode: 'webhook',
    webhookUrl: sink.url,
    ...about,
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function newPost(): Promise<string> {
  const answer = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
    platform: 'linkedin',
    content: 'Out on the harbour',
  });
  return answer.json().id;
}

const publish = (id: string, headers: Record<string, string> = {}) =>
  app.call('POST', `/api/social-posts/${id}/publish`, tenant.tokens.user, {}, headers);
const read = async (id: string) =>
  (await app.call('GET', `/api/social-posts/${id}`, tenant.tokens.viewer)).json();
const deliveries = async (id: string) =>
  (await app.call('GET', `/api/social-posts/${id}/deliveries`, tenant.tokens.viewer)).json();

describe('publishing now through a webhook', () => {
  it('is published when the other side took it, with the address that it gave', async () => {
    sink.answerWith({ status: 200, body: { url: 'https://www.linkedin.com/feed/update/urn:li:share:7' } });
    const id = await newPost();
    const answer = await publish(id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      state: 'published',
      permalink: 'https://www.linkedin.com/feed/update/urn:li:share:7',
    });
    expect(sink.deliveries[0]).toMatchObject({ verifiedBy: [secret], type: 'social_post.publish' });
    expect(await deliveries(id)).toMatchObject([
      { outcome: 'published', statusCode: 200, cause: 'person', eventId: sink.deliveries[0]?.id },
    ]);
    expect(await usedThisMonth(app, tenant, 'posts_published')).toBe(1);
  });

  it('delivers one event when four press at once, and says so to a fifth (S16)', async () => {
    const id = await newPost();
    const answers = await Promise.all([publish(id), publish(id), publish(id), publish(id)]);
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 202)).toBe(true);
    expect((await publish(id)).json()).toMatchObject({ state: 'published' });
    expect(sink.deliveries).toHaveLength(1);
    const again = await newPost();
    const keyed = () => publish(again, { 'idempotency-key': 'one-press' });
    await Promise.all([keyed(), keyed(), keyed(), keyed()]);
    await keyed();
    expect(sink.deliveries).toHaveLength(2);
  });

  it('stays with the reason when the service refuses, and goes out under the same id at a later press', async () => {
    sink.script({ do: 'answer', status: 500 }, { do: 'answer', status: 500 });
    const id = await newPost();
    const first = await publish(id);
    expect(first.statusCode).toBe(502);
    expect(first.json()).toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('500') });
    expect(await read(id)).toMatchObject({
      state: 'failed',
      failureReason: expect.any(String),
      failureFix: expect.any(String),
    });
    expect((await publish(id)).statusCode).toBe(502);
    expect((await publish(id)).statusCode).toBe(200);
    expect(new Set(sink.deliveries.map((one) => one.id)).size).toBe(1);
    expect(sink.taken.size).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'published', failureReason: null });
  });

  it('waits ten seconds for a service that hangs, and never sends again what nobody knows of (S16)', async () => {
    sink.script({ do: 'hang' });
    const id = await newPost();
    const started = Date.now();
    const { ms } = await ownTime(async () => {
      const answer = await publish(id);
      expect([answer.statusCode, answer.json().state]).toEqual([202, 'sending']);
    });
    expect(Date.now() - started).toBeGreaterThan(9500);
    expect(ms).toBeLessThan(13_000);
    expect((await publish(id)).statusCode).toBe(202);
    await expect.poll(async () => (await read(id)).state, { interval: 200 }).toBe('unknown');
    const blocked = await publish(id);
    expect([blocked.statusCode, blocked.json().message]).toEqual([
      409,
      expect.stringContaining('Nobody knows'),
    ]);
    expect(sink.deliveries).toHaveLength(1);
    const resolved = await app.call('POST', `/api/social-posts/${id}/resolve`, tenant.tokens.user, {
      published: false,
    });
    expect(resolved.json()).toMatchObject({ state: 'draft' });
    expect((await publish(id)).statusCode).toBe(200);
    expect(sink.deliveries[0]?.id).not.toBe(sink.deliveries[1]?.id);
  });

  it('is settled by a person who found it published', async () => {
    sink.script({ do: 'act_then_drop' });
    const id = await newPost();
    expect((await publish(id)).statusCode).toBe(502);
    expect((await read(id)).state).toBe('unknown');
    const resolved = await app.call('POST', `/api/social-posts/${id}/resolve`, tenant.tokens.user, {
      published: true,
      permalink: 'https://www.linkedin.com/feed/update/9',
    });
    expect(resolved.json()).toMatchObject({
      state: 'published',
      permalink: 'https://www.linkedin.com/feed/update/9',
    });
    expect(await read(id)).toMatchObject({ publishedBy: 'webhook' });
  });

  it('stops a webhook that is gone until somebody saves it or a test goes well', async () => {
    sink.script({ do: 'answer', status: 410 });
    const id = await newPost();
    expect((await publish(id)).statusCode).toBe(502);
    expect((await publish(id)).json()).toMatchObject({ code: 'not_configured' });
    expect(sink.deliveries).toHaveLength(1);
    const settings = await app.call('GET', '/api/tenant/integrations/social', tenant.tokens.admin);
    expect(settings.json().webhookStopped).toEqual(expect.any(String));
    const test = await app.call('POST', '/api/tenant/integrations/social/test', tenant.tokens.admin, {});
    expect(test.json()).toMatchObject({ ok: true });
    expect((await publish(id)).statusCode).toBe(200);
  });

  it('signs with both secrets while they change, and with the second alone afterwards', async () => {
    await setUp({ webhookSecretNext: nextSecret });
    await publish(await newPost());
    expect(sink.deliveries[0]).toMatchObject({ signatures: 2, verifiedBy: [secret, nextSecret] });
    await setUp({ webhookSecret: null });
    await publish(await newPost());
    expect(sink.deliveries[1]).toMatchObject({ signatures: 1, verifiedBy: [nextSecret] });
    const settings = await app.call('GET', '/api/tenant/integrations/social', tenant.tokens.admin);
    expect(settings.json()).toMatchObject({ hasSecret: true, isRotating: false });
    expect(settings.body).not.toContain('whsec_');
  });

  it('sends the same event again when a person asks for it, until the post is out', async () => {
    sink.script({ do: 'answer', status: 503 });
    const id = await newPost();
    await publish(id);
    const [first] = await deliveries(id);
    const replayed = await app.call('POST', `/api/social-deliveries/${first.id}/replay`, tenant.tokens.user);
    expect(replayed.json()).toMatchObject({ state: 'published' });
    expect(sink.deliveries.map((one) => one.id)).toEqual([first.eventId, first.eventId]);
    const again = await app.call('POST', `/api/social-deliveries/${first.id}/replay`, tenant.tokens.user);
    expect(again.json().code).toBe('already_published');
  });

  it('writes nothing to another organization, and finds nothing of one', async () => {
    const id = await newPost();
    const other = await app.tenant();
    for (const [method, path] of [
      ['POST', `/api/social-posts/${id}/publish`],
      ['GET', `/api/social-posts/${id}/deliveries`],
      ['DELETE', `/api/social-posts/${id}`],
    ] as const)
      expect((await app.call(method, path, other.tokens.owner)).statusCode).toBe(404);
    expect(sink.deliveries).toEqual([]);
  });

  it('does not send to another server what was signed for the one before', async () => {
    const answer = await app.call('PUT', '/api/tenant/integrations/social', tenant.tokens.admin, {
      mode: 'webhook',
      webhookUrl: 'https://elsewhere.example/hook',
    });
    expect([answer.statusCode, answer.json().issues]).toEqual([
      400,
      [{ path: 'webhookSecret', message: expect.any(String) }],
    ]);
  });
});

describe('without a way out', () => {
  it('says what is missing, and nothing has changed', async () => {
    await setUp({ mode: 'direct' });
    const id = await newPost();
    const answer = await publish(id);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not_configured']);
    expect(answer.json().message).toContain('Connect LinkedIn');
    expect(await read(id)).toMatchObject({ state: 'draft', failureReason: null });
    const { db } = app.hub.database.forOrganization(tenant.organizationId);
    expect(await db.select().from(socialDeliveries).where(eq(socialDeliveries.postId, id))).toEqual([]);
    expect(await db.select().from(socialPosts).where(eq(socialPosts.id, id))).toHaveLength(1);
  });
});

describe('an address inside the network', () => {
  it('is refused when it is saved, and seen again when something is sent to it (S14)', async () => {
    const guarded = await startTestApp();
    try {
      const own = await guarded.tenant();
      const save = (webhookUrl: string) =>
        guarded.call('PUT', '/api/tenant/integrations/social', own.tokens.admin, {
          mode: 'webhook',
          webhookUrl,
          webhookSecret: secret,
        });
      for (const inside of [
        sink.url,
        'http://localhost.:1/',
        'http://[::1]/',
        'http://2130706433/',
        'http://u:p@x.example/',
      ])
        expect((await save(inside)).statusCode, inside).toBe(400);
      expect((await save('https://automation.example/hook')).statusCode).toBe(200);
      // As if it had been saved while private hosts were allowed.
      const { db } = guarded.hub.database.forOrganization(own.organizationId);
      await db.update(socialSettings).set({ webhookUrl: sink.url });
      const test = await guarded.call('POST', '/api/tenant/integrations/social/test', own.tokens.admin, {});
      expect(test.json()).toMatchObject({ ok: false });
      const post = await guarded.call('POST', '/api/social-posts', own.tokens.user, {
        platform: 'linkedin',
        content: 'x',
      });
      const { id } = post.json();
      const answer = await guarded.call('POST', `/api/social-posts/${id}/publish`, own.tokens.user);
      expect(answer.statusCode).toBe(502);
      expect(answer.json().message).not.toMatch(/refused|timed out|reset|ECONN|open|closed/i);
      const tries = await guarded.call('GET', `/api/social-posts/${id}/deliveries`, own.tokens.viewer);
      expect(tries.json()).toMatchObject([{ outcome: 'refused', statusCode: null }]);
      expect(sink.requests).toEqual([]);
    } finally {
      await guarded.close();
    }
  });

  it('is not followed to by a redirect (S14)', async () => {
    sink.script({ do: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/inside' } });
    const id = await newPost();
    expect((await publish(id)).statusCode).toBe(502);
    expect(await read(id)).toMatchObject({ state: 'failed' });
    expect(sink.requests).toHaveLength(1);
  });
});
