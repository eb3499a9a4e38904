import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { sql } from 'drizzle-orm';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Background, startBackground } from '#server/background.ts';
import { features } from '#server/features.ts';
import { jobContext } from '#server/organization-context.ts';
import { startMailServers, type TestMailServers, type TestMailUser } from '#server/testing/mail-servers.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import type { MailboxReport } from '../contract.ts';
import { appendSent } from './append-sent.ts';

const email = '/api/tenant/integrations/email';
const servers: TestMailServers | null = await startMailServers();

function mail(n: number | string, from = `jane${n}@client.example`): string {
  return [
    `From: Jane ${n} <${from}>`,
    'To: sales@localhost',
    `Subject: Billboard ${n}`,
    `Message-ID: <m${n}@client.example>`,
    `Date: ${new Date().toUTCString()}`,
    '',
    `Hello, a billboard please. Number ${n}.`,
    '',
  ].join('\r\n');
}

describe.skipIf(!servers)(
  'a mailbox on a real Dovecot (skipped where dovecot-imapd is not installed)',
  () => {
    let app: TestApp;
    let background: Background;
    let count = 0;

    beforeAll(async () => {
      tls.setDefaultCACertificates([...tls.getCACertificates('default'), servers?.imap.caCert ?? '']);
      app = await startTestApp({ env: { HUB_ALLOW_PRIVATE_HOSTS: '1' } });
      background = startBackground(app.hub, features);
    });
    afterAll(async () => {
      await background.stop();
      await app.close();
      await servers?.stop();
    });

    function imapOf(user: TestMailUser, change: object = {}): object {
      const { host, port } = servers?.imap ?? { host: '', port: 0 };
      return {
        host,
        port,
        secure: true,
        user: user.address,
        mailbox: 'INBOX',
        secret: user.password,
        ...change,
      };
    }

    async function put(tenant: Tenant, imap: object | null, more: object = {}) {
      return app.call('PUT', email, tenant.tokens.owner, {
        teamAddresses: [],
        postalAddress: '',
        imap,
        ...more,
      });
    }

    async function newUser(): Promise<TestMailUser> {
      count += 1;
      if (!servers) throw new Error('no servers');
      return servers.addUser(`user${count}`);
    }

    async function clientOf(user: TestMailUser): Promise<ImapFlow> {
      const client = new ImapFlow({
        host: 'localhost',
        port: servers?.imap.port ?? 0,
        secure: true,
        auth: { user: user.address, pass: user.password },
        logger: false,
      });
      await client.connect();
      return client;
    }

    async function append(user: TestMailUser, texts: string[], folder = 'INBOX', at?: Date): Promise<void> {
      const client = await clientOf(user);
      for (const text of texts) await client.append(folder, text, [], at);
      await client.logout();
    }

    async function report(tenant: Tenant): Promise<MailboxReport> {
      return (await app.call('GET', '/api/tenant/mailbox', tenant.tokens.owner)).json();
    }

    async function until(tenant: Tenant, good: (one: MailboxReport) => boolean, limitMs = 40_000) {
      const end = performance.now() + limitMs;
      for (;;) {
        const now = await report(tenant);
        if (good(now) || performance.now() > end) return now;
        await sleep(100);
      }
    }

    async function messagesOf(tenant: Tenant): Promise<{ subject: string; direction: string }[]> {
      const result = await app.hub.database
        .forOrganization(tenant.organizationId)
        .db.execute<{ subject: string; direction: string }>(
          sql`select subject, direction from messages where organization_id = ${tenant.organizationId} order by subject`,
        );
      return [...result];
    }

    it('takes what is there, then new mail within seconds, and the Sent folder as written by the team', async () => {
      const tenant = await app.tenant();
      const user = await newUser();
      await append(user, [mail('a1'), mail('a2')]);
      await append(user, [mail('a3', 'someone@elsewhere.example')], 'Sent');
      expect((await put(tenant, imapOf(user))).statusCode).toBe(200);
      const first = await until(tenant, ({ inHub, state }) => inHub === 3 && state === 'connected');
      expect(first).toMatchObject({ state: 'connected', inHub: 3, total: 3, lastError: null, gaps: [] });
      await sleep(300);
      const began = performance.now();
      await append(user, [mail('a4')]);
      expect(await until(tenant, ({ inHub }) => inHub === 4)).toMatchObject({ inHub: 4, total: 4 });
      // Without word from the server the next look would come after 40 seconds.
      expect(performance.now() - began).toBeLessThan(20_000);
      expect(await messagesOf(tenant)).toEqual([
        { subject: 'Billboard a1', direction: 'inbound' },
        { subject: 'Billboard a2', direction: 'inbound' },
        { subject: 'Billboard a3', direction: 'outbound' },
        { subject: 'Billboard a4', direction: 'inbound' },
      ]);
    });

    it('keeps secrets to itself: they are never answered, stay when left out, and go to no other server', async () => {
      const tenant = await app.tenant();
      const user = await newUser();
      const saved = await put(tenant, imapOf(user), { dailyLimit: 40 });
      expect(saved.body).not.toContain(user.password);
      expect(saved.json()).toMatchObject({ imap: { hasSecret: true }, smtp: null, dailyLimit: 40 });
      const { secret: _, ...without } = { secret: '', ...imapOf(user) };
      expect((await put(tenant, without)).json().imap.hasSecret).toBe(true);
      expect((await put(tenant, { ...without, host: '127.0.0.1' })).statusCode).toBe(400);
      expect((await put(tenant, { ...without, secret: null })).json().imap.hasSecret).toBe(false);
      expect((await put(tenant, null)).json()).toMatchObject({
        imap: null,
        status: { state: 'not_connected' },
      });
    });

    it('says in words which part of the settings is wrong', async () => {
      const tenant = await app.tenant();
      const user = await newUser();
      const test = async (imap: object) =>
        (await app.call('POST', `${email}/test`, tenant.tokens.owner, { imap })).json();
      expect(await test(imapOf(user))).toEqual({
        ok: true,
        message: expect.stringContaining('holds 0 messages'),
      });
      expect((await test(imapOf(user, { secret: 'wrong' }))).message).toContain(
        'refused the user name or the password',
      );
      expect((await test(imapOf(user, { mailbox: 'Nowhere' }))).message).toContain(
        'folder Nowhere is not there',
      );
      expect((await test(imapOf(user, { port: 1 }))).message).toContain('Nothing answers');
      expect((await test(imapOf(user, { host: 'no-such-host.invalid' }))).message).toContain('was not found');
      expect((await test(imapOf(user, { secure: false }))).ok).toBe(false);
    });

    it('survives new UIDs without doubles, and a comparison finds and fetches what is missing', async () => {
      const tenant = await app.tenant();
      const user = await newUser();
      await append(user, [mail('b1'), mail('b2'), mail('b3')]);
      await put(tenant, imapOf(user));
      await until(tenant, ({ inHub, state }) => inHub === 3 && state === 'connected');
      const db = app.hub.database.forOrganization(tenant.organizationId).db;
      await db.execute(
        sql`delete from threads where organization_id = ${tenant.organizationId} and subject = 'Billboard b2'`,
      );
      expect((await app.call('POST', '/api/tenant/mailbox/check', tenant.tokens.owner, {})).statusCode).toBe(
        202,
      );
      const checked = await until(tenant, ({ checking, lastCheckAt }) => !checking && lastCheckAt !== null);
      expect(checked).toMatchObject({ recovered: 1, inHub: 3, total: 3, checking: false });
      await servers?.changeUidValidity(user);
      await servers?.pause();
      await servers?.resume();
      await append(user, [mail('b4')]);
      await until(tenant, ({ inHub, state }) => inHub === 4 && state === 'connected');
      expect((await messagesOf(tenant)).map(({ subject }) => subject)).toEqual([
        'Billboard b1',
        'Billboard b2',
        'Billboard b3',
        'Billboard b4',
      ]);
    });

    it('leaves old mail on the server, and passes by what is no message with its reason', async () => {
      const tenant = await app.tenant();
      const user = await newUser();
      await append(user, [mail('c1')], 'INBOX', new Date(Date.now() - 200 * 86_400_000));
      await append(user, ['\r\n\r\nnothing', mail('c2')]);
      await put(tenant, imapOf(user));
      const found = await until(tenant, ({ inHub, state }) => inHub === 1 && state === 'connected');
      expect(found.folders.find(({ role }) => role === 'inbox')).toMatchObject({
        older: 1,
        inHub: 1,
        skipped: 1,
      });
      expect(found.gaps[0]?.reason).toContain('not an email message');
    });

    it('puts a sent message into the Sent folder once, and knows it again when it reads that folder', async () => {
      const tenant = await app.tenant();
      const user = await newUser();
      await append(user, [mail('e0')]);
      await put(tenant, imapOf(user));
      await until(tenant, ({ inHub, state }) => inHub === 1 && state === 'connected');
      const stored = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, mail('e1'), {
        'content-type': 'message/rfc822',
      });
      const payload = { messageId: String(stored.json().results[0].id) };
      const { database, services, log } = app.hub;
      const organization = jobContext(app.hub, tenant.organizationId);
      const run = { attempt: 1, signal: new AbortController().signal };
      for (let times = 0; times < 2; times += 1)
        await appendSent.execute({ organization, database, services, log }, payload, run);
      const client = await clientOf(user);
      await client.mailboxOpen('Sent');
      const found = await client.fetchAll('1:*', { flags: true, headers: ['message-id'] });
      await client.logout();
      expect(
        found.map(({ flags, headers }) => [[...(flags ?? [])].includes('\\Seen'), String(headers).trim()]),
      ).toEqual([[true, 'Message-ID: <me1@client.example>']]);
      await app.call('POST', '/api/tenant/mailbox/check', tenant.tokens.owner, {});
      expect(await until(tenant, ({ inHub }) => inHub === 2)).toMatchObject({ inHub: 2, total: 2 });
      expect(await messagesOf(tenant)).toHaveLength(2);
    });

    it('reads no mailbox while no module takes mail', async () => {
      const tenant = await app.tenant({ modules: ['social_media'] });
      const user = await newUser();
      await append(user, [mail('d1')]);
      await put(tenant, imapOf(user));
      await sleep(1_000);
      expect(await report(tenant)).toMatchObject({ state: 'waiting', inHub: 0 });
      expect(await messagesOf(tenant)).toEqual([]);
    });
  },
);
