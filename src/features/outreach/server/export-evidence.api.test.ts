import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prospect } from '#features/outreach/contract.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
afterAll(() => app.close());

const path = '/api/prospect-list/evidence';
const evidence = (selection: unknown) => app.call('POST', path, tenant.tokens.admin, { selection });

async function made(fields: Partial<Prospect> & { country?: string }): Promise<string> {
  const body = { businessName: 'Acme', ...fields };
  return (await app.call('POST', '/api/prospects', tenant.tokens.owner, body)).json().id;
}

describe('the evidence of consent', () => {
  it('holds basis, source, time in both zones, who recorded it, the rule and what follows', async () => {
    const consent = { basis: 'published_address', source: '=cmd|’their page’' };
    await app.call('POST', '/api/prospects', tenant.tokens.owner, {
      businessName: 'Given at once',
      contactEmail: 'hi@once.example',
      address: '1 King St, Sydney NSW 2000',
      consent,
    });
    const later = await made({ businessName: 'Recorded later', country: 'DE' });
    await app.call('PATCH', `/api/prospects/${later}`, tenant.tokens.user, {
      consent: { basis: 'express', source: 'Form' },
    });
    await made({ businessName: 'Without any', address: 'Austin, TX 78701' });
    const answer = await evidence({ filter: {} });
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/consent-evidence-\d{4}-\d\d-\d\d\.csv/),
    ]);
    const [names, ...rows] = Papa.parse<string[]>(answer.body.slice(1), { skipEmptyLines: true }).data;
    expect(names).toHaveLength(12);
    const [once = [], recorded = [], none = []] = rows;
    expect([...once.slice(0, 6), ...once.slice(9)]).toEqual([
      'Given at once',
      'hi@once.example',
      'Australia (AU)',
      'The address',
      'The address is published for business enquiries',
      // Inert in a spreadsheet.
      "'=cmd|’their page’",
      'May be written to',
      expect.stringContaining('conspicuously published'),
      'Spam Act 2003 (Cth), schedule 2, clause 4',
    ]);
    expect(once[6]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(names?.[7]).toMatch(/^Recorded \(\w+\/\w+\)$/);
    expect(once[7]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const zone = /\((.+)\)/.exec(names?.[7] ?? '')?.[1];
    const there = new Date(once[6] ?? '').toLocaleTimeString('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
    });
    expect(once[7]?.slice(11)).toBe(there);

    const detail = (await app.call('GET', `/api/prospects/${later}`, tenant.tokens.owner)).json();
    expect([recorded[2], recorded[3], recorded[8], recorded[9]]).toEqual([
      'Germany (DE)',
      'Set by a person',
      detail.activity[0].actor,
      'May be written to',
    ]);
    expect(once[8]).not.toBe('');
    expect(once[8]).not.toBe(recorded[8]);
    expect([none[2], none[4], none[6], none[8], none[9]]).toEqual([
      'United States (US)',
      'None recorded',
      '',
      '',
      'May be written to',
    ]);
  });

  it('is for admins alone, about this organization alone, also after the trial, and stands in the audit log', async () => {
    const id = await made({ businessName: 'Picked' });
    const one = await evidence({ ids: [id] });
    expect(one.body.trim().split('\r\n')).toHaveLength(2);
    const body = { selection: { ids: [id] } };
    expect((await app.call('POST', path, tenant.tokens.user, body)).statusCode).toBe(403);
    const other = await app.tenant();
    expect((await app.call('POST', path, other.tokens.owner, body)).statusCode).toBe(404);
    const ended = await app.tenant({ trialEnded: true });
    expect((await app.call('POST', path, ended.tokens.owner, { selection: { filter: {} } })).statusCode).toBe(
      200,
    );
    const log = await app.call('GET', '/api/tenant/audit-log', tenant.tokens.owner);
    expect(log.body).toContain('prospects.evidence-exported');
  });
});
