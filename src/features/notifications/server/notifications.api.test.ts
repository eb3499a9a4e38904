import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobContext } from '#server/organization-context.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { notify } from './notify.ts';
import { notifications } from './tables.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  tenant = await app.tenant();
});
afterAll(() => app.close());

function list(token: string) {
  return app.call('GET', '/api/notifications', token);
}

async function unread(token: string): Promise<number> {
  return (await app.call('GET', '/api/notifications/unread', token)).json().count;
}

async function until<T>(read: () => Promise<T>, right: (value: T) => boolean): Promise<T> {
  for (let left = 300; ; left -= 1) {
    const value = await read();
    if (right(value) || left === 0) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function lead(name: string): Promise<string> {
  const made = await app.call('POST', '/api/leads', tenant.tokens.user, { name });
  return String(made.json().thread_id);
}

describe('a follow-up that falls due', () => {
  it('is told to the assignee alone, once', async () => {
    const threadId = await lead('Noa Feldman');
    const change = { assignee_id: tenant.userIds.user, follow_up_at: '2026-01-05T09:00:00+11:00' };
    await app.call('PATCH', `/api/leads/${threadId}`, tenant.tokens.admin, change);
    const rows = await until(
      async () => (await list(tenant.tokens.user)).json(),
      (found) => found.length > 0,
    );
    expect(rows).toEqual([
      {
        id: expect.any(String),
        kind: 'follow_up',
        title: 'Follow up with Noa Feldman',
        text: 'You wanted to come back to Noa Feldman today.',
        threadId,
        postId: null,
        conversationId: null,
        createdAt: expect.any(String),
        isRead: false,
      },
    ]);
    expect((await list(tenant.tokens.admin)).json()).toEqual([]);
    // The same moment set again is the same follow-up.
    await app.call('PATCH', `/api/leads/${threadId}`, tenant.tokens.admin, { follow_up_at: null });
    await app.call('PATCH', `/api/leads/${threadId}`, tenant.tokens.admin, change);
    const other = await lead('Ivo Brandt');
    await app.call('PATCH', `/api/leads/${other}`, tenant.tokens.user, {
      follow_up_at: '2026-01-06T00:00:00Z',
    });
    const after = await until(
      async () => (await list(tenant.tokens.user)).json(),
      (found) => found.length > 1,
    );
    expect(after.map((row: { title: string }) => row.title)).toEqual([
      'Follow up with Ivo Brandt',
      'Follow up with Noa Feldman',
    ]);
    expect((await list(tenant.tokens.admin)).json()).toHaveLength(1);
  });

  it('that was moved tells nothing', async () => {
    const threadId = await lead('Mei Tanaka');
    const { organizationId } = tenant;
    await app.call('PATCH', `/api/leads/${threadId}`, tenant.tokens.user, {
      follow_up_at: '2031-01-05T09:00:00Z',
    });
    const context = jobContext(app.hub, organizationId);
    const rows = await context.db.select().from(notifications).where(eq(notifications.threadId, threadId));
    expect(rows).toEqual([]);
  });
});

describe('reading', () => {
  it('is each person’s own, one by one or all', async () => {
    const other = await app.tenant();
    const context = jobContext(app.hub, other.organizationId);
    const now = app.hub.services.clock.now();
    for (const key of ['a', 'b', 'b', 'c']) {
      await context.tx((tx) =>
        notify(tx, { kind: 'mailbox', userId: null, title: key, text: key, threadId: null, key }, now),
      );
    }
    expect(await unread(other.tokens.viewer)).toBe(3);
    const [first] = (await list(other.tokens.owner)).json();
    const read = (token: string, body: unknown) => app.call('POST', '/api/notifications/read', token, body);
    expect((await read(other.tokens.owner, { ids: [first.id] })).statusCode).toBe(204);
    expect((await read(other.tokens.owner, { ids: [first.id] })).statusCode).toBe(204);
    expect(await unread(other.tokens.owner)).toBe(2);
    expect(await unread(other.tokens.viewer)).toBe(3);
    await read(other.tokens.viewer, {});
    expect(await unread(other.tokens.viewer)).toBe(0);
    // Nothing of another organization is there, or can be marked.
    expect((await read(tenant.tokens.owner, { ids: [first.id] })).statusCode).toBe(404);
    expect((await list(tenant.tokens.owner)).json().map((row: { kind: string }) => row.kind)).toEqual([
      'follow_up',
    ]);
    const page = await app.call('GET', '/api/notifications?limit=2', other.tokens.owner);
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.headers.link).toContain('cursor=');
  });
});
