import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prospect, ProspectDetail } from '#features/outreach/contract.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, of = tenant) =>
  app.call(method, path, of.tokens.owner, body);

async function made(fields: Partial<Prospect>, of = tenant): Promise<Prospect> {
  const answer = await call('POST', '/api/prospects', { businessName: 'Acme', ...fields }, of);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}
const names = async (query: string): Promise<string[]> => {
  const answer = await call('GET', `/api/prospects?${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json().map(({ businessName }: Prospect) => businessName);
};
const detail = async (id: string): Promise<ProspectDetail> =>
  (await call('GET', `/api/prospects/${id}`)).json();

/** Names of all pages, two to a page. */
async function walk(query: string): Promise<string[]> {
  const found: string[] = [];
  let path: string | undefined = `/api/prospects?limit=2&${query}`;
  while (path !== undefined) {
    const page = await call('GET', path);
    found.push(...page.json().map(({ businessName }: Prospect) => businessName));
    path = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
  }
  return found;
}

describe('a list of prospects', () => {
  beforeAll(async () => {
    tenant = await app.tenant();
    const rows: Partial<Prospect>[] = [
      { businessName: 'beta', industry: 'Retail', lastContactedAt: '2026-03-01T00:00:00.000Z' },
      { businessName: 'Alpha', industry: 'food', summary: '100% organic_food' },
      { businessName: 'Émile', lastContactedAt: '2026-01-01T00:00:00.000Z', status: 'responded' },
      { businessName: 'delta', industry: 'Food', status: 'responded', address: '5 Pitt St' },
      { businessName: 'Gamma', lastContactedAt: '2026-02-01T00:00:00.000Z' },
    ];
    for (const row of rows) await made(row);
  });

  it('comes in the six sorts, in pages, without a value last both ways', async () => {
    const asc = ['Alpha', 'beta', 'delta', 'Gamma', 'Émile'];
    expect(await walk('')).toEqual(asc);
    expect(await walk('sort=businessName_desc')).toEqual(asc.toReversed());
    const industry = await walk('sort=industry_asc');
    expect(industry.slice(0, 3)).toEqual(['Alpha', 'delta', 'beta']);
    expect(industry.slice(3).toSorted()).toEqual(['Gamma', 'Émile']);
    const down = await walk('sort=industry_desc');
    expect([down.slice(0, 3), down.slice(3).toSorted()]).toEqual([
      ['beta', 'delta', 'Alpha'],
      ['Gamma', 'Émile'],
    ]);
    const recent = await walk('sort=lastContactedAt_recent');
    expect([recent.slice(0, 3), recent.slice(3).toSorted()]).toEqual([
      ['beta', 'Gamma', 'Émile'],
      ['Alpha', 'delta'],
    ]);
    const oldest = await walk('sort=lastContactedAt_oldest');
    expect([oldest.slice(0, 3), oldest.slice(3).toSorted()]).toEqual([
      ['Émile', 'Gamma', 'beta'],
      ['Alpha', 'delta'],
    ]);
    expect(await walk('status=responded&sort=businessName_desc')).toEqual(['Émile', 'delta']);
    expect(await walk('status=responded&sort=lastContactedAt_recent')).toEqual(['Émile', 'delta']);
  });

  it('is searched letter for letter in five fields, in any sort and in pages', async () => {
    expect(await names('search=FOOD')).toEqual(['Alpha', 'delta']);
    expect(await names(`search=${encodeURIComponent('100%')}`)).toEqual(['Alpha']);
    expect(await names('search=pitt')).toEqual(['delta']);
    expect(await names('search=c_f')).toEqual(['Alpha']);
    expect(await walk('search=a&sort=businessName_desc')).toEqual(['Gamma', 'delta', 'beta', 'Alpha']);
    expect(await walk('search=l&sort=lastContactedAt_oldest')).toHaveLength(4);
  });

  it('says how many match, and refuses what it does not know', async () => {
    const page = await call('GET', '/api/prospects?limit=1&status=responded');
    expect(page.headers['x-total-count']).toBe('2');
    expect((await call('GET', '/api/prospects?limit=1&search=a')).headers['x-total-count']).toBe('4');
    for (const query of ['sort=name', 'status=x', 'limit=0', 'cursor=x', 'page=2'])
      expect((await call('GET', `/api/prospects?${query}`)).statusCode).toBe(400);
    expect((await call('GET', '/api/prospect-overview')).json()).toEqual({
      total: 5,
      byStatus: {
        not_contacted: 3,
        email_sent: 0,
        responded: 2,
        qualified: 0,
        not_interested: 0,
        follow_up: 0,
      },
    });
    const stats = await call('GET', '/api/dashboard-stats');
    expect(stats.json().prospects).toMatchObject({ total: 5, byStatus: { responded: 2 } });
  });
});

describe('one prospect', () => {
  beforeAll(async () => {
    tenant = await app.tenant();
  });

  it('has the shape of the contract', async () => {
    const one = await made({ businessName: 'Acme Cafe', contactEmail: 'hi@acme.example' });
    expect(one).toEqual({
      id: expect.any(String),
      businessName: 'Acme Cafe',
      address: '',
      contactEmail: 'hi@acme.example',
      contactPhone: '',
      industry: '',
      summary: '',
      notes: '',
      status: 'not_contacted',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      lastContactedAt: null,
      consent: null,
      suppressed: false,
    });
  });

  it('keeps who changed what, and may be any status', async () => {
    const { id } = await made({ businessName: 'Changed' });
    const patch = { status: 'qualified', lastContactedAt: '2026-12-01T10:00:00+10:00', notes: 'VIP' };
    const answer = await call('PATCH', `/api/prospects/${id}`, patch);
    expect(answer.json()).toMatchObject({ status: 'qualified', lastContactedAt: '2026-12-01T00:00:00.000Z' });
    const { activity } = await detail(id);
    expect(activity.map(({ action, field, from, to }) => [action, field, from, to])).toEqual(
      expect.arrayContaining([
        ['status', null, 'not_contacted', 'qualified'],
        ['edited', 'notes', '', 'VIP'],
        ['created', null, null, null],
      ]),
    );
    expect(activity.at(-1)?.action).toBe('created');
    await call('PATCH', `/api/prospects/${id}`, patch);
    expect((await detail(id)).activity).toHaveLength(3);
    expect(await names('search=vip')).toEqual([]);
    await call('PATCH', `/api/prospects/${id}`, { summary: 'Findable' });
    expect(await names('search=findable')).toEqual(['Changed']);
  });

  it('says whether it may be written to, by its country and its consent', async () => {
    const { id } = await made({ address: 'Hauptstraße 1, Berlin, Germany' });
    expect(await detail(id)).toMatchObject({ country: 'DE', sending: { state: 'blocked' } });
    const consent = { basis: 'express', source: 'Form on our website' };
    const answer = await call('PATCH', `/api/prospects/${id}`, { consent });
    expect(answer.json().consent).toEqual({ ...consent, recordedAt: expect.any(String) });
    expect(await detail(id)).toMatchObject({
      sending: { state: 'sendable' },
      activity: [{ action: 'consent', from: null, to: 'express' }, { action: 'created' }],
    });
    await call('PATCH', `/api/prospects/${id}`, { country: 'US', consent: null });
    expect(await detail(id)).toMatchObject({ country: 'US', consent: null, sending: { state: 'sendable' } });
    const without = await call('PATCH', `/api/prospects/${id}`, {
      consent: { basis: 'express', source: ' ' },
    });
    expect(without.statusCode).toBe(400);
  });

  it('is suppressed when its address is on the list, whatever the case', async () => {
    await call('POST', '/api/tenant/suppressions', { address: 'Stop@Me.example' });
    const one = await made({ contactEmail: 'stop@me.example' });
    expect(one.suppressed).toBe(true);
    expect((await call('DELETE', `/api/prospects/${one.id}`)).statusCode).toBe(204);
    const [entry] = (await call('GET', '/api/tenant/suppressions')).json();
    expect(entry.address).toBeNull();
    expect((await call('GET', `/api/prospects/${one.id}`)).statusCode).toBe(404);
  });

  it('refuses what is no prospect, and stores odd texts as they are', async () => {
    const bad: unknown[] = [
      {},
      { businessName: ' ' },
      { businessName: 'A', contactEmail: 'x' },
      { businessName: 'a\u0000b' },
      { businessName: 'A', organizationId: 'x' },
      { businessName: 'A', status: 'open' },
      { businessName: 'A', summary: 'x'.repeat(5000) },
      { businessName: ['A'] },
    ];
    for (const body of bad) expect((await call('POST', '/api/prospects', body)).statusCode).toBe(400);
    for (const businessName of ['=1+1', '<img src=x onerror=alert(1)>', '{{7*7}}', '‮田中'])
      expect((await made({ businessName })).businessName).toBe(businessName);
  });
});

describe('many prospects at once', () => {
  let ids: string[];
  beforeAll(async () => {
    tenant = await app.tenant();
    ids = [];
    for (const businessName of ['A', 'B', 'C', 'D']) ids.push((await made({ businessName })).id);
  });
  const statuses = async () => Promise.all(ids.map(async (id) => (await detail(id)).status));

  it('change their status together, and back again where nobody changed it since', async () => {
    const done = await call('POST', '/api/prospect-list/change', {
      selection: { filter: {} },
      status: 'follow_up',
    });
    expect(done.json()).toEqual({ changed: 4, unchanged: 0, batchId: expect.any(String) });
    await call('PATCH', `/api/prospects/${ids[3]}`, { status: 'qualified' });
    const undone = await call('POST', `/api/prospect-list/changes/${done.json().batchId}/undo`);
    expect(undone.json()).toEqual({ changed: 3, unchanged: 1, batchId: null });
    expect(await statuses()).toEqual(['not_contacted', 'not_contacted', 'not_contacted', 'qualified']);
    const again = await call('POST', `/api/prospect-list/changes/${done.json().batchId}/undo`);
    expect(again.statusCode).toBe(404);
  });

  it('are another organization’s to nobody', async () => {
    const other = await app.tenant();
    const foreign = await call('POST', '/api/prospect-list/remove', { selection: { ids } }, other);
    expect(foreign.statusCode).toBe(404);
    expect(await statuses()).toHaveLength(4);
  });

  it('are deleted by admins alone', async () => {
    const body = { selection: { ids: ids.slice(0, 2) } };
    const user = await app.call('POST', '/api/prospect-list/remove', tenant.tokens.user, body);
    expect(user.statusCode).toBe(403);
    expect((await call('POST', '/api/prospect-list/remove', body)).json()).toEqual({ removed: 2 });
    expect((await call('GET', '/api/prospect-overview')).json().total).toBe(2);
  });
});

describe('an export', () => {
  it('is inert in a spreadsheet and holds every prospect of the filter (S12)', async () => {
    tenant = await app.tenant();
    await made({ businessName: '=HYPERLINK("http://x","y")', contactPhone: '+61 2 5550 1234' });
    await made({ businessName: 'Zoe, "the" buyer', status: 'responded' });
    const answer = await call('POST', '/api/prospect-list/export', { selection: { filter: {} } });
    expect(answer.headers['content-disposition']).toMatch(/prospects-\d{4}-\d\d-\d\d\.csv/);
    const rows = Papa.parse<string[]>(answer.body.slice(1), { skipEmptyLines: true }).data;
    expect(rows.map((row) => [row[0], row[3], row[7]])).toEqual([
      ['Business Name', 'Contact Phone', 'Prospect Status'],
      [`'=HYPERLINK("http://x","y")`, "'+61 2 5550 1234", 'Not Contacted'],
      ['Zoe, "the" buyer', '', 'Responded'],
    ]);
    const some = await call('POST', '/api/prospect-list/export', {
      selection: { filter: { status: 'responded' } },
    });
    expect(some.body.split('\r\n')).toHaveLength(3);
  });
});
