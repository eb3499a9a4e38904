import { eq } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Prospect } from '#features/outreach/contract.ts';
import { type ImportRow, type ProspectImport, prospectImport } from '#features/outreach/import-contract.ts';
import { jobContext } from '#server/organization-context.ts';
import { formOf } from '#server/testing/form-file.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { prospectImportRows, prospectImports } from '../tables.ts';
import { lockImports } from './judge-rows.ts';
import { settleLost } from './settle-imports.ts';
import { ImportCancelled, writeImport } from './write-import.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  tenant = await app.tenant();
});
afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown, of = tenant) =>
  app.call(method, path, of.tokens.owner, body);

async function uploaded(text: string, of = tenant): Promise<ProspectImport> {
  const { body, headers } = formOf({ field: 'csvFile', fileName: 'list.csv', type: 'text/csv', bytes: text });
  const answer = await app.call('POST', '/api/prospect-imports', of.tokens.user, body, headers);
  expect([answer.statusCode, answer.body.slice(0, 500)]).toEqual([201, expect.any(String)]);
  return prospectImport.parse(answer.json());
}
const read = async (id: string): Promise<ProspectImport> =>
  prospectImport.parse((await call('GET', `/api/prospect-imports/${id}`)).json());
const rowsOf = async (id: string, query = ''): Promise<ImportRow[]> =>
  (await call('GET', `/api/prospect-imports/${id}/rows?${query}`)).json();
const start = (id: string, duplicates = 'skip', consent: unknown = null) =>
  call('POST', `/api/prospect-imports/${id}/start`, { duplicates, consent });
async function finished(id: string, duplicates = 'skip', consent: unknown = null): Promise<ProspectImport> {
  expect((await start(id, duplicates, consent)).statusCode).toBe(202);
  return vi.waitFor(
    async () => {
      const now = await read(id);
      expect(now.state).not.toBe('running');
      return now;
    },
    { timeout: 20_000, interval: 100 },
  );
}
const all = async (): Promise<Prospect[]> => (await call('GET', '/api/prospects?limit=200')).json();
const names = async () => (await all()).map(({ businessName }) => businessName);

describe('a file on its way in', () => {
  it('is shown with its columns, its judgement and its problems, and imports nothing yet', async () => {
    const file = await uploaded(
      'Company;E-Mail;Fax\nA;a@a.example;1\nB;;2\nC;x;3\nD;A@a.example;4\n;;\n;d@d.example;5\n',
    );
    expect(file).toMatchObject({
      fileName: 'list.csv',
      state: 'ready',
      format: 'UTF-8, semicolons',
      columns: [
        { index: 0, header: 'Company', field: 'businessName', samples: ['A', 'B', 'C', 'D', ''] },
        { index: 1, header: 'E-Mail', field: 'contactEmail' },
        { index: 2, header: 'Fax', field: null },
      ],
      rowCount: 5,
      counts: { ok: 2, duplicate: 1, rejected: 2 },
      message: '2 rows to import, 1 there already, 2 rejected.',
      result: null,
      canUndo: false,
      hasRejected: true,
    });
    expect(file.problems).toEqual(
      expect.arrayContaining([
        { key: 'no_email', kind: 'warning', reason: '1 row without an email', count: 1 },
        { key: 'no_name', kind: 'rejected', reason: '1 row without a business name', count: 1 },
        {
          key: 'not_email',
          kind: 'rejected',
          reason: '1 row whose contact email is not an email address',
          count: 1,
        },
      ]),
    );
    const rows = await rowsOf(file.id);
    expect(rows.map(({ line, state }) => [line, state])).toEqual([
      [2, 'ok'],
      [3, 'ok'],
      [4, 'rejected'],
      [5, 'duplicate'],
      [7, 'rejected'],
    ]);
    expect(rows[3]).toMatchObject({ reason: 'Line 2 has the same email.', existingId: null });
    const page = await call('GET', `/api/prospect-imports/${file.id}/rows?state=rejected&limit=1`);
    expect([page.headers['x-total-count'], page.json()[0].line]).toEqual(['2', 4]);
    const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? '';
    expect((await call('GET', next)).json()[0].line).toBe(7);
    for (const [problem, line] of [
      ['no_email', 3],
      ['not_email', 4],
      ['email', 5],
      ['no_name', 7],
    ]) {
      const alike = await call('GET', `/api/prospect-imports/${file.id}/rows?problem=${problem}`);
      expect([alike.headers['x-total-count'], alike.json()]).toMatchObject(['1', [{ line }]]);
    }
    expect(await rowsOf(file.id, 'problem=phone')).toEqual([]);
    expect(
      (await call('GET', `/api/prospect-imports/${file.id}/rows?problem=email&state=ok`)).statusCode,
    ).toBe(400);
    expect(await names()).toEqual([]);
  });

  it('takes a mapping, and remembers it for the next file with that header', async () => {
    const text = 'Who;Where;Site\nAcme;1 King St;acme.example\n;x;y\n';
    const file = await uploaded(text);
    expect(file.columns.map(({ field }) => field)).toEqual([null, null, null]);
    expect(file.counts.rejected).toBe(2);
    const map = (columns: unknown) => call('PUT', `/api/prospect-imports/${file.id}/mapping`, { columns });
    const mapped = await map([
      { index: 0, field: 'businessName' },
      { index: 1, field: 'address' },
      { index: 2, field: 'notes' },
    ]);
    expect(mapped.json()).toMatchObject({ state: 'ready', counts: { ok: 1, duplicate: 0, rejected: 1 } });
    expect((await rowsOf(file.id))[0]?.values).toMatchObject({ businessName: 'Acme', notes: 'acme.example' });
    const again = await uploaded(text);
    expect(again.columns.map(({ field }) => field)).toEqual(['businessName', 'address', 'notes']);
    expect([file.notes, again.notes]).toEqual([
      [],
      ['The columns go where you sent them the last time that a file had these names.'],
    ]);
    for (const wrong of [
      [{ index: 0, field: 'address' }],
      [{ index: 9, field: 'businessName' }],
      [
        { index: 0, field: 'businessName' },
        { index: 1, field: 'businessName' },
      ],
    ])
      expect((await map(wrong)).statusCode).toBe(400);
  });

  it('is another organization’s to nobody, and waits for an hour', async () => {
    const file = await uploaded('Business Name\nA');
    const other = await app.tenant();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['POST', '/cancel'],
      ['POST', '/undo'],
      ['GET', '/rejected'],
    ] as const)
      expect(
        (await call(method, `/api/prospect-imports/${file.id}${path}`, undefined, other)).statusCode,
      ).toBe(404);
    await jobContext(app.hub, tenant.organizationId)
      .db.update(prospectImports)
      .set({ createdAt: new Date(Date.now() - 3_700_000) })
      .where(eq(prospectImports.id, file.id));
    const late = await start(file.id);
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'This file was read more than an hour ago. Upload it again.',
    ]);
  });
});

describe('an import', () => {
  beforeAll(async () => {
    tenant = await app.tenant();
  });

  it('writes all rows with the consent that was given, and can be taken back', async () => {
    const file = await uploaded('Business Name,Email\nA,a@a.example\nB,b@b.example\n,x\n');
    const consent = { basis: 'express', source: 'Trade fair 2026' };
    const done = await finished(file.id, 'skip', consent);
    expect(done).toMatchObject({
      state: 'done',
      message: '2 prospects imported, 1 rejected.',
      result: { created: 2, updated: 0, skipped: 0, rejected: 1 },
      progress: { done: 3, total: 3 },
      canUndo: true,
    });
    const [a] = await all();
    expect(a?.consent).toMatchObject(consent);
    const { activity } = (await call('GET', `/api/prospects/${a?.id}`)).json();
    expect(activity).toMatchObject([{ action: 'imported', to: 'list.csv' }]);
    const rejected = await call('GET', `/api/prospect-imports/${file.id}/rejected`);
    expect(Papa.parse(rejected.body.slice(1), { skipEmptyLines: true }).data).toEqual([
      ['Line', 'Reason', 'Business Name', 'Email'],
      ['4', 'Business Name is empty.', '', 'x'],
    ]);
    await call('PATCH', `/api/prospects/${a?.id}`, { status: 'responded' });
    for (const address of ['a@a.example', 'b@b.example'])
      await call('POST', '/api/tenant/suppressions', { address });
    const undone = await call('POST', `/api/prospect-imports/${file.id}/undo`);
    expect(undone.json()).toEqual({
      removed: 1,
      restored: 0,
      kept: 1,
      message: '1 removed. 1 stay: somebody changed them since.',
    });
    expect(await names()).toEqual(['A']);
    // Who is gone with it is no longer named by the list of stopped addresses, which still stops them.
    const stopped = (await call('GET', '/api/tenant/suppressions')).json();
    expect(stopped.map(({ address }: { address: string | null }) => address).toSorted()).toEqual([
      'a@a.example',
      null,
    ]);
    expect((await call('POST', `/api/prospect-imports/${file.id}/undo`)).statusCode).toBe(409);
    expect((await call('GET', '/api/prospect-overview')).json()).toMatchObject({ total: 1 });
  });

  it('updates what is there where that is chosen, never with nothing, and undo puts it back', async () => {
    tenant = await app.tenant();
    await call('POST', '/api/prospects', {
      businessName: 'Acme',
      address: '1 King St',
      contactEmail: 'hi@acme.example',
      industry: 'Food',
      summary: 'Old words',
    });
    const file = await uploaded(
      'Business Name,Email,Industry,Summary,Phone\nACME Pty Ltd,HI@acme.example,,New words,123\nAgain,hi@acme.example,,,\nOther,,,,\n',
    );
    const done = await finished(file.id, 'update');
    expect(done.result).toEqual({ created: 1, updated: 1, skipped: 1, rejected: 0 });
    const [acme] = (await call('GET', '/api/prospects?search=new%20words')).json();
    expect(acme).toMatchObject({
      businessName: 'ACME Pty Ltd',
      address: '1 King St',
      industry: 'Food',
      contactPhone: '123',
    });
    expect((await call('GET', '/api/prospects?search=king')).json()).toHaveLength(1);
    const undone = await call('POST', `/api/prospect-imports/${file.id}/undo`);
    expect(undone.json()).toMatchObject({ removed: 1, restored: 1, kept: 0 });
    expect(await all()).toMatchObject([{ businessName: 'Acme', summary: 'Old words', contactPhone: '' }]);
    expect((await call('GET', '/api/prospects?search=old%20words')).json()).toHaveLength(1);
  });

  it('is started once by a double click', async () => {
    tenant = await app.tenant();
    const file = await uploaded('Business Name\nA\nB');
    const answers = await Promise.all([start(file.id), start(file.id), start(file.id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 409, 409]);
    await vi.waitFor(async () => expect((await read(file.id)).state).toBe('done'), { timeout: 20_000 });
    expect(await names()).toEqual(['A', 'B']);
  });

  it('finds what came in since the file was read', async () => {
    tenant = await app.tenant();
    const [one, two] = [await uploaded('Business Name\nA\nB'), await uploaded('Business Name\nB\nC')];
    await finished(one.id);
    expect((await finished(two.id)).result).toEqual({ created: 1, updated: 0, skipped: 1, rejected: 0 });
    expect(await names()).toEqual(['A', 'B', 'C']);
  });
});

const context = () => jobContext(app.hub, tenant.organizationId);

describe('an import that does not come to its end', () => {
  beforeAll(async () => {
    tenant = await app.tenant();
  });
  const set = (id: string, values: Partial<typeof prospectImports.$inferInsert>) =>
    context().db.update(prospectImports).set(values).where(eq(prospectImports.id, id));
  const write = (id: string, onStep: (done: number) => void) =>
    context().tx(async (tx) => {
      await lockImports(tx);
      await writeImport(tx, id, { now: new Date(), duplicates: 'skip', consent: null, onStep });
    });

  it('leaves nothing when it is killed half-way, and is given back to people', async () => {
    const file = await uploaded('Business Name\nA\nB');
    await set(file.id, { state: 'running', claimedAt: new Date(), duplicates: 'skip' });
    await expect(
      write(file.id, () => {
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await names()).toEqual([]);
    expect((await call('GET', '/api/prospect-overview')).json().total).toBe(0);
    await set(file.id, { claimedAt: new Date(Date.now() - 600_000) });
    const { database, services, log } = app.hub;
    await settleLost({ organization: null, database, services, log });
    expect(await read(file.id)).toMatchObject({
      state: 'failed',
      message: 'The server stopped while it was importing. Nothing was imported: start it again.',
    });
    expect((await finished(file.id)).result?.created).toBe(2);
  });

  it('leaves nothing when it is cancelled while it is written', async () => {
    tenant = await app.tenant();
    const file = await uploaded('Business Name\nA\nB');
    await set(file.id, { state: 'running', claimedAt: new Date(), isCancelRequested: true });
    await expect(write(file.id, () => undefined)).rejects.toThrow(ImportCancelled);
    expect(await names()).toEqual([]);
  });

  it('is cancelled before it begins, and cannot be started then', async () => {
    const file = await uploaded('Business Name\nA\nB');
    const cancelled = await call('POST', `/api/prospect-imports/${file.id}/cancel`);
    expect(cancelled.json()).toMatchObject({ state: 'cancelled' });
    expect((await start(file.id)).json().message).toMatch(/cancelled/);
    const listed = (await call('GET', '/api/prospect-imports')).json();
    expect(listed[0]).toMatchObject({ id: file.id, state: 'cancelled' });
  });

  it('keeps no rows of a file that could not be read to its end', async () => {
    const before = await context().db.$count(prospectImportRows);
    const { body, headers } = formOf({
      field: 'csvFile',
      fileName: 'a.csv',
      bytes: `Business Name\n${'a\n'.repeat(200_001)}`,
    });
    const answer = await app.call('POST', '/api/prospect-imports', tenant.tokens.user, body, headers);
    expect(answer.statusCode).toBe(413);
    expect(await context().db.$count(prospectImportRows)).toBe(before);
  });
});
