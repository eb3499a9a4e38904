import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prospect } from '#features/outreach/contract.ts';
import { type ImportAnswer, importAnswer } from '#features/outreach/import-contract.ts';
import { formOf } from '#server/testing/form-file.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { usedThisMonth } from '#server/testing/used-this-month.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const head = 'Business Name,Address,Contact Email,Contact Phone,Industry,Summary,Notes\n';
const send = (
  bytes: string | Uint8Array,
  { fileName = 'a.csv', type = 'text/csv', field = 'csvFile', of = tenant } = {},
) => {
  const { body, headers } = formOf({ field, fileName, type, bytes });
  return app.call('POST', '/api/prospects/import-csv', of.tokens.user, body, headers);
};
async function imported(bytes: string | Uint8Array, options = {}): Promise<ImportAnswer> {
  const answer = await send(bytes, options);
  expect([answer.statusCode, answer.body.slice(0, 500)]).toEqual([200, expect.any(String)]);
  return importAnswer.parse(answer.json());
}
const confirm = (importId: unknown, skipDuplicates: boolean, of = tenant) =>
  app.call('POST', '/api/prospects/import-csv-confirm', of.tokens.user, {
    pendingImports: [{ importId }],
    skipDuplicates,
  });
const all = async (of = tenant): Promise<Prospect[]> =>
  (await app.call('GET', '/api/prospects?limit=200', of.tokens.viewer)).json();
const total = async (of = tenant) =>
  (await app.call('GET', '/api/prospect-overview', of.tokens.viewer)).json().total;

describe('the import of a file in one go', () => {
  beforeAll(async () => {
    tenant = await app.tenant();
  });

  it('takes the good rows, names each bad one by its line and counts what it took', async () => {
    const answer = await imported(
      `${head}A,1 St,a@a.example,0299990001,Food,Sum,N\n,,b@b.example\nC,,x\n"D\nE",,d@d.example,6.14E+10\n`,
    );
    expect(answer).toEqual({
      success: 2,
      errors: ['Line 3: Business Name is empty.', "Line 4: Contact Email 'x' is not an email address."],
      requiresConfirmation: false,
      message: '2 prospects imported, 2 rejected.',
      duplicates: [],
      pendingImports: [],
      errorCount: 2,
      duplicateCount: 0,
    });
    expect((await all()).map(({ businessName, status, summary }) => [businessName, status, summary])).toEqual(
      [
        ['A', 'not_contacted', 'Sum'],
        ['D\nE', 'not_contacted', ''],
      ],
    );
    expect(await usedThisMonth(app, tenant, 'prospects_imported')).toBe(2);
  });

  it('asks when rows are there already, in the file or before, and imports nothing until then', async () => {
    tenant = await app.tenant();
    await imported(`${head}Acme,"1 King St., Sydney",hi@acme.example\n`);
    const answer = await imported(
      `${head}Other,,HI@Acme.example\nACME ,1 king st  Sydney,new@acme.example\nFresh,,f@f.example\nFresh Two,,F@f.example\n`,
    );
    expect(answer).toMatchObject({
      success: 0,
      requiresConfirmation: true,
      errorCount: 0,
      duplicateCount: 3,
    });
    const [existing] = await all();
    const inFile = { id: null, businessName: 'Fresh' };
    expect(answer.duplicates).toEqual([
      {
        lineNumber: 2,
        prospectData: { businessName: 'Other', contactEmail: 'HI@Acme.example', address: '' },
        matchedBy: 'email',
        existingProspect: { id: existing?.id, businessName: 'Acme' },
      },
      {
        lineNumber: 3,
        prospectData: {
          businessName: 'ACME',
          contactEmail: 'new@acme.example',
          address: '1 king st  Sydney',
        },
        matchedBy: 'name_and_address',
        existingProspect: { id: existing?.id, businessName: 'Acme' },
      },
      expect.objectContaining({ lineNumber: 5, matchedBy: 'email', existingProspect: inFile }),
    ]);
    expect(await total()).toBe(1);
    const { importId, rows } = answer.pendingImports[0] ?? {};
    expect(rows).toBe(4);
    const other = await app.tenant();
    expect((await confirm(importId, true, other)).statusCode).toBe(409);
    const both = await Promise.all([confirm(importId, true), confirm(importId, true)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({
      success: 1,
      skipped: 3,
      errors: [],
    });
    expect(await total()).toBe(2);
    for (const id of ['x', importId]) expect((await confirm(id, true)).json().code).toBe('conflict');
  });

  it('adds duplicates as well where that is asked for', async () => {
    const before = await total();
    const { pendingImports } = await imported(`${head}Acme,1 King St Sydney,hi@acme.example\n`);
    const answer = await confirm(pendingImports[0]?.importId, false);
    expect(answer.json()).toMatchObject({ success: 1, skipped: 0 });
    expect(await total()).toBe(before + 1);
  });

  it('finds what was exported as duplicates of itself, letter for letter (S12)', async () => {
    tenant = await app.tenant();
    const odd = [
      '=HYPERLINK("http://x","y")',
      '+1+1',
      '-1+1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      ' =1',
      'a "b", c\nd',
    ];
    for (const businessName of odd)
      await app.call('POST', '/api/prospects', tenant.tokens.user, {
        businessName,
        contactPhone: '+61 2 5550 1234',
      });
    const exported = await app.call('POST', '/api/prospect-list/export', tenant.tokens.owner, {
      selection: { filter: {} },
    });
    const answer = await imported(exported.rawPayload);
    expect([answer.errors, answer.duplicateCount]).toEqual([[], odd.length]);
    // Three of the names differ in blanks alone, and are one to whoever looks for duplicates.
    const found = new Set(answer.duplicates.map(({ existingProspect }) => existingProspect.id));
    expect(found.size).toBe(odd.length - 2);
    await confirm(answer.pendingImports[0]?.importId, false);
    expect(new Set((await all()).map(({ contactPhone }) => contactPhone))).toEqual(
      new Set(['+61 2 5550 1234']),
    );
  });
});

describe('a file that cannot be imported', () => {
  beforeAll(async () => {
    tenant = await app.tenant();
  });
  it.each<[string, string | Uint8Array, number, RegExp]>([
    ['an empty one', '', 400, /empty/],
    ['one without a header', 'Acme,a@b.example\nB,b@b.example', 400, /must name the columns/],
    ['one without names', 'Email,Phone\na@b.example,1', 400, /No column is named Business Name/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 415, /Please select a valid CSV file/],
    ['one above 25 MiB', Buffer.alloc(25 * 1024 * 1024 + 1, 'x'), 413, /25 MB/],
    ['200,001 rows', `Business Name\n${'a\n'.repeat(200_001)}`, 413, /200,000 rows/],
    ['5 MB in one line', `Business Name,Email\n${'x'.repeat(5_000_000)}`, 200, /rejected/],
    ['only a header', head, 200, /no rows: nothing was imported/],
    ['300 columns of nothing', ','.repeat(299), 400, /first line/i],
  ])('%s says why, and leaves nothing (S13)', async (_name, bytes, status, message) => {
    const answer = await send(bytes);
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(message)]);
    expect(await total()).toBe(0);
  });
  it('is one in another field, or of another kind', async () => {
    expect((await send(`${head}A`, { field: 'file' })).statusCode).toBe(400);
    expect((await send(`${head}A`, { fileName: 'a.doc', type: 'application/msword' })).json().message).toBe(
      'Please select a valid CSV file.',
    );
    const viewer = formOf({ field: 'csvFile', fileName: 'a.csv', type: 'text/csv', bytes: `${head}A` });
    const refused = await app.call(
      'POST',
      '/api/prospects/import-csv',
      tenant.tokens.viewer,
      viewer.body,
      viewer.headers,
    );
    expect(refused.statusCode).toBe(403);
  });
  it('does not keep others from being imported at the same time', async () => {
    const names = ['P', 'Q', 'R', 'S', 'T'];
    const answers = await Promise.all(names.map((name) => imported(`${head}${name},,${name}@x.example`)));
    expect(answers.map(({ success }) => success)).toEqual([1, 1, 1, 1, 1]);
    expect(await total()).toBe(5);
  });
  it('never brings columns that are not for it', async () => {
    tenant = await app.tenant();
    await imported(`id,organizationId,status,Business Name,createdAt\n1,other,qualified,Acme,2001-01-01`);
    const [one] = await all();
    expect([one?.businessName, one?.status, one?.id]).toEqual([
      'Acme',
      'not_contacted',
      expect.not.stringMatching(/^1$/),
    ]);
  });
});

/** A collection of files, beside this project where there is one. */
const cases = join(import.meta.dirname, '../../../../../../shared/cases/email/csv');
interface FileCase {
  file: string;
  uploadMime: string;
  expected: {
    outcome: string;
    success: number | number[];
    prospects?: Partial<Prospect>[];
    errorLines?: number[];
  };
}
const byName = ({ businessName: a = '' }: Partial<Prospect>, { businessName: b = '' }: Partial<Prospect>) =>
  a.localeCompare(b);

describe.runIf(existsSync(cases))('the collected files', () => {
  const files: FileCase[] = existsSync(cases)
    ? JSON.parse(readFileSync(join(cases, 'expected.json'), 'utf8'))
    : [];
  it.each(files.map((one): [string, FileCase] => [one.file, one]))(
    '%s',
    async (file, { uploadMime, expected }) => {
      const of = await app.tenant();
      const bytes = readFileSync(join(cases, file));
      const answer = await send(bytes, {
        fileName: file,
        type: uploadMime || 'application/octet-stream',
        of,
      });
      if (expected.outcome === 'rejected') return expect(answer.statusCode).toBe(400);
      expect(answer.statusCode).toBe(200);
      const { success, errors }: ImportAnswer = answer.json();
      expect([expected.success].flat()).toContain(success);
      if (expected.errorLines)
        expect(errors.map((text) => Number(/^Line (\d+):/.exec(text)?.[1]))).toEqual(expected.errorLines);
      if (expected.prospects && success > 0) {
        expect((await all(of)).toSorted(byName)).toEqual(
          expected.prospects.toSorted(byName).map((one) => expect.objectContaining(one)),
        );
      }
    },
  );
});
