import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

/** Every line that the application logs at the most talkative level. */
const lines: string[] = [];
const sink = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(chunk.toString('utf8'));
    done();
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true, log: pino({ level: 'trace' }, sink) });
});
afterAll(() => app.close());

describe('logs and the audit log', () => {
  it('hold no password, token, key, reset link or text of a mail, also when things fail', async () => {
    const tenant = await app.tenant();
    const { owner, user } = tenant.tokens;
    const secrets = [
      testPassword,
      owner,
      user,
      'canary-new-password',
      'canary-wrong-password',
      'canary-mail-text',
    ];
    await app.call('POST', '/api/tenant/auth/login', null, {
      email: tenant.emails.user,
      password: 'canary-wrong-password',
    });
    const login = await app.call('POST', '/api/tenant/auth/login', null, {
      email: tenant.emails.user,
      password: testPassword,
    });
    secrets.push(String(login.json().token));
    const key = await app.call('POST', '/api/tenant/api-keys', owner, { name: 'k', scopes: ['read'] });
    secrets.push(String(key.json().key));
    await app.call('POST', '/api/tenant/auth/forgot-password', null, { email: tenant.emails.user });
    await expect.poll(() => app.sent.length).toBeGreaterThan(0);
    secrets.push(/token=(\S+)/.exec(app.sent.at(-1)?.text ?? '')?.[1] ?? 'no link');
    app.mail.fails = true;
    await app.call('POST', '/api/tenant/auth/change-password', user, {
      currentPassword: testPassword,
      newPassword: 'canary-new-password',
    });
    const mail = {
      id: 'm',
      snippet: 'canary-mail-text',
      payload: { mimeType: 'text/plain', headers: [{ name: 'From', value: 'a@b.example' }] },
    };
    await app.call('POST', '/api/v2/ingest/messages', owner, mail);
    // A failure inside a query carries the query's values with it.
    const broken = app.hub.database
      .forOrganization(tenant.organizationId)
      .db.execute(`select 'canary-mail-text'::uuid`);
    await expect(broken).rejects.toThrow();
    await app.call('GET', '/api/leads?cursor=canary', owner);
    await expect.poll(() => lines.some((line) => line.includes('could not be sent'))).toBe(true);
    const audit = await app.call('GET', '/api/tenant/audit-log', owner);
    for (const secret of secrets) {
      expect(
        lines.filter((line) => line.includes(secret)),
        'a log line',
      ).toEqual([]);
      expect(audit.body, 'the audit log').not.toContain(secret);
    }
  });

  it('hold no error for a state that strangers can ask for, such as a chat that is off', async () => {
    const { slug } = await app.tenant({ status: 'suspended' });
    const path = `/api/widget/${slug}/conversations`;
    const answer = await app.call('POST', path, null, { text: 'hello', clientKey: randomUUID() });
    expect(answer.statusCode).toBe(503);
    expect(lines.filter((line) => line.includes('is not available at the moment'))).toEqual([]);
  });
});
