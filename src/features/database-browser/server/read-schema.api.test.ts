import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { databaseApi } from '../contract.ts';
import { businessTables, makeKey, makeLeads, readPage, readSchema } from './testing/browser-calls.ts';

const { schema } = databaseApi.endpoints;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

async function countLeads(token: string): Promise<number | undefined> {
  return (await readSchema(app, token)).find(({ name }) => name === 'leads')?.rowCount;
}

describe('the schema', () => {
  it('has the same tables for every role, and users for owners and admins only', async () => {
    const tenant = await app.tenant();
    for (const role of ['viewer', 'user'] as const) {
      const names = (await readSchema(app, tenant.tokens[role])).map(({ name }) => name);
      expect(names.toSorted()).toEqual(businessTables);
    }
    for (const role of ['admin', 'owner'] as const) {
      const names = (await readSchema(app, tenant.tokens[role])).map(({ name }) => name);
      expect(names.toSorted()).toEqual([...businessTables, 'users'].toSorted());
    }
  });

  it('says of every column what the catalog says', async () => {
    const tenant = await app.tenant();
    const catalog = await app.hub.database.asOwner(`
      select c.table_name, c.column_name, c.data_type, c.is_nullable = 'YES' as nullable,
        exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
          where k.contype = 'p' and k.conrelid = c.table_name::regclass and a.attname = c.column_name) as primary,
        exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
          where k.contype = 'f' and k.conrelid = c.table_name::regclass and a.attname = c.column_name) as foreign
      from information_schema.columns c where c.table_schema = 'public'`);
    const known = new Map(
      catalog.rows.map((row) => [`${String(row.table_name)}.${String(row.column_name)}`, row]),
    );
    for (const { name, columns } of await readSchema(app, tenant.tokens.owner)) {
      const sqlName = name === 'correspondence' ? 'messages' : name;
      expect(columns.some(({ primaryKey }) => primaryKey)).toBe(true);
      for (const column of columns) {
        const row = known.get(`${sqlName}.${column.name}`);
        expect(column, `${name}.${column.name}`).toEqual({
          name: column.name,
          type: row?.data_type,
          primaryKey: row?.primary,
          foreignKey: row?.foreign,
          nullable: row?.nullable,
        });
      }
    }
  });

  it('counts the rows of the own organization only, and again after ten seconds', async () => {
    const [own, other] = [await app.tenant(), await app.tenant()];
    await makeLeads(app, own, 3);
    await makeLeads(app, other, 1);
    expect([await countLeads(own.tokens.viewer), await countLeads(other.tokens.viewer)]).toEqual([3, 1]);
    await makeLeads(app, own, 1, 'Later');
    expect(await countLeads(own.tokens.viewer)).toBe(3);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 10_001);
    expect(await countLeads(own.tokens.viewer)).toBe(4);
  });

  it('counts what many ask for at once by one query', async () => {
    const tenant = await app.tenant();
    // The first call of a session also records its use.
    await readPage(app, tenant.tokens.user, 'prospects');
    const { database } = app.hub;
    const forOrganization = database.forOrganization.bind(database);
    let transactions = 0;
    vi.spyOn(database, 'forOrganization').mockImplementation((id) => {
      const made = forOrganization(id);
      return {
        ...made,
        tx: (work) => {
          transactions += 1;
          return made.tx(work);
        },
      };
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => readPage(app, tenant.tokens.user, 'leads?page=7')),
    );
    expect(answers.map(({ pagination }) => pagination.total)).toEqual([0, 0, 0, 0, 0]);
    // One more where the notice of the tenant's making comes in between, and the session is looked up again.
    expect([1, 2]).toContain(transactions);
  });

  it('is read with an API key, under /api/v2/ and without the users', async () => {
    const tenant = await app.tenant();
    const key = await makeKey(app, tenant, ['read', 'write']);
    const answer = await app.call('GET', '/api/v2/database/schema', key);
    expect(
      schema.output
        .parse(answer.json())
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(businessTables);
    expect((await app.call('GET', '/api/v2/database/table/users', key)).statusCode).toBe(404);
    expect((await app.call('GET', '/api/database/schema', key)).statusCode).toBe(401);
  });
});

describe('the standing of the organization', () => {
  it('still lets data be looked at: modules that are off, an ended trial, a suspension', async () => {
    for (const about of [{ modules: [] }, { trialEnded: true }, { status: 'suspended' as const }]) {
      const tenant = await app.tenant(about);
      expect((await readPage(app, tenant.tokens.viewer, 'social_posts')).data).toEqual([]);
      expect((await readSchema(app, tenant.tokens.viewer)).length).toBe(businessTables.length);
    }
  });
});
