import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { readPage } from './testing/browser-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a table', () => {
  it('does not exist under any name but those of the list, letter for letter (S19)', async () => {
    const { tokens } = await app.tenant();
    const names = [
      'pg_authid',
      'pg_stat_activity',
      'information_schema.tables',
      'public.leads',
      'leads;drop table leads',
      'leads where true',
      'leads--',
      '"leads"',
      "leads'",
      'leads"',
      'LEADS',
      'leads ',
      ' leads',
      'lead\u0455',
      'le\u200bads',
      'ｌｅａｄｓ',
      '../users',
      'leads\u0000',
      'leads/../users',
      'leads%20',
      '*',
      '',
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'length',
      '0',
      'null',
      '😀',
      'messages',
      'threads',
      'sessions',
      'api_keys',
      'outgoing_mail',
      'account_tokens',
      'audit_log',
      'email_settings',
      'social_accounts',
      'mailboxes',
      'organizations',
      'subscriptions',
      'idempotency_keys',
      'rate_counters',
      'x'.repeat(1900),
    ];
    for (const name of names) {
      const address = `/api/database/table/${encodeURIComponent(name)}`;
      const answer = await app.call('GET', address, tokens.owner);
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 404, 'not_found']);
    }
    const unpaired = await app.call('GET', '/api/database/table/%ED%A0%80', tokens.owner);
    expect(unpaired.statusCode).toBeGreaterThanOrEqual(400);
    expect(unpaired.statusCode).toBeLessThan(500);
    expect((await readPage(app, tokens.owner, 'leads')).data).toEqual([]);
  });

  it('changes nothing, whatever the method', async () => {
    const { tokens } = await app.tenant();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await app.call(method, '/api/database/table/leads', tokens.owner, {});
      expect([method, answer.statusCode]).toEqual([method, 405]);
    }
  });
});

describe('users', () => {
  it('are shown to owners and admins without anything secret, and do not exist for the others', async () => {
    const tenant = await app.tenant();
    for (const role of ['admin', 'owner'] as const) {
      const { data } = await readPage(app, tenant.tokens[role], 'users');
      expect(data.map((row) => String(row.email)).toSorted()).toEqual(
        Object.values(tenant.emails).toSorted(),
      );
      expect(Object.keys(data[0] ?? {})).toEqual([
        'id',
        'first_name',
        'last_name',
        'email',
        'role',
        'is_active',
        'last_login_at',
        'created_at',
      ]);
      expect(JSON.stringify(data)).not.toContain('argon2');
    }
    for (const role of ['viewer', 'user'] as const) {
      const hidden = await app.call('GET', '/api/database/table/users', tenant.tokens[role]);
      const absent = await app.call('GET', '/api/database/table/no_such_table', tenant.tokens[role]);
      expect(hidden.statusCode).toBe(404);
      expect({ ...hidden.json(), requestId: '' }).toEqual({ ...absent.json(), requestId: '' });
    }
  });
});
