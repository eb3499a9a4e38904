import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subscriptions } from '#features/billing/server/tables.ts';
import { type Background, startBackground } from '#server/background.ts';
import { newId } from '#server/ids.ts';
import { ownTime } from '#server/testing/own-time.ts';
import { startWebhookSink, type WebhookSink } from '#server/testing/social-platforms/webhook-sink.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { social } from './index.ts';
import { socialDeliveries, socialPosts } from './tables.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
let app: TestApp;
let sink: WebhookSink;
let tenant: Tenant;
let running: Background[] = [];

beforeAll(async () => {
  app = await startTestApp({ env: { HUB_ALLOW_PRIVATE_HOSTS: '1' } });
});
afterAll(() => app.close());

beforeEach(async () => {
  sink = await startWebhookSink(secret);
  tenant = await app.tenant();
  await app.call('PUT', '/api/tenant/integrations/social', tenant.tokens.admin, {
    mode: 'webhook',
    webhookUrl: sink.url,
    webhookSecret: secret,
  });
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
  await sink.stop();
});

/** Workers that publish, as so many processes would. */
function startWorkers(count = 1): void {
  running = Array.from({ length: count }, () => startBackground(app.hub, [social]));
}

type Columns = Partial<typeof socialPosts.$inferInsert>;

const rows = () => app.hub.database.forOrganization(tenant.organizationId).db;

async function add(about: Columns): Promise<string> {
  const id = newId();
  const now = new Date();
  await rows()
    .insert(socialPosts)
    .values({
      id,
      entryId: id,
      platform: 'linkedin',
      content: `Post ${id}`,
      state: 'scheduled',
      createdAt: now,
      updatedAt: now,
      ...about,
    });
  return id;
}

const ago = (ms: number) => new Date(Date.now() - ms);
const hour = 3_600_000;

async function read(id: string) {
  const [row] = await rows().select().from(socialPosts).where(eq(socialPosts.id, id));
  if (!row) throw new Error('The post is gone.');
  return row;
}

const stateOf = async (id: string) => (await read(id)).state;
const waited = { timeout: 30_000, interval: 100 };

describe('a scheduled post', () => {
  it('goes out within five seconds of its time, never before, and the organization hears of it', async () => {
    const at = new Date(Date.now() + 2500);
    const id = await add({ scheduledFor: at });
    const heard: unknown[] = [];
    app.hub.open.listener.onNotice((notice) => {
      if (notice.kind === 'event' && notice.o === tenant.organizationId) heard.push(notice.m);
    });
    startWorkers();
    const { lostMs } = await ownTime(() => expect.poll(() => stateOf(id), waited).toBe('published'));
    await expect
      .poll(() => heard, waited)
      .toContainEqual({ type: 'social_post_published', data: { id, platform: 'linkedin' } });
    const row = await read(id);
    const late = (row.publishedAt?.getTime() ?? 0) - at.getTime();
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late - lostMs).toBeLessThan(5000);
    expect(row).toMatchObject({ publishedBy: 'webhook', tries: 0 });
    expect(await rows().select().from(socialDeliveries)).toMatchObject([
      { cause: 'schedule', outcome: 'published', handedOverAt: expect.any(Date) },
    ]);
  });

  it('goes out once from two workers, all of them within a minute after an outage', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => add({ scheduledFor: ago(2 * hour) })));
    startWorkers(2);
    await expect
      .poll(
        async () =>
          (await rows().select().from(socialPosts).where(eq(socialPosts.state, 'published'))).length,
        {
          timeout: 60_000,
          interval: 300,
        },
      )
      .toBe(ids.length);
    expect(sink.deliveries).toHaveLength(ids.length);
    expect(new Set(sink.deliveries.map((one) => one.id)).size).toBe(ids.length);
  });

  it('asks instead of posting when it is more than six hours late', async () => {
    const late = await add({ scheduledFor: ago(6 * hour + 60_000) });
    const inTime = await add({ scheduledFor: ago(6 * hour - 60_000) });
    startWorkers();
    await expect.poll(() => stateOf(inTime), waited).toBe('published');
    await expect.poll(() => stateOf(late), waited).toBe('failed');
    expect((await read(late)).failureReason).toContain('nothing is posted without asking');
    expect(sink.deliveries).toHaveLength(1);
    const bell = await app.call('GET', '/api/notifications', tenant.tokens.user);
    expect(bell.json()).toMatchObject([{ kind: 'post_failed', postId: late }]);
  });

  it('is tried again after a definite refusal, under the same id, and says so meanwhile', async () => {
    sink.script({ do: 'answer', status: 503 });
    const id = await add({ scheduledFor: ago(1000) });
    startWorkers();
    await expect.poll(async () => (await read(id)).tries, waited).toBe(1);
    const waiting = await read(id);
    expect(waiting).toMatchObject({ state: 'scheduled', failureReason: expect.stringContaining('503') });
    expect((waiting.nextTryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000);
    await rows()
      .update(socialPosts)
      .set({ nextTryAt: ago(10) })
      .where(eq(socialPosts.id, id));
    await expect.poll(() => stateOf(id), waited).toBe('published');
    expect(new Set(sink.deliveries.map((one) => one.id)).size).toBe(1);
    expect(sink.deliveries).toHaveLength(2);
  });

  it('stops after a refusal that will not pass, and after the last try', async () => {
    sink.script({ do: 'answer', status: 422 }, { do: 'answer', status: 500 });
    const refused = await add({ scheduledFor: ago(5000) });
    startWorkers();
    await expect.poll(() => stateOf(refused), waited).toBe('failed');
    const tired = await add({ scheduledFor: ago(hour - 1000), tries: 5 });
    await expect.poll(() => stateOf(tired), waited).toBe('failed');
    expect(sink.deliveries).toHaveLength(2);
  });

  it('waits by itself for a connection that nobody has made yet', async () => {
    await app.call('PUT', '/api/tenant/integrations/social', tenant.tokens.admin, {
      mode: 'direct',
      webhookUrl: null,
    });
    const id = await add({ scheduledFor: ago(1000) });
    startWorkers();
    await expect.poll(async () => (await read(id)).tries, waited).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'scheduled', failureFix: 'Connect LinkedIn' });
  });

  it('by hand tells people that it is time', async () => {
    await app.call('PUT', '/api/tenant/integrations/social', tenant.tokens.admin, {
      mode: 'by_hand',
      webhookUrl: null,
    });
    const id = await add({ scheduledFor: ago(1000) });
    startWorkers();
    await expect.poll(async () => (await read(id)).isDueByHand, waited).toBe(true);
    expect(await stateOf(id)).toBe('draft');
    const bell = await app.call('GET', '/api/notifications', tenant.tokens.user);
    expect(bell.json()).toMatchObject([{ kind: 'post_due', title: 'It is time to post on LinkedIn' }]);
  });

  it('pauses while the organization may not write, and goes out when it may again', async () => {
    const setStatus = (status: 'suspended' | 'active') =>
      app.hub.database.asPlatform('a test suspends', (tx) =>
        tx.db
          .update(subscriptions)
          .set({ status })
          .where(eq(subscriptions.organizationId, tenant.organizationId)),
      );
    await setStatus('suspended');
    const id = await add({ scheduledFor: ago(1000) });
    startWorkers();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect([await stateOf(id), sink.deliveries.length]).toEqual(['scheduled', 0]);
    await setStatus('active');
    await expect.poll(() => stateOf(id), waited).toBe('published');
  });

  it('of one organization does not wait for the hanging service of another', async () => {
    const slow = await startWebhookSink(secret);
    slow.script(...Array.from({ length: 40 }, () => ({ do: 'hang' as const })));
    const other = await app.tenant();
    await app.call('PUT', '/api/tenant/integrations/social', other.tokens.admin, {
      mode: 'webhook',
      webhookUrl: slow.url,
      webhookSecret: secret,
    });
    const now = new Date();
    await app.hub.database
      .forOrganization(other.organizationId)
      .db.insert(socialPosts)
      .values(
        Array.from({ length: 40 }, () => {
          const id = newId();
          return {
            id,
            entryId: id,
            platform: 'linkedin' as const,
            content: 'x',
            state: 'scheduled' as const,
            scheduledFor: ago(60_000),
            createdAt: now,
            updatedAt: now,
          };
        }),
      );
    startWorkers();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const id = await add({ scheduledFor: new Date() });
    const { ms } = await ownTime(() => expect.poll(() => stateOf(id), waited).toBe('published'));
    expect(ms).toBeLessThan(5000);
    await slow.stop();
  });
});

describe('a try whose process died', () => {
  async function dead(about: { handedOver: boolean }): Promise<string> {
    const claimId = newId();
    const id = await add({ state: 'sending', scheduledFor: ago(120_000), claimId, claimedAt: ago(100_000) });
    await rows()
      .insert(socialDeliveries)
      .values({
        id: claimId,
        postId: id,
        eventId: `msg_${id}`,
        mode: 'webhook',
        cause: 'schedule',
        outcome: 'pending',
        startedAt: ago(100_000),
        handedOverAt: about.handedOver ? ago(99_000) : null,
      });
    return id;
  }

  it('is unknown when the post had been handed over, and nothing is sent again', async () => {
    const id = await dead({ handedOver: true });
    startWorkers();
    await expect.poll(() => stateOf(id), waited).toBe('unknown');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect([await stateOf(id), sink.deliveries.length]).toEqual(['unknown', 0]);
    expect(await rows().select().from(socialDeliveries)).toMatchObject([{ outcome: 'unknown' }]);
  });

  it('is tried again when nothing had left', async () => {
    const id = await dead({ handedOver: false });
    startWorkers();
    await expect.poll(async () => (await read(id)).nextTryAt, waited).not.toBeNull();
    expect(await read(id)).toMatchObject({ state: 'scheduled', tries: 1 });
    expect(sink.deliveries).toEqual([]);
  });

  it('is left alone while it may still end', async () => {
    const claimId = newId();
    const id = await add({ state: 'sending', scheduledFor: ago(60_000), claimId, claimedAt: ago(60_000) });
    startWorkers();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await stateOf(id)).toBe('sending');
  });
});
