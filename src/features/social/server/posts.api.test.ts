import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { socialPostCounts, socialPosts } from './tables.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
afterAll(() => app.close());

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

async function create(about: Record<string, unknown> = {}, token = tenant.tokens.user) {
  const answer = await app.call('POST', '/api/social-posts', token, {
    platform: 'linkedin',
    content: 'A new screen at the harbour',
    ...about,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

describe('a post', () => {
  it('is exactly the shape that the contract names', async () => {
    const post = await create();
    expect(post).toEqual({
      id: expect.any(String),
      platform: 'linkedin',
      content: 'A new screen at the harbour',
      status: 'unpublished',
      state: 'draft',
      scheduledFor: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
      publishedAt: null,
      permalink: null,
      failureReason: null,
      imageUrl: null,
      imageAlt: null,
      engagement: null,
    });
    const listed = await app.call('GET', '/api/social-posts', tenant.tokens.viewer);
    expect(listed.json()).toContainEqual(post);
  });

  it('shows a Drive link as its thumbnail', async () => {
    const post = await create({
      imageUrl: 'https://drive.google.com/file/d/1AbC_d-9efGhIjKlMnOpQrStUvWxYz012/view?usp=sharing',
    });
    expect(post.imageUrl).toBe(
      'https://drive.google.com/thumbnail?id=1AbC_d-9efGhIjKlMnOpQrStUvWxYz012&sz=w1000',
    );
  });

  it('takes no picture of an address inside the network', async () => {
    for (const imageUrl of [
      'http://127.0.0.1:5432',
      'http://2130706433/a.png',
      'file:///etc/passwd',
      'http://u:p@x.example/',
    ]) {
      const answer = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
        platform: 'linkedin',
        content: 'x',
        imageUrl,
      });
      expect(answer.statusCode, imageUrl).toBe(400);
    }
  });

  it('is refused when its text is longer than the platform takes, with the count', async () => {
    const answer = await app.call('POST', '/api/social-posts', tenant.tokens.user, {
      platform: 'linkedin',
      content: 'x'.repeat(3001),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(
      'This text has 3,001 characters; LinkedIn takes at most 3,000. Shorten it by 1.',
    );
  });

  it('is changed, scheduled, unscheduled and deleted while it is not out', async () => {
    const { id } = await create();
    const edited = await app.call('PUT', `/api/social-posts/${id}`, tenant.tokens.user, {
      content: 'Better',
    });
    expect(edited.json()).toMatchObject({ content: 'Better', state: 'draft' });
    const at = tomorrow();
    const scheduled = await app.call('PUT', `/api/social-posts/${id}/schedule`, tenant.tokens.user, {
      scheduledFor: at,
    });
    expect(scheduled.json()).toMatchObject({ scheduledFor: at, state: 'scheduled', status: 'unpublished' });
    const back = await app.call('PUT', `/api/social-posts/${id}/schedule`, tenant.tokens.user, {
      scheduledFor: null,
    });
    expect(back.json()).toMatchObject({ scheduledFor: null, state: 'draft' });
    expect((await app.call('DELETE', `/api/social-posts/${id}`, tenant.tokens.user)).statusCode).toBe(204);
    expect((await app.call('GET', `/api/social-posts/${id}`, tenant.tokens.user)).statusCode).toBe(404);
  });

  it('is not scheduled for the past, or further than five years ahead', async () => {
    const { id } = await create();
    for (const scheduledFor of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z', 'tomorrow', '2026-12-01']) {
      const answer = await app.call('PUT', `/api/social-posts/${id}/schedule`, tenant.tokens.user, {
        scheduledFor,
      });
      expect(answer.statusCode, scheduledFor).toBe(400);
    }
  });

  it('for Instagram needs a picture to be scheduled or published, not to be drafted', async () => {
    const { id } = await create({ platform: 'instagram' });
    const scheduled = await app.call('PUT', `/api/social-posts/${id}/schedule`, tenant.tokens.user, {
      scheduledFor: tomorrow(),
    });
    expect(scheduled.json()).toMatchObject({
      message: 'Instagram takes no post without a picture. Add one first.',
    });
    expect((await app.call('POST', `/api/social-posts/${id}/publish`, tenant.tokens.user)).statusCode).toBe(
      400,
    );
  });

  it('is marked as published by hand, once, and cannot be changed any more', async () => {
    const { id } = await create();
    const url = `/api/social-posts/${id}`;
    const published = await app.call('POST', `${url}/publish`, tenant.tokens.user, {
      permalink: 'https://www.linkedin.com/feed/update/1',
    });
    expect(published.statusCode).toBe(200);
    expect(published.json()).toMatchObject({
      status: 'published',
      state: 'published',
      permalink: 'https://www.linkedin.com/feed/update/1',
      publishedAt: expect.any(String),
      engagement: null,
    });
    const again = await app.call('POST', `${url}/publish`, tenant.tokens.user);
    expect([again.statusCode, again.json().publishedAt]).toEqual([200, published.json().publishedAt]);
    for (const [method, path, body] of [
      ['PUT', url, { content: 'y' }],
      ['PUT', `${url}/schedule`, { scheduledFor: tomorrow() }],
      ['DELETE', url, undefined],
    ] as const)
      expect((await app.call(method, path, tenant.tokens.user, body)).json().code).toBe('already_published');
  });
});

describe('the list', () => {
  it('filters by status and platform, searches content and platform, and pages by cursor', async () => {
    const other = await app.tenant();
    const token = other.tokens.user;
    for (let at = 0; at < 5; at += 1) await create({ content: `Draft ${at} at the bridge` }, token);
    await create({ platform: 'facebook', content: 'Coming soon', scheduledFor: tomorrow() }, token);
    const done = await create({ platform: 'facebook', content: '100% out' }, token);
    await app.call('POST', `/api/social-posts/${done.id}/publish`, token);
    const list = async (query: string) => {
      const answer = await app.call('GET', `/api/social-posts?${query}`, token);
      return {
        contents: answer.json().map(({ content }: { content: string }) => content),
        total: answer.headers['x-total-count'],
        next: answer.headers.link,
      };
    };
    expect(await list('status=draft')).toMatchObject({ total: '5' });
    expect(await list('status=scheduled')).toMatchObject({ contents: ['Coming soon'], total: '1' });
    expect(await list('status=published')).toMatchObject({ contents: ['100% out'], total: '1' });
    expect(await list('platform=facebook&status=published')).toMatchObject({ total: '1' });
    expect(await list('search=BRIDGE&status=draft')).toMatchObject({ total: '5' });
    expect(await list('search=facebook')).toMatchObject({ total: '2' });
    expect(await list('search=100%25')).toMatchObject({ contents: ['100% out'], total: '1' });
    expect(await list('search=1%25out')).toMatchObject({ contents: [], total: '0' });
    for (const query of ['limit=2', 'limit=2&search=draft', 'limit=2&sort=soonest']) {
      const seen: string[] = [];
      let url: string | undefined = `/api/social-posts?${query}`;
      while (url) {
        const answer = await app.call('GET', url, token);
        seen.push(...answer.json().map(({ id }: { id: string }) => id));
        url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      expect([query, new Set(seen).size, seen.length]).toEqual([
        query,
        ...(query.includes('draft') ? [5, 5] : [7, 7]),
      ]);
    }
    for (const wrong of ['status=failed', 'platform=x', 'sort=likes', 'limit=0', 'from=2026-01-01T00:00:00Z'])
      expect((await app.call('GET', `/api/social-posts?${wrong}`, token)).statusCode, wrong).toBe(400);
    const overview = await app.call('GET', '/api/social-overview', token);
    expect(overview.json()).toEqual({
      draft: 5,
      scheduled: 1,
      published: 1,
      byPlatform: { linkedin: 5, facebook: 2, instagram: 0 },
    });
    const stats = await app.call('GET', '/api/dashboard-stats', token);
    expect(stats.json().socialPosts).toEqual({ total: 7, draft: 5, scheduled: 1, published: 1 });
  });

  it('shows the days of a calendar whole, and no more than 62 of them', async () => {
    const other = await app.tenant();
    const start = Date.now() + 86_400_000;
    await app.hub.database
      .forOrganization(other.organizationId)
      .db.insert(socialPosts)
      .values(
        Array.from({ length: 120 }, (_, at) => ({
          id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
          entryId: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
          platform: 'linkedin' as const,
          content: `Post ${at}`,
          state: 'scheduled' as const,
          scheduledFor: new Date(start + at * 60_000),
          createdAt: new Date(),
          updatedAt: new Date(),
        })),
      );
    const range = (days: number) =>
      `from=${new Date(start).toISOString()}&to=${new Date(start + days * 86_400_000).toISOString()}`;
    const answer = await app.call('GET', `/api/social-posts?${range(7)}`, other.tokens.viewer);
    expect(answer.json()).toHaveLength(120);
    expect((await app.call('GET', `/api/social-posts?${range(62)}`, other.tokens.viewer)).statusCode).toBe(
      200,
    );
    expect((await app.call('GET', `/api/social-posts?${range(63)}`, other.tokens.viewer)).statusCode).toBe(
      400,
    );
  });

  it('keeps its counters equal to its rows through every change', async () => {
    const { db } = app.hub.database.forOrganization(tenant.organizationId);
    const rows = await db.select().from(socialPosts);
    const counted = await db.select().from(socialPostCounts);
    const expected = new Map<string, number>();
    for (const { state, platform } of rows)
      expected.set(`${state} ${platform}`, (expected.get(`${state} ${platform}`) ?? 0) + 1);
    expect(
      Object.fromEntries(
        counted.filter(({ count }) => count !== 0).map((one) => [`${one.state} ${one.platform}`, one.count]),
      ),
    ).toEqual(Object.fromEntries(expected));
  });
});

describe('one post for several platforms', () => {
  it('is one entry, with a text for each, at the next free slots', async () => {
    const other = await app.tenant();
    const slots = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, time: '09:00' }));
    const set = await app.call('PUT', '/api/social-settings', other.tokens.admin, {
      slots: { linkedin: slots, facebook: slots },
    });
    expect(set.statusCode, set.body).toBe(200);
    const variants = [
      { platform: 'linkedin', content: 'For LinkedIn' },
      { platform: 'facebook', content: 'For Facebook' },
    ];
    const add = () =>
      app.call('POST', '/api/social-entries', other.tokens.user, { variants, when: 'next_slot' });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const posts = answers.flatMap((answer) => answer.json());
    expect(new Set(posts.map(({ entryId }) => entryId)).size).toBe(3);
    const times = posts
      .filter(({ platform }) => platform === 'linkedin')
      .map(({ scheduledFor }) => scheduledFor);
    expect(new Set(times).size).toBe(3);
    const settings = await app.call('GET', '/api/social-settings', other.tokens.viewer);
    const latest = Math.max(...times.map((at) => Date.parse(at)));
    expect(Date.parse(settings.json().channels.linkedin.nextSlot)).toBeGreaterThan(latest);
  });

  it('is refused whole when one of its texts does not fit', async () => {
    const other = await app.tenant();
    const answer = await app.call('POST', '/api/social-entries', other.tokens.user, {
      variants: [
        { platform: 'facebook', content: 'x'.repeat(2500) },
        { platform: 'instagram', content: 'x'.repeat(2500) },
      ],
    });
    expect(answer.json().message).toContain('Instagram takes at most 2,200');
    expect((await app.call('GET', '/api/social-posts', other.tokens.user)).json()).toEqual([]);
  });

  it('says that a queue without slots has none', async () => {
    const { id } = await create();
    const answer = await app.call('POST', `/api/social-posts/${id}/queue`, tenant.tokens.user);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('has no slots yet'),
    ]);
  });
});

it('keeps what a viewer may not do from a viewer, also for posts that do not exist', async () => {
  const missing = '00000000-0000-7000-8000-000000000000';
  for (const [method, path, body] of [
    ['POST', '/api/social-posts', { platform: 'linkedin', content: 'x' }],
    ['POST', `/api/social-posts/${missing}/publish`, {}],
    ['PUT', `/api/social-posts/${missing}/schedule`, { scheduledFor: null }],
    ['PUT', `/api/social-posts/${missing}`, { content: 'x' }],
    ['DELETE', `/api/social-posts/${missing}`, undefined],
    ['POST', '/api/social-posts/generate', { platforms: ['linkedin'], brief: 'x' }],
  ] as const)
    expect((await app.call(method, path, tenant.tokens.viewer, body)).statusCode, path).toBe(403);
});
