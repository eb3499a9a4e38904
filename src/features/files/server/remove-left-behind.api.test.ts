import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { images } from '#features/images/server/tables.ts';
import { formOf, onePixel } from '#server/testing/form-file.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { removeLeftBehind } from './remove-left-behind.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const filesOf = (of: Tenant) =>
  readdir(join(app.hub.services.config.dataDir, 'files', of.organizationId)).catch(() => []);

function sweep(hoursLater: number): Promise<void> {
  const { hub } = app;
  const clock = { now: () => new Date(Date.now() + hoursLater * 3_600_000) };
  const services = { ...hub.services, clock };
  return removeLeftBehind.execute(
    { organization: null, database: hub.database, log: hub.log, services },
    {},
    { attempt: 1, signal: new AbortController().signal },
  );
}

async function tenantWithFiles(): Promise<{ tenant: Tenant; pictureUrl: string }> {
  const tenant = await app.tenant();
  const { body, headers } = formOf({ field: 'file', fileName: 'a.png', bytes: onePixel });
  const picture = await app.call('POST', '/api/uploads', tenant.tokens.user, body, headers);
  const octets = { 'content-type': 'application/octet-stream' };
  await app.call('POST', '/api/files?name=a.txt', tenant.tokens.user, 'a file', octets);
  return { tenant, pictureUrl: String(picture.json().url) };
}

describe('bytes in the data folder', () => {
  it('of pictures and uploads stay as long as their rows do, whatever their age', async () => {
    const { tenant, pictureUrl } = await tenantWithFiles();
    const before = await filesOf(tenant);
    await sweep(100_000);
    expect(await filesOf(tenant)).toEqual(before);
    expect((await app.call('GET', pictureUrl, null)).statusCode).toBe(200);
  });

  it('without a row go after a day', async () => {
    const { tenant } = await tenantWithFiles();
    await app.hub.database.forOrganization(tenant.organizationId).db.delete(images);
    await sweep(23);
    expect(await filesOf(tenant)).toHaveLength(4);
    await sweep(25);
    expect(await filesOf(tenant)).toHaveLength(1);
  });
});
