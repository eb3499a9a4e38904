import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prospectImport } from '#features/outreach/import-contract.ts';
import { formOf } from '#server/testing/form-file.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

const count = 20_000;

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
afterAll(() => app.close());

/** Longer than these, and the rows are compared each with each: 20,000 take minutes then. */
const limitMs = 50_000;

describe('a file of 20,000 rows', () => {
  it('is read, judged and taken by another mapping without comparing each row with each', async () => {
    const lines = Array.from(
      { length: count },
      (_, index) => `Business ${index},hello${index}@business.example,${index} King St`,
    );
    const { body, headers } = formOf({
      field: 'csvFile',
      fileName: 'large.csv',
      type: 'text/csv',
      bytes: `Business Name,Contact Email,Address\n${lines.join('\n')}\nBusiness 1,HELLO1@business.example,`,
    });
    const began = performance.now();
    const answer = await app.call('POST', '/api/prospect-imports', tenant.tokens.user, body, headers);
    expect([answer.statusCode, performance.now() - began < limitMs]).toEqual([201, true]);
    const file = prospectImport.parse(answer.json());
    expect(file.counts).toEqual({ ok: count, duplicate: 1, rejected: 0 });

    const again = performance.now();
    const columns = [
      { index: 0, field: 'businessName' },
      { index: 1, field: 'contactEmail' },
    ];
    const path = `/api/prospect-imports/${file.id}/mapping`;
    const mapped = await app.call('PUT', path, tenant.tokens.user, { columns });
    expect([mapped.json().counts, performance.now() - again < limitMs]).toEqual([file.counts, true]);
  });
});
