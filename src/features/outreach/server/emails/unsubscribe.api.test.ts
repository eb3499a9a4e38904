import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suppressions } from '#server/db/tables.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import {
  detailOf,
  emailsOf,
  headersOf,
  linkIn,
  mailsTo,
  newProspect,
  send,
  senderTenant,
  sent,
} from '../testing/outreach-mail.ts';

let app: TestApp;
let tenant: Tenant;
let port: number;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
  port = await app.listen();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await senderTenant(app);
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = 'List-Unsubscribe=One-Click';
const multipart = {
  body: '--b1\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b1--\r\n',
  headers: { 'content-type': 'multipart/form-data; boundary=b1' },
};

/** A prospect that got a mail, with the path of its way out. */
async function written(of = tenant, fields: object = {}) {
  const prospect = await newProspect(app, of, fields);
  await sent(app, of, prospect);
  const [mail] = mailsTo(app, prospect.contactEmail).slice(-1);
  if (!mail) throw new Error('Nothing left.');
  expect(headersOf(mail)['list-unsubscribe']).toBe(`<${linkIn(mail)}>`);
  return { prospect, path: new URL(linkIn(mail)).pathname };
}
const stopped = (of = tenant) =>
  app.hub.database.forOrganization(of.organizationId).db.select().from(suppressions);

describe('the way out of an email', () => {
  it.each([
    ['as a URL-encoded form', oneClick, form],
    ['as a form that is encoded throughout', '%4cist%2dUnsubscribe=One%2DClick&x=%', form],
    ['as multipart/form-data', multipart.body, multipart.headers],
  ])(
    'works with one post of a mail program %s, without cookies, sign-in or redirect',
    async (_how, body, headers) => {
      const { prospect, path } = await written();
      const answer = await app.call('POST', path, null, body, headers);
      expect([answer.statusCode, answer.headers.location, answer.headers['set-cookie']]).toEqual([
        200,
        undefined,
        undefined,
      ]);
      expect(answer.body).toContain('You are unsubscribed');
      expect(await stopped()).toEqual([
        expect.objectContaining({
          cause: 'unsubscribe',
          address: prospect.contactEmail,
          recordedBy: 'The recipient',
        }),
      ]);
      const detail = await detailOf(app, tenant, prospect.id);
      expect(detail).toMatchObject({ suppressed: true, status: 'email_sent' });
      expect(detail.activity.filter(({ action }) => action === 'unsubscribed')).toHaveLength(1);
      expect((await send(app, tenant, prospect, { content: 'Another.' })).json().code).toBe('suppressed');
      // Repeated, it is the same.
      expect((await app.call('POST', path, null, body, headers)).statusCode).toBe(200);
      expect(await stopped()).toHaveLength(1);
      expect((await detailOf(app, tenant, prospect.id)).activity).toHaveLength(detail.activity.length);
    },
  );

  it('shows a page, which acts by its button alone', async () => {
    const { prospect, path } = await written();
    const api = `/api${path}`;
    const page = {
      organization: `Tenant ${tenant.slug}`,
      address: prospect.contactEmail.replace('i@', '…@'),
    };
    for (const method of ['GET', 'HEAD']) {
      await fetch(`http://127.0.0.1:${port}${path}`, { method });
      const answer = await fetch(`http://127.0.0.1:${port}${api}`, { method });
      expect(answer.status).toBe(200);
      if (method === 'GET') expect(await answer.json()).toEqual({ ...page, unsubscribedAt: null });
    }
    expect(await stopped()).toEqual([]);
    const acted = await app.call('POST', api, null, {});
    expect(acted.json()).toEqual({ ...page, unsubscribedAt: expect.any(String) });
    expect((await app.call('GET', api)).json()).toEqual(acted.json());
  });

  it('is no way in: a post that does not say what it is, a forged link or one of another kind does nothing', async () => {
    const { path } = await written();
    const other = await senderTenant(app);
    const foreign = await written(other);
    for (const [body, headers] of [
      ['', form],
      ['List-Unsubscribe=Maybe', form],
      [{ 'List-Unsubscribe': 'One-Click' }, {}],
      [undefined, {}],
      [oneClick.padEnd(20_000, 'x'), form],
    ] as const) {
      const answer = await app.call('POST', path, null, body, headers);
      expect([400, 413]).toContain(answer.statusCode);
    }
    const token = path.split('/').at(-1) ?? '';
    const [, organization = '', bits = ''] = /^hubl_(.{22})_(.{43})$/.exec(token) ?? [];
    const [, elsewhere = ''] = /^\/unsubscribe\/hubl_(.{22})_/.exec(foreign.path) ?? [];
    const last = bits.endsWith('A') ? 'E' : 'A';
    for (const forged of [
      `hubl_${organization}_${bits.slice(0, -1)}${last}`,
      `hubl_${elsewhere}_${bits}`,
      `hubl_${organization}_${'A'.repeat(43)}`,
      token.replace('hubl', 'hubr'),
      'hubl_x',
      'x'.repeat(250),
    ]) {
      for (const address of [`/unsubscribe/${forged}`, `/api/unsubscribe/${forged}`]) {
        const answer = await app.call(
          'POST',
          address,
          null,
          address.startsWith('/api') ? {} : oneClick,
          address.startsWith('/api') ? {} : form,
        );
        expect([400, 404], address).toContain(answer.statusCode);
      }
    }
    expect([await stopped(), await stopped(other)]).toEqual([[], []]);
  });

  it('works when the tenant is suspended and when the prospect is gone, and holds when it comes again', async () => {
    const { prospect, path } = await written();
    await app.call('DELETE', `/api/prospects/${prospect.id}`, tenant.tokens.owner);
    await app.hub.database.asPlatform('a test suspends a tenant', (tx) =>
      tx.db.execute(
        sql`update subscriptions set status = 'suspended' where organization_id = ${tenant.organizationId}`,
      ),
    );
    expect((await app.call('POST', path, null, oneClick, form)).statusCode).toBe(200);
    // Nobody of the tenant knows the address any more, so the list stops it without naming it.
    expect(await stopped()).toEqual([expect.objectContaining({ cause: 'unsubscribe', address: null })]);
    await app.hub.database.asPlatform('a test lets a tenant go on', (tx) =>
      tx.db.execute(
        sql`update subscriptions set status = 'active' where organization_id = ${tenant.organizationId}`,
      ),
    );
    const again = await newProspect(app, tenant, { contactEmail: prospect.contactEmail.toUpperCase() });
    expect(again.suppressed).toBe(true);
    expect((await send(app, tenant, again)).json().code).toBe('suppressed');
  });

  it('stops one tenant alone, and every prospect of it with that address', async () => {
    const { prospect, path } = await written();
    const twin = await newProspect(app, tenant, { contactEmail: prospect.contactEmail.toUpperCase() });
    const other = await senderTenant(app);
    const same = await newProspect(app, other, { contactEmail: prospect.contactEmail });
    await app.call('POST', path, null, oneClick, form);
    expect((await detailOf(app, tenant, twin.id)).activity.map(({ action }) => action)).toContain(
      'unsubscribed',
    );
    expect(await detailOf(app, other, same.id)).toMatchObject({ suppressed: false });
    await sent(app, other, same);
  });

  it('holds what waits, and answers to leads go on', async () => {
    const { prospect, path } = await written();
    const waiting = await sent(app, tenant, prospect, { undoSeconds: 1, content: 'A second one.' });
    await app.call('POST', path, null, oneClick, form);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await app.hub.services.gate.sweep({ all: false });
    const emails = await emailsOf(app, tenant, prospect.id);
    expect(emails.find(({ id }) => id === waiting.id)).toMatchObject({ state: 'held', mayUndo: false });
    expect(mailsTo(app, prospect.contactEmail)).toHaveLength(1);
    const lead = await app.call('POST', '/api/leads', tenant.tokens.user, {
      name: 'Jane',
      contact_email: prospect.contactEmail,
    });
    const reply = await app.call('POST', `/api/leads/${lead.json().thread_id}/reply`, tenant.tokens.user, {
      content: 'Thank you for asking.',
    });
    expect(reply.statusCode).toBe(202);
  });
});
