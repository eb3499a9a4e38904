import { setImmediate } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '#features/organization/server/tables.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { actOn } from './testing/tenant-money.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function rename(tenant: Tenant, name: string): Promise<void> {
  await app.hub.database.asPlatform('a test names a tenant', (tx) =>
    tx.db.update(organizations).set({ name }).where(eq(organizations.id, tenant.organizationId)),
  );
}

/** The text of a PDF by the fonts' own tables from glyphs to Unicode (PDF 1.7, section 9.10.3). */
function textOf(pdf: Buffer): string {
  const source = pdf.toString('latin1');
  const streams = [...source.matchAll(/\/Length (\d+)\s+\/Filter \/FlateDecode[^>]*>>\s*?stream\r?\n/g)].map(
    (match) => {
      // By its length: the last byte of what is packed may be a line's end itself.
      const begin = match.index + match[0].length;
      return inflateSync(pdf.subarray(begin, begin + Number(match[1]))).toString('latin1');
    },
  );
  return streams
    .filter((one) => one.includes('beginbfrange') || one.includes('beginbfchar'))
    .flatMap((one) => [...one.matchAll(/<([0-9a-f]{4,8})>/gi)])
    .map((match) => String.fromCharCode(Number.parseInt(match[1] ?? '0', 16)))
    .join('');
}

describe('invoices', () => {
  it('are listed newest first in pages, for owners and admins', async () => {
    const tenant = await app.tenant();
    for (const amountCents of [100, 200, 300])
      await actOn(app, tenant, 'payments', {
        amountCents,
        currency: 'USD',
        method: 'cash',
        paidUntil: new Date(Date.now() + amountCents * 86_400_000).toISOString(),
      });
    const first = await app.call('GET', '/api/tenant/invoices?limit=2', tenant.tokens.admin);
    expect(first.json().map((one: { totalCents: number }) => one.totalCents)).toEqual([300, 200]);
    expect(first.headers['x-total-count']).toBe('3');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await app.call('GET', next, tenant.tokens.admin);
    expect(second.json().map((one: { totalCents: number }) => one.totalCents)).toEqual([100]);
    expect(second.headers.link).toBeUndefined();
    const pdf = `/api/tenant/invoices/${first.json()[0].id}/pdf`;
    expect((await app.call('GET', pdf, tenant.tokens.admin)).statusCode).toBe(200);
    for (const token of [tenant.tokens.user, tenant.tokens.viewer])
      for (const path of ['/api/tenant/invoices', pdf])
        expect((await app.call('GET', path, token)).statusCode).toBe(403);
  });

  it('carry the tax of the operator’s rule, and stay as they were when the rule changes', async () => {
    const tenant = await app.tenant();
    const gst = { label: 'GST', rateBasisPoints: 1000, country: 'AU', currency: 'AUD' as const };
    const at = '/api/tenant/saas/invoice-settings';
    const rules = async (taxRules: (typeof gst)[]) => {
      const body = { sellerName: 'Hub Pty Ltd', sellerDetails: 'ABN 12 345', taxRules };
      expect((await app.call('PUT', at, app.platformToken, body)).statusCode).toBe(200);
      expect((await app.call('GET', at, app.platformToken)).json()).toEqual(body);
    };
    await rules([gst]);
    await actOn(app, tenant, 'setup-fee', { method: 'cash' });
    await rules([]);
    const [fee] = (await app.call('GET', '/api/tenant/invoices', tenant.tokens.owner)).json();
    expect(fee).toMatchObject({
      taxLabel: 'GST 10%',
      taxCents: 7000,
      subtotalCents: 70_000,
      totalCents: 77_000,
    });
    const url = `/api/tenant/saas/tenants/${tenant.organizationId}/invoices/${fee.id}/pdf`;
    const pdf = await app.call('GET', url, app.platformToken);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    for (const printed of 'HubPtyLtd12345GST%') expect(textOf(pdf.rawPayload)).toContain(printed);
  });

  it.each([
    [{ label: ' ' }, 'A tax needs a name, such as GST.'],
    [{ rateBasisPoints: 10_001 }, 'A rate is at most 100 %.'],
    [{ country: 'Australia' }, 'A country is two capital letters, such as AU.'],
    [{ rateBasisPoints: 0.5 }, null],
    [{ currency: 'EUR' }, null],
  ])('refuse a tax rule with %j', async (change, message) => {
    const rule = { label: 'GST', rateBasisPoints: 1000, country: 'AU', currency: 'AUD', ...change };
    const body = { sellerName: '', sellerDetails: '', taxRules: [rule] };
    const answer = await app.call('PUT', '/api/tenant/saas/invoice-settings', app.platformToken, body);
    expect(answer.statusCode).toBe(400);
    if (message) expect(JSON.stringify(answer.json().issues)).toContain(message);
  });
});

describe('an invoice as PDF', () => {
  it('is a file under its number that prints names of every script', async () => {
    const tenant = await app.tenant();
    const name = 'Żółć & Söhne Ελλάς Жук 漢字広告 한국';
    await rename(tenant, name);
    const paid = await actOn(app, tenant, 'setup-fee', { method: 'cash' });
    const { id, number } = paid.json().invoices[0];
    const answer = await app.call('GET', `/api/tenant/invoices/${id}/pdf`, tenant.tokens.admin);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(`attachment; filename="${number}.pdf"`);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const text = textOf(answer.rawPayload);
    const missing = Array.from(name.replaceAll(' ', '')).filter((character) => !text.includes(character));
    expect(missing).toEqual([]);
    for (const printed of '770.00AUDNotaxcharged') expect(text).toContain(printed);
  });

  it('of one organization keeps nobody else waiting', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()];
    const pathOf = async (tenant: Tenant) => {
      const { id } = (await actOn(app, tenant, 'setup-fee', { method: 'cash' })).json().invoices[0];
      return `/api/tenant/invoices/${id}/pdf`;
    };
    const [many, single] = [await pathOf(one), await pathOf(other)];
    const asked = Array.from({ length: 30 }, () => app.call('GET', many, one.tokens.owner));
    expect((await app.call('GET', single, other.tokens.owner)).statusCode).toBe(200);
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  });

  it('is written beside everything else: the server goes on while fonts are read', async () => {
    const tenant = await app.tenant();
    await rename(tenant, '漢字広告 한국');
    const { id } = (await actOn(app, tenant, 'setup-fee', { method: 'cash' })).json().invoices[0];
    const at = `/api/tenant/invoices/${id}/pdf`;
    let written = 0;
    const all = Promise.all(
      [1, 2, 3].map(async () => {
        const { statusCode } = await app.call('GET', at, tenant.tokens.admin);
        written += 1;
        return statusCode;
      }),
    );
    // In one thread with it, none of these would be answered before the first invoice.
    let [answered, meanwhile] = [0, 0];
    while (written === 0) {
      const alive = await app.call('GET', '/healthz', null);
      await setImmediate();
      answered += Number(alive.statusCode === 200);
      meanwhile += Number(written === 0);
    }
    expect(meanwhile).toBeGreaterThan(3);
    expect(answered).toBeGreaterThanOrEqual(meanwhile);
    expect(await all).toEqual([200, 200, 200]);
  });

  it('is nobody else’s', async () => {
    const tenant = await app.tenant();
    const other = await app.tenant();
    const { id } = (await actOn(app, tenant, 'setup-fee', { method: 'cash' })).json().invoices[0];
    for (const wrong of [id, 'x', '01a21f5b-0000-7000-8000-000000000000'])
      expect(
        (await app.call('GET', `/api/tenant/invoices/${wrong}/pdf`, other.tokens.owner)).statusCode,
      ).toBe(404);
  });
});
