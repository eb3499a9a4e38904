import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { images } from '#features/images/server/tables.ts';
import { startBackground } from '#server/background.ts';
import { newId } from '#server/ids.ts';
import { formOf, onePixel } from '#server/testing/form-file.ts';
import { startWebhookSink, type WebhookSink } from '#server/testing/social-platforms/webhook-sink.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { social } from './index.ts';
import { socialPosts } from './tables.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const integration = '/api/tenant/integrations/social';
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
let app: TestApp;
let sink: WebhookSink;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ env: { HUB_ALLOW_PRIVATE_HOSTS: '1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  sink = await startWebhookSink(secret);
  tenant = await app.tenant();
  await save({ webhookUrl: sink.url, webhookSecret: secret });
  return () => sink.stop();
});

const as = (role: 'user' | 'admin' = 'user') => tenant.tokens[role];
const save = (body: object) => app.call('PUT', integration, as('admin'), { mode: 'webhook', ...body });
const publish = (id: string) => app.call('POST', `/api/social-posts/${id}/publish`, as());
const read = async (id: string) => (await app.call('GET', `/api/social-posts/${id}`, as())).json();
const replay = async (id: string) => {
  const tries = await app.call('GET', `/api/social-posts/${id}/deliveries`, as());
  return app.call('POST', `/api/social-deliveries/${tries.json()[0].id}/replay`, as());
};

async function add(body: object = {}): Promise<string> {
  const post = { platform: 'linkedin', content: 'As written', ...body };
  const answer = await app.call('POST', '/api/social-posts', as(), post);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id;
}

async function upload(): Promise<string> {
  const form = formOf({ field: 'file', fileName: 'a.png', type: 'image/png', bytes: onePixel });
  return (await app.call('POST', '/api/uploads', as(), form.body, form.headers)).json().id;
}

it('does not let a replay carry a text that nobody approved', async () => {
  await app.call('PUT', '/api/social-settings', as('admin'), { requireApproval: true });
  const id = await add();
  await app.call('POST', `/api/social-posts/${id}/approve`, as('admin'), {});
  sink.script({ do: 'answer', status: 503 });
  expect((await publish(id)).statusCode).toBe(502);
  await app.call('PUT', `/api/social-posts/${id}`, as(), { content: 'Never approved' });
  expect((await replay(id)).statusCode).toBe(409);
  expect(sink.deliveries.map(({ data }) => data.content)).not.toContain('Never approved');
});

it('sends another text as another event, and replays only the same one', async () => {
  sink.script({ do: 'answer', status: 500 });
  const id = await add();
  await publish(id);
  await app.call('PUT', `/api/social-posts/${id}`, as(), { content: 'Written anew' });
  expect((await replay(id)).json().message).toContain('not the same event');
  expect((await publish(id)).statusCode).toBe(200);
  expect(new Set(sink.deliveries.map((one) => one.id)).size).toBe(2);
});

it('keeps a post unknown whose replay is refused, and never sends it by itself', async () => {
  sink.script({ do: 'drop' }, { do: 'answer', status: 500 });
  const id = await add({ scheduledFor: tomorrow });
  await publish(id);
  expect((await read(id)).state).toBe('unknown');
  expect((await replay(id)).statusCode).toBe(502);
  expect((await read(id)).state).toBe('unknown');
});

it('approves what was shown, not what it became', async () => {
  await app.call('PUT', '/api/social-settings', as('admin'), { requireApproval: true });
  const id = await add();
  const shown = (await read(id)).updatedAt;
  await app.call('PUT', `/api/social-posts/${id}`, as(), { content: 'Swapped' });
  const answer = await app.call('POST', `/api/social-posts/${id}/approve`, as('admin'), { updatedAt: shown });
  expect(answer.statusCode).toBe(409);
});

it('signs for no other server than the one that the secret was entered for', async () => {
  expect((await save({ webhookUrl: null })).json().hasSecret).toBe(false);
  const first = await save({ webhookUrl: null, webhookSecret: secret });
  expect(first.json().hasSecret).toBe(true);
  expect((await save({ webhookUrl: sink.url })).json().hasSecret).toBe(true);
  await save({ webhookUrl: null });
  const elsewhere = await save({ webhookUrl: 'https://elsewhere.example/hook' });
  expect(elsewhere.json()).toMatchObject({ hasSecret: false });
  const next = `whsec_${randomBytes(32).toString('base64')}`;
  await save({ webhookUrl: sink.url, webhookSecret: secret, webhookSecretNext: next });
  const moved = await save({ webhookUrl: 'https://elsewhere.example/hook', webhookSecret: null });
  expect(moved.statusCode).toBe(400);
});

it('keeps a picture that a post shows when two people change the post at once', async () => {
  const id = await add({ imageId: await upload() });
  for (let round = 0; round < 8; round += 1) {
    const imageId = await upload();
    await Promise.all([
      app.call('PUT', `/api/social-posts/${id}`, as(), { imageId }),
      app.call('PUT', `/api/social-posts/${id}`, as(), { content: `Text ${round}` }),
    ]);
    const { db } = app.hub.database.forOrganization(tenant.organizationId);
    const [row] = await db.select().from(socialPosts).where(eq(socialPosts.id, id));
    const [picture] = await db
      .select()
      .from(images)
      .where(eq(images.id, row?.imageId ?? ''));
    expect(picture?.unusedSince).toBeNull();
  }
});

it('lets go of a picture when the last of its posts is deleted, also when all are at once', async () => {
  const imageId = await upload();
  const variants = [
    { platform: 'linkedin', content: 'a' },
    { platform: 'facebook', content: 'b' },
  ];
  const made = await app.call('POST', '/api/social-entries', as(), { variants, imageId });
  const ids: string[] = made.json().map(({ id }: { id: string }) => id);
  await Promise.all(ids.map((id) => app.call('DELETE', `/api/social-posts/${id}`, as())));
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  const [picture] = await db.select().from(images).where(eq(images.id, imageId));
  expect(picture?.unusedSince).not.toBeNull();
});

it('schedules nothing that was changed while it was scheduled without checking it again', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await add({ platform: 'instagram', imageId: await upload() });
    await Promise.all([
      app.call('PUT', `/api/social-posts/${id}/schedule`, as(), { scheduledFor: tomorrow }),
      app.call('PUT', `/api/social-posts/${id}`, as(), { imageId: null }),
    ]);
    const { state, imageUrl } = await read(id);
    expect(state === 'scheduled' && imageUrl === null).toBe(false);
  }
});

it('gives every one of twenty that queue at once a slot of its own', async () => {
  const slots = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, time: '09:00' }));
  await app.call('PUT', '/api/social-settings', as('admin'), { slots: { linkedin: slots } });
  const ids = await Promise.all(Array.from({ length: 20 }, () => add()));
  const answers = await Promise.all(ids.map((id) => app.call('POST', `/api/social-posts/${id}/queue`, as())));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200));
  expect(new Set(answers.map((answer) => answer.json().scheduledFor)).size).toBe(20);
});

it('publishes one organization’s post in time behind thousands of another’s', async () => {
  const other = await app.tenant();
  const now = new Date();
  const backlog = (count: number, scheduledFor: Date) =>
    Array.from({ length: count }, () => {
      const id = newId();
      const state = 'scheduled' as const;
      return {
        id,
        entryId: id,
        platform: 'linkedin' as const,
        content: 'x',
        state,
        scheduledFor,
        createdAt: now,
        updatedAt: now,
      };
    });
  await app.call('PUT', integration, other.tokens.admin, {
    mode: 'webhook',
    webhookUrl: sink.url,
    webhookSecret: secret,
  });
  const { db } = app.hub.database.forOrganization(other.organizationId);
  await db.insert(socialPosts).values(backlog(3000, new Date(now.getTime() - 60_000)));
  const [mine] = backlog(1, new Date(now.getTime() + 1500));
  if (!mine) throw new Error('One post was asked for.');
  await app.hub.database.forOrganization(tenant.organizationId).db.insert(socialPosts).values(mine);
  const worker = startBackground(app.hub, [social]);
  await expect
    .poll(async () => (await read(mine.id)).state, { timeout: 20_000, interval: 100 })
    .toBe('published');
  const stillWaiting = await db.$count(socialPosts, eq(socialPosts.state, 'scheduled'));
  await worker.stop();
  expect(Date.parse((await read(mine.id)).publishedAt)).toBeGreaterThanOrEqual(mine.scheduledFor.getTime());
  // How late is measured by the load check, on a machine with nothing else to do; here only that nobody queues behind others.
  expect(stillWaiting).toBeGreaterThan(1500);
});

it('answers a calendar that is too large with a word instead of everything', async () => {
  const now = new Date();
  const content = 'x'.repeat(60_000);
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  for (let chunk = 0; chunk < 3; chunk += 1)
    await db.insert(socialPosts).values(
      Array.from({ length: 50 }, () => {
        const id = newId();
        return {
          id,
          entryId: id,
          platform: 'facebook' as const,
          content,
          state: 'draft' as const,
          scheduledFor: now,
          createdAt: now,
          updatedAt: now,
        };
      }),
    );
  const range = `from=${new Date(now.getTime() - 1000).toISOString()}&to=${tomorrow}`;
  const answer = await app.call('GET', `/api/social-posts?${range}`, as());
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('fewer days')]);
});
