import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '../features.ts';
import { encodeCursor } from '../page.ts';
import { formOf } from '../testing/form-file.ts';
import { startTestApp, type Tenant, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let tenant: Tenant;
let thread: string;
let importId: string;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  thread = (await app.call('POST', '/api/leads', tenant.tokens.user, { name: 'One' })).json().thread_id;
  const form = formOf({
    field: 'csvFile',
    fileName: 'a.csv',
    type: 'text/csv',
    bytes: 'Business Name,Contact Email\nOne,one@one.example\n',
  });
  const read = await app.call('POST', '/api/prospect-imports', tenant.tokens.user, form.body, form.headers);
  importId = read.json().id;
});
afterAll(() => app.close());

/** Every list that takes a cursor, from the contracts: a new one is covered by being declared. */
const lists = features
  .flatMap((feature) => feature.routes)
  .map(({ endpoint }) => endpoint)
  .filter(({ query }) => 'cursor' in query.shape);

const leadSorts = [
  'latest_updated',
  'latest_contact',
  'first_contact',
  'name_asc',
  'name_desc',
  'budget_high_low',
  'budget_low_high',
];

const values = [
  'zzz',
  '',
  '\u0000',
  '2026-13-45T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  'infinity',
  '99999999-9999-9999-9999-99999999999g',
  '1e400',
  'NaN',
  '-1',
  null,
  7,
];

/** Forged parts in every number and order that a list of ours may read. */
const forged = [
  ...values.flatMap((value) => [[value], [value, value], [value, 'x'], ['x', value], [value, value, value]]),
  ...values.flatMap((value) =>
    leadSorts.flatMap((sort) => [
      [sort, value, 'x'],
      [sort, value, value],
    ]),
  ),
];

describe('cursors that no list of ours gave', () => {
  it.each(lists.map((endpoint) => [endpoint.path, endpoint]))('%s refuses them', async (path, { access }) => {
    expect(lists.length).toBeGreaterThan(5);
    const token = access === 'platform-owner' ? app.platformToken : tenant.tokens.owner;
    const searches =
      path === '/api/leads'
        ? leadSorts.flatMap((sort) => [`sort=${sort}&`, `sort=${sort}&search=one&`])
        : [''];
    for (const parts of forged) {
      for (const more of searches) {
        const url = `${path.replace(':thread_id', thread).replace('/:id/', `/${importId}/`)}?${more}cursor=${encodeCursor(parts)}`;
        const { statusCode } = await app.call('GET', url, token);
        expect([200, 400], `${url} of ${JSON.stringify(parts)}`).toContain(statusCode);
      }
    }
  });

  it('a cursor of one sort is refused by another', async () => {
    const url = `/api/leads?sort=name_asc&cursor=${encodeCursor(['name_desc', 'one', thread])}`;
    expect((await app.call('GET', url, tenant.tokens.user)).statusCode).toBe(400);
  });
});

describe('pages', () => {
  it('go on after the longest name that a lead may have', async () => {
    const own = await app.tenant();
    for (const last of ['\u{20000}', '\u{20001}', '\u0001', '\u0002'])
      await app.call('POST', '/api/leads', own.tokens.user, { name: last.repeat(200 / last.length) });
    let next: string | null = '/api/leads?limit=1&sort=name_asc';
    const seen = new Set<string>();
    while (next !== null) {
      const answer = await app.call('GET', next, own.tokens.user);
      expect(answer.statusCode).toBe(200);
      for (const { thread_id } of answer.json()) seen.add(thread_id);
      next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1] ?? null;
    }
    expect(seen.size).toBe(4);
  });

  it('stay under /api/v2/ for who asked there, where alone an API key works', async () => {
    const key = await app.call('POST', '/api/tenant/api-keys', tenant.tokens.owner, {
      name: 'pages',
      scopes: ['read'],
    });
    for (const name of ['Two', 'Three']) await app.call('POST', '/api/leads', tenant.tokens.user, { name });
    const first = await app.call('GET', '/api/v2/leads?limit=1', key.json().key);
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect(next).toMatch(/^\/api\/v2\/leads\?/);
    expect((await app.call('GET', next, key.json().key)).statusCode).toBe(200);
  });

  it('a limit above 200 means 200, however large', async () => {
    for (const limit of ['201', '9999999999', '9'.repeat(400)])
      expect((await app.call('GET', `/api/leads?limit=${limit}`, tenant.tokens.user)).statusCode).toBe(200);
  });
});

describe('instants that the database has no form for', () => {
  it.each([
    '0000-01-01T00:00:00Z',
    '0000-12-31T23:00:00-02:00',
    '9999-12-31T23:59:59-14:00',
    '0001-01-01T00:00:00+14:00',
  ])('%s is a 400 or stored, never a 500', async (instant) => {
    const lead = await app.call('PATCH', `/api/leads/${thread}`, tenant.tokens.user, {
      follow_up_at: instant,
    });
    const key = await app.call('POST', '/api/tenant/api-keys', tenant.tokens.owner, {
      name: 'k',
      scopes: ['read'],
      expiresAt: instant,
    });
    expect([200, 400]).toContain(lead.statusCode);
    expect([201, 400]).toContain(key.statusCode);
  });
});

it('an id with a NUL is like one that does not exist', async () => {
  for (const url of ['/api/leads/a%00b', '/api/correspondence/%00', '/api/leads/%00/activity'])
    expect((await app.call('GET', url, tenant.tokens.user)).statusCode).toBe(404);
});
