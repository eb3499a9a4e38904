import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { cellLimit, cutMark } from '../contract.ts';
import { makeKey, makeLeads, makeProspects, readPage, readSchema } from './testing/browser-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a table', () => {
  it('shows the rows of the own organization, without the organization, in the order of the primary key', async () => {
    const [own, other] = [await app.tenant(), await app.tenant()];
    await makeLeads(app, own, 5, 'Mine');
    await makeLeads(app, other, 5, 'Theirs');
    const { data, pagination } = await readPage(app, own.tokens.viewer, 'leads');
    expect(pagination).toEqual({ page: 1, limit: 50, total: 5, totalPages: 1 });
    expect(data.map((row) => String(row.name)).toSorted()).toEqual([
      'Mine 1',
      'Mine 2',
      'Mine 3',
      'Mine 4',
      'Mine 5',
    ]);
    const ids = data.map((row) => String(row.thread_id));
    expect(ids).toEqual(ids.toSorted());
    const columns = (await readSchema(app, own.tokens.viewer)).find(({ name }) => name === 'leads')?.columns;
    expect(Object.keys(data[0] ?? {})).toEqual(columns?.map(({ name }) => name));
    expect(Object.keys(data[0] ?? {})).not.toContain('organization_id');
  });

  it('is paged: every row once, an empty page behind the last, totals that are right', async () => {
    const tenant = await app.tenant();
    await makeProspects(app, tenant, 205);
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { data, pagination } = await readPage(
        app,
        tenant.tokens.user,
        `prospects?page=${page}&limit=100`,
      );
      expect(pagination).toEqual({ page, limit: 100, total: 205, totalPages: 3 });
      seen.push(...data.map((row) => String(row.id)));
    }
    expect(new Set(seen).size).toBe(205);
    expect(seen).toEqual(seen.toSorted());
    for (const page of ['4', '1000000000', '999999999999']) {
      const far = await readPage(app, tenant.tokens.user, `prospects?page=${page}&limit=100`);
      expect([far.data, far.pagination.total, far.pagination.totalPages]).toEqual([[], 205, 3]);
    }
    const most = await readPage(app, tenant.tokens.user, 'prospects?limit=100000');
    expect([most.data.length, most.pagination.limit]).toEqual([200, 200]);
    expect((await readPage(app, tenant.tokens.user, 'prospects')).data).toHaveLength(50);
  });

  it('believes the rows it sees more than a count that is some seconds old', async () => {
    const tenant = await app.tenant();
    expect((await readPage(app, tenant.tokens.user, 'leads')).pagination).toMatchObject({
      total: 0,
      totalPages: 0,
    });
    await makeLeads(app, tenant, 2);
    const { data, pagination } = await readPage(app, tenant.tokens.user, 'leads');
    expect([data.length, pagination.total, pagination.totalPages]).toEqual([2, 2, 1]);
  });

  it('refuses numbers that are none (S19)', async () => {
    const { tokens } = await app.tenant();
    for (const query of [
      'limit=0',
      'limit=-5',
      'limit=ten',
      'limit=',
      'page=0',
      'page=-1',
      'page=1e9',
      'page=abc',
      'page=1.5',
      'page=',
      'page=9999999999999999999999',
      'page=1&page=2',
      'offset=3',
      'order=name',
    ]) {
      const answer = await app.call('GET', `/api/database/table/leads?${query}`, tokens.owner);
      expect([query, answer.statusCode, answer.json().code]).toEqual([query, 400, 'invalid']);
    }
  });
});

describe('cells', () => {
  it('hold values as JSON: instants, booleans, numbers, null, and objects as text', async () => {
    const tenant = await app.tenant();
    const body = {
      id: `m-${tenant.slug}`,
      threadId: `t-${tenant.slug}`,
      snippet: 'hello',
      internalDate: '1764000000000',
      payload: {
        mimeType: 'text/plain',
        headers: [
          { name: 'From', value: 'Ann Lee <ann@client.example>' },
          { name: 'Subject', value: '<img src=x onerror=alert(1)>' },
        ],
        body: { data: Buffer.from('Hello there').toString('base64url') },
      },
    };
    const stored = await app.call(
      'POST',
      '/api/v2/ingest/messages',
      await makeKey(app, tenant, ['ingest']),
      body,
    );
    expect(stored.statusCode, stored.body).toBeLessThan(300);
    const { data } = await readPage(app, tenant.tokens.viewer, 'correspondence');
    expect(data).toHaveLength(1);
    const [row] = data;
    expect(row?.sender).toBe('{"name":"Ann Lee","address":"ann@client.example"}');
    expect(row?.subject).toBe('<img src=x onerror=alert(1)>');
    expect(row?.content).toBe('Hello there');
    expect(row?.created_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const [lead] = (await readPage(app, tenant.tokens.viewer, 'leads')).data;
    expect([lead?.message_count, lead?.budget]).toEqual([1, null]);
    expect((await readPage(app, tenant.tokens.owner, 'users')).data[0]?.is_active).toBe(true);
  });

  it('are cut where a text is very long, and say so, with no character in half', async () => {
    const tenant = await app.tenant();
    await makeLeads(app, tenant, 1);
    const { db } = app.hub.database.forOrganization(tenant.organizationId);
    const write = (text: string) => db.execute(sql`update leads set advertising_goal = ${text}`);
    const read = async () => (await readPage(app, tenant.tokens.viewer, 'leads')).data[0]?.advertising_goal;
    await write('😀'.repeat(cellLimit));
    expect(await read()).toBe('😀'.repeat(cellLimit));
    await write(`a${'😀'.repeat(cellLimit + 5000)}`);
    expect(await read()).toBe(`a${'😀'.repeat(cellLimit - 1)}${cutMark}`);
  });
});
