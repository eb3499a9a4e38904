import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportRow, prospectImport } from '#features/outreach/import-contract.ts';
import { formOf } from '#server/testing/form-file.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
afterAll(() => app.close());

async function uploaded(text: string) {
  const { body, headers } = formOf({ field: 'csvFile', fileName: 'a.csv', type: 'text/csv', bytes: text });
  return prospectImport.parse(
    (await app.call('POST', '/api/prospect-imports', tenant.tokens.user, body, headers)).json(),
  );
}
const correct = (id: string, body: unknown, of = tenant) =>
  app.call('PUT', `/api/prospect-imports/${id}/cell`, of.tokens.user, body);

describe('a cell that is corrected', () => {
  it('makes a rejected row one that is taken, and has all rows judged again', async () => {
    const file = await uploaded('Name;Fax;Email\nAcme;1;acme at example\n;2;\nBeta;3;hi@beta.example\n');
    expect(file.counts).toEqual({ ok: 1, duplicate: 0, rejected: 2 });
    const email = await correct(file.id, { line: 2, field: 'contactEmail', value: 'HI@beta.example' });
    expect([email.statusCode, email.json()]).toMatchObject([
      200,
      {
        row: { line: 2, state: 'ok', problem: null, values: { businessName: 'Acme' } },
        // The later row with this address is the duplicate now.
        file: { state: 'ready', counts: { ok: 1, duplicate: 1, rejected: 1 } },
      },
    ]);
    const name = await correct(file.id, { line: 3, field: 'businessName', value: 'Gamma' });
    expect(name.json()).toMatchObject({
      row: { state: 'ok', problem: 'no_email' },
      file: { counts: { ok: 2, duplicate: 1, rejected: 0 } },
    });
    // What was corrected outlives another mapping.
    const columns = [
      { index: 0, field: 'businessName' },
      { index: 1, field: 'contactPhone' },
      { index: 2, field: 'contactEmail' },
    ];
    await app.call('PUT', `/api/prospect-imports/${file.id}/mapping`, tenant.tokens.user, { columns });
    const rows: ImportRow[] = (
      await app.call('GET', `/api/prospect-imports/${file.id}/rows`, tenant.tokens.user)
    ).json();
    expect(rows.map(({ values }) => [values.businessName, values.contactPhone])).toEqual([
      ['Acme', '1'],
      ['Gamma', '2'],
      ['Beta', '3'],
    ]);
  });

  it('may still be wrong, and is refused where no column, no row or no waiting file is', async () => {
    const file = await uploaded('Name;Email\nAcme;x\nBeta;b@b.example');
    const wrong = await correct(file.id, { line: 2, field: 'contactEmail', value: 'still wrong' });
    expect(wrong.json().row).toMatchObject({ state: 'rejected', problem: 'not_email' });
    const answers = [
      await correct(file.id, { line: 2, field: 'address', value: '1 King St' }),
      await correct(file.id, { line: 9, field: 'contactEmail', value: 'a@a.example' }),
      await correct(file.id, { line: 2, field: 'contactEmail', value: 'a@a.example' }, await app.tenant()),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 404, 404]);
    await app.call('POST', `/api/prospect-imports/${file.id}/cancel`, tenant.tokens.user);
    const late = await correct(file.id, { line: 2, field: 'contactEmail', value: 'a@a.example' });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'This import was cancelled. Upload the file again.',
    ]);
  });
});
