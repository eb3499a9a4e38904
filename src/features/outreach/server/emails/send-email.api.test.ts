import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outgoingMail } from '#server/db/tables.ts';
import { jobContext } from '#server/organization-context.ts';
import { formOf } from '#server/testing/form-file.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { usedThisMonth } from '#server/testing/used-this-month.ts';
import { outreachEmails } from '../sending-tables.ts';
import {
  detailOf,
  emailsOf,
  headersOf,
  linkIn,
  mailsTo,
  newProspect,
  postalAddress,
  send,
  senderTenant,
  sent,
} from '../testing/outreach-mail.ts';
import { placeOutreach, prepareOutreach } from './write-email.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await senderTenant(app);
});
afterEach(() => {
  app.mail.answer = null;
  app.mail.fails = false;
});

const db = () => app.hub.database.forOrganization(tenant.organizationId).db;
const ledger = () => db().select().from(outgoingMail).orderBy(outgoingMail.createdAt);
const put = (path: string, body: object) => app.call('PUT', path, tenant.tokens.owner, body);
const post = (path: string, body?: object, token = tenant.tokens.user) => app.call('POST', path, token, body);
const usage = () => usedThisMonth(app, tenant, 'emails_sent');

describe('an email to a prospect', () => {
  it('leaves at once with sender, postal address and a way out with one click, and is a contact', async () => {
    const prospect = await newProspect(app, tenant, { businessName: 'Café "Zoë", Manly' });
    const answer = await send(app, tenant, prospect, { content: 'Hello,\n\nmay I ask?' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ state: 'sent', messageId: expect.stringContaining('@') });
    const [mail, ...more] = mailsTo(app, prospect.contactEmail);
    expect(more).toEqual([]);
    if (!mail) throw new Error('Nothing left.');
    const link = linkIn(mail);
    expect(link).toMatch(/^http:\/\/hub\.example\/unsubscribe\/hubl_[\w-]{22}_[\w-]{43}$/);
    expect(mail.text).toBe(
      `Hello,\n\nmay I ask?\n\nTenant ${tenant.slug}\n${postalAddress}\n\nTo get no more emails like this from us, open: ${link}`,
    );
    expect(headersOf(mail)).toMatchObject({
      'list-unsubscribe': `<${link}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      from: expect.stringContaining(`Tenant ${tenant.slug}`),
      'reply-to': tenant.emails.owner,
      to: expect.stringContaining(prospect.contactEmail),
      subject: 'A question',
      'message-id': `<${answer.json().messageId}>`,
      'content-type': expect.stringContaining('text/plain'),
    });
    expect(Buffer.from(mail.bytes).toString()).toContain(`List-Unsubscribe: <${link}>\r\n`);
    expect(headersOf(mail)).not.toHaveProperty('precedence');
    expect(headersOf(mail)).not.toHaveProperty('auto-submitted');
    const detail = await detailOf(app, tenant, prospect.id);
    expect(detail).toMatchObject({ status: 'email_sent', lastContactedAt: expect.any(String) });
    expect(detail.activity.map(({ action, actor }) => [action, actor])).toEqual(
      expect.arrayContaining([
        ['emailed', 'user Person'],
        ['status', 'user Person'],
      ]),
    );
    expect(await emailsOf(app, tenant, prospect.id)).toEqual([
      expect.objectContaining({
        id: answer.json().id,
        state: 'sent',
        to: prospect.contactEmail,
        content: 'Hello,\n\nmay I ask?',
        warning: expect.stringContaining('without a recorded basis'),
        sequence: null,
        createdBy: 'user Person',
        sentAt: expect.any(String),
        mayUndo: false,
        maySendAgain: false,
      }),
    ]);
    expect(await usage()).toBe(1);
  });

  it('ends with the signature above the identity', async () => {
    await put('/api/outreach-settings', { signature: 'Lee Moss\nNorthlight' });
    const prospect = await newProspect(app, tenant);
    await sent(app, tenant, prospect);
    expect(mailsTo(app, prospect.contactEmail)[0]?.text).toContain(
      `may I ask?\n\nLee Moss\nNorthlight\n\nTenant ${tenant.slug}\n${postalAddress}\n\nTo get`,
    );
  });

  it('goes to the address of its prospect alone, in whatever case it is typed', async () => {
    const prospect = await newProspect(app, tenant);
    const other = await send(app, tenant, prospect, { to: 'somebody@else.example' });
    expect([other.statusCode, other.json().issues[0].path]).toEqual([400, 'to']);
    const none = await send(app, tenant, await newProspect(app, tenant, { contactEmail: '' }), {
      to: 'somebody@else.example',
    });
    expect(none.statusCode).toBe(400);
    expect(mailsTo(app, 'somebody@else.example')).toEqual([]);
    await sent(app, tenant, prospect, { to: prospect.contactEmail.toUpperCase() });
    expect(mailsTo(app, prospect.contactEmail)).toHaveLength(1);
  });

  it('takes no second line in its subject', async () => {
    const prospect = await newProspect(app, tenant);
    const answer = await send(app, tenant, prospect, { subject: 'Hello\r\nBcc: evil@x.example' });
    expect(answer.statusCode).toBe(400);
  });

  it('is not for viewers, and not of another tenant', async () => {
    const prospect = await newProspect(app, tenant);
    const body = { prospectId: prospect.id, to: prospect.contactEmail, subject: 'A', content: 'B' };
    expect((await post('/api/send-email', body, tenant.tokens.viewer)).statusCode).toBe(403);
    const other = await senderTenant(app);
    const same = await newProspect(app, other, { contactEmail: prospect.contactEmail });
    const answer = await post('/api/send-email', body, other.tokens.user);
    expect(answer.statusCode).toBe(404);
    expect(await emailsOf(app, other, same.id)).toEqual([]);
    expect(
      (await app.call('GET', `/api/prospects/${prospect.id}/emails`, other.tokens.owner)).statusCode,
    ).toBe(404);
    expect(mailsTo(app, prospect.contactEmail)).toEqual([]);
  });

  it('is the same one under the same key, however often it is asked for', async () => {
    const prospect = await newProspect(app, tenant);
    const body = { prospectId: prospect.id, to: prospect.contactEmail, subject: 'A', content: 'B' };
    const ask = () =>
      app.call('POST', '/api/send-email', tenant.tokens.user, body, { 'idempotency-key': 'k1' });
    const [first, second] = [await ask(), await ask()];
    expect(second.json()).toEqual(first.json());
    expect(mailsTo(app, prospect.contactEmail)).toHaveLength(1);
    const again = await post('/api/send-email', body);
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      expect.stringContaining('Exactly this mail'),
    ]);
  });

  it('by a server that refuses is told at once, counted as nothing, and sent again with the same id', async () => {
    const prospect = await newProspect(app, tenant);
    app.mail.fails = true;
    const answer = await send(app, tenant, prospect);
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream_failed']);
    const [email] = await emailsOf(app, tenant, prospect.id);
    expect(email).toMatchObject({ state: 'failed', maySendAgain: true, mayUndo: false });
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({
      status: 'not_contacted',
      lastContactedAt: null,
    });
    expect(await usage()).toBe(0);
    const [failed] = await ledger();
    app.mail.fails = false;
    const again = await post(`/api/outreach-emails/${email?.id}/send-again`);
    expect([again.statusCode, again.json().state]).toEqual([200, 'queued']);
    await expect.poll(() => mailsTo(app, prospect.contactEmail).length).toBe(1);
    const [mail] = mailsTo(app, prospect.contactEmail);
    expect(mail && headersOf(mail)['message-id']).toBe(`<${failed?.messageId}>`);
    await expect.poll(async () => (await emailsOf(app, tenant, prospect.id))[0]?.state).toBe('sent');
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({ status: 'email_sent' });
    expect(await usage()).toBe(1);
    expect((await post(`/api/outreach-emails/${email?.id}/send-again`)).statusCode).toBe(409);
  });

  it('whose outcome nobody knows says so, and goes again only when a person confirms it', async () => {
    const prospect = await newProspect(app, tenant);
    app.mail.answer = () => ({ outcome: 'unknown', words: 'connection lost' });
    const answer = await send(app, tenant, prospect);
    expect([answer.statusCode, answer.json().state]).toEqual([202, 'sending']);
    expect(answer.json().reason).toContain('not known');
    app.mail.answer = null;
    const [email] = await emailsOf(app, tenant, prospect.id);
    expect(email).toMatchObject({ state: 'unconfirmed', maySendAgain: true });
    const bell = await app.call('GET', '/api/notifications', tenant.tokens.user);
    expect(bell.body).toContain(`Email to ${prospect.contactEmail} is not confirmed`);
    const path = `/api/outreach-emails/${email?.id}/send-again`;
    expect((await post(path, {})).statusCode).toBe(409);
    expect((await post(path, { confirmed: true })).statusCode).toBe(200);
    await expect.poll(() => mailsTo(app, prospect.contactEmail).length).toBe(1);
  });

  it('in hand when its process died is unconfirmed, and shown as such', async () => {
    const prospect = await newProspect(app, tenant);
    const { id } = await sent(app, tenant, prospect, { undoSeconds: 60 });
    const [mail] = await ledger();
    await db()
      .update(outgoingMail)
      .set({ state: 'sending', claimedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(outgoingMail.id, mail?.id ?? ''));
    await app.hub.services.gate.sweep({ all: false });
    const [email] = await emailsOf(app, tenant, prospect.id);
    expect(email).toMatchObject({ id, state: 'unconfirmed' });
    expect(email?.reason).toContain('stopped while it handed this mail over');
    expect(mailsTo(app, prospect.contactEmail)).toEqual([]);
  });
});

describe('what stands in the way', () => {
  it('is a missing postal address, where a server is there to send by', async () => {
    tenant = await app.tenant();
    const prospect = await newProspect(app, tenant);
    const answer = await send(app, tenant, prospect);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'postal_address_missing']);
    expect(await emailsOf(app, tenant, prospect.id)).toEqual([]);
    expect(await ledger()).toEqual([]);
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({ status: 'not_contacted' });
  });

  it('is a missing basis where the organization asks for one, and a basis that its country forbids', async () => {
    await put('/api/outreach-settings', { requireConsentBasis: true });
    const prospect = await newProspect(app, tenant);
    const answer = await send(app, tenant, prospect);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'consent_missing']);
    const agreed = await newProspect(app, tenant, { consent: { basis: 'express', source: 'form' } });
    await sent(app, tenant, agreed);
    expect((await emailsOf(app, tenant, agreed.id))[0]?.warning).toBeNull();
    const [row] = await db().select().from(outreachEmails).where(eq(outreachEmails.prospectId, agreed.id));
    expect(row?.consentBasis).toBe('express');
    await put('/api/outreach-settings', { requireConsentBasis: false });
    const bought = await newProspect(app, tenant, { consent: { basis: 'purchased_list', source: 'list' } });
    expect((await send(app, tenant, bought)).json().code).toBe('consent_missing');
  });

  it('is the list of stopped addresses, by every path', async () => {
    const prospect = await newProspect(app, tenant, { consent: { basis: 'express', source: 'form' } });
    const upper = { ...prospect, contactEmail: prospect.contactEmail.toUpperCase() };
    await put('/api/outreach-settings', {});
    const failing = await newProspect(app, tenant, { contactEmail: `x${prospect.contactEmail}` });
    app.mail.fails = true;
    await send(app, tenant, failing);
    app.mail.fails = false;
    for (const address of [prospect.contactEmail, failing.contactEmail])
      await post('/api/tenant/suppressions', { address, reason: 'Asked us to stop.' }, tenant.tokens.owner);
    for (const one of [prospect, upper]) {
      const answer = await send(app, tenant, one);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'suppressed']);
    }
    const [failed] = await emailsOf(app, tenant, failing.id);
    const again = await post(`/api/outreach-emails/${failed?.id}/send-again`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'suppressed']);
    const context = jobContext(app.hub, tenant.organizationId);
    const prepared = await prepareOutreach(context, {
      prospectId: prospect.id,
      mode: 'bulk',
      subject: 'A',
      content: 'B',
      engine: null,
      actor: { name: 'A sequence', id: null },
    });
    const placed = await context.tx((tx) => placeOutreach(context, tx, prepared));
    expect(placed).toMatchObject({ held: { why: 'suppressed', forGood: true } });
    await app.call('DELETE', `/api/prospects/${prospect.id}`, tenant.tokens.owner);
    const anew = await newProspect(app, tenant, { contactEmail: prospect.contactEmail });
    expect((await send(app, tenant, anew)).json().code).toBe('suppressed');
    const file = formOf({
      field: 'csvFile',
      fileName: 'a.csv',
      type: 'text/csv',
      bytes: `Business Name,Contact Email\nAgain,${prospect.contactEmail.toUpperCase()}\n`,
    });
    await app.call('DELETE', `/api/prospects/${anew.id}`, tenant.tokens.owner);
    await app.call('POST', '/api/prospects/import-csv', tenant.tokens.owner, file.body, file.headers);
    const [imported] = (await app.call('GET', '/api/prospects?search=Again', tenant.tokens.owner)).json();
    expect(imported).toMatchObject({ suppressed: true });
    expect((await send(app, tenant, imported)).json().code).toBe('suppressed');
    const tagged = await newProspect(app, tenant, {
      contactEmail: prospect.contactEmail.replace('@', '+a@'),
    });
    await sent(app, tenant, tagged);
    expect(mailsTo(app, prospect.contactEmail)).toEqual([]);
    expect(mailsTo(app, failing.contactEmail)).toEqual([]);
  });

  it('is the list also for an email that waits', async () => {
    const prospect = await newProspect(app, tenant);
    await sent(app, tenant, prospect, { undoSeconds: 60 });
    const address = prospect.contactEmail;
    await post('/api/tenant/suppressions', { address, reason: 'Asked us to stop.' }, tenant.tokens.owner);
    const [mail] = await ledger();
    await db()
      .update(outgoingMail)
      .set({ sendAt: new Date(0) });
    await app.hub.services.gate.deliver(tenant.organizationId, mail?.id ?? '');
    expect((await emailsOf(app, tenant, prospect.id))[0]).toMatchObject({ state: 'held', mayUndo: false });
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({ status: 'not_contacted' });
    expect(mailsTo(app, address)).toEqual([]);
  });

  it('holds mail of a sequence without writing anything, and says whether it is worth asking again', async () => {
    const context = jobContext(app.hub, tenant.organizationId);
    const place = async (fields: object) => {
      const { id } = await newProspect(app, tenant, fields);
      const prepared = await prepareOutreach(context, {
        prospectId: id,
        mode: 'bulk',
        subject: 'A',
        content: `B ${id}`,
        engine: null,
        actor: { name: 'A sequence', id: null },
      });
      return context.tx((tx) => placeOutreach(context, tx, prepared));
    };
    const basis = { consent: { basis: 'express', source: 'form' } };
    expect(await place({})).toMatchObject({ held: { why: 'needs_basis', forGood: true } });
    expect(await place({ ...basis, contactEmail: '' })).toMatchObject({
      held: { why: 'no_address', forGood: true },
    });
    await put('/api/tenant/integrations/email', { teamAddresses: [], postalAddress, dailyLimit: 1 });
    const placed = await place(basis);
    expect(placed).toMatchObject({ held: null, email: { state: 'queued', warning: null } });
    expect(await place(basis)).toMatchObject({ held: { why: 'limit', forGood: false } });
    await post('/api/outreach-settings/pause', {});
    expect(await place(basis)).toMatchObject({ held: { why: 'paused', forGood: false } });
    expect(await ledger()).toHaveLength(1);
  });
});

describe('an email that can be taken back', () => {
  it('waits for its seconds; taken back, its prospect is as before and its text comes back', async () => {
    const prospect = await newProspect(app, tenant);
    const answer = await send(app, tenant, prospect, { undoSeconds: 60 });
    expect([answer.statusCode, answer.json().state]).toEqual([202, 'queued']);
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({ status: 'email_sent' });
    const { id } = answer.json();
    const foreign = await senderTenant(app);
    expect((await post(`/api/outreach-emails/${id}/undo`, {}, foreign.tokens.user)).statusCode).toBe(404);
    expect((await post(`/api/outreach-emails/${id}/undo`, {}, tenant.tokens.viewer)).statusCode).toBe(403);
    const undone = await post(`/api/outreach-emails/${id}/undo`);
    expect(undone.json()).toEqual({
      prospectId: prospect.id,
      subject: 'A question',
      content: 'Hello, may I ask?',
    });
    const detail = await detailOf(app, tenant, prospect.id);
    expect(detail).toMatchObject({ status: 'not_contacted', lastContactedAt: null });
    expect(detail.activity.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['email_undone', 'status_undone']),
    );
    expect((await emailsOf(app, tenant, prospect.id))[0]).toMatchObject({
      state: 'cancelled',
      mayUndo: false,
    });
    expect((await post(`/api/outreach-emails/${id}/undo`)).statusCode).toBe(409);
    expect(mailsTo(app, prospect.contactEmail)).toEqual([]);
    expect(await usage()).toBe(0);
    await sent(app, tenant, prospect, { undoSeconds: 0 });
  });

  it('leaves alone what somebody changed in the meantime', async () => {
    const prospect = await newProspect(app, tenant);
    const { id } = await sent(app, tenant, prospect, { undoSeconds: 60 });
    const when = '2026-01-02T00:00:00.000Z';
    await app.call('PATCH', `/api/prospects/${prospect.id}`, tenant.tokens.user, {
      status: 'qualified',
      lastContactedAt: when,
    });
    await post(`/api/outreach-emails/${id}/undo`);
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({
      status: 'qualified',
      lastContactedAt: when,
    });
  });

  it('does not take the contact of another email away', async () => {
    const prospect = await newProspect(app, tenant);
    const first = await sent(app, tenant, prospect, { undoSeconds: 60 });
    await sent(app, tenant, prospect, { content: 'Another one.' });
    await post(`/api/outreach-emails/${first.id}/undo`);
    expect(await detailOf(app, tenant, prospect.id)).toMatchObject({
      status: 'email_sent',
      lastContactedAt: expect.any(String),
    });
  });

  it('does not leave when its prospect is deleted, alone or with others', async () => {
    const [one, two] = [await newProspect(app, tenant), await newProspect(app, tenant)];
    for (const prospect of [one, two]) await sent(app, tenant, prospect, { undoSeconds: 60 });
    await app.call('DELETE', `/api/prospects/${one.id}`, tenant.tokens.admin);
    await post('/api/prospect-list/remove', { selection: { ids: [two.id] } }, tenant.tokens.admin);
    expect((await ledger()).map(({ state, bytes }) => [state, bytes])).toEqual([
      ['cancelled', null],
      ['cancelled', null],
    ]);
  });
});

describe('without a mail server', () => {
  it('an email that was kept goes out when one is connected: under the same id, from the new sender, with the address', async () => {
    const outbox = await startTestApp({ env: { HUB_ALLOW_PRIVATE_HOSTS: '1' } });
    try {
      const own = await outbox.tenant();
      const prospect = await newProspect(outbox, own);
      const { id, messageId } = await sent(outbox, own, prospect);
      const again = () => outbox.call('POST', `/api/outreach-emails/${id}/send-again`, own.tokens.user, {});
      expect((await again()).statusCode).toBe(409);
      const connect = async (address: string) => {
        const answer = await outbox.call('PUT', '/api/tenant/integrations/email', own.tokens.owner, {
          teamAddresses: [],
          postalAddress: address,
          smtp: {
            host: '127.0.0.1',
            port: 25,
            secure: true,
            user: 'lee',
            from: 'lee@own.example',
            secret: 'x',
          },
        });
        expect(answer.statusCode, answer.body).toBe(200);
      };
      await connect('');
      expect((await again()).json().code).toBe('postal_address_missing');
      await connect(postalAddress);
      expect((await again()).statusCode).toBe(200);
      await expect.poll(() => mailsTo(outbox, prospect.contactEmail).length).toBe(1);
      const [mail] = mailsTo(outbox, prospect.contactEmail);
      expect(mail?.text).toContain(postalAddress);
      expect(mail?.from).toBe('lee@own.example');
      expect(mail && headersOf(mail)).toMatchObject({
        'message-id': `<${messageId}>`,
        from: expect.stringContaining('lee@own.example'),
      });
    } finally {
      await outbox.close();
    }
  });

  it('an email is kept in the local outbox, which counts as having left and asks for no postal address', async () => {
    const outbox = await startTestApp();
    try {
      const own = await outbox.tenant();
      const prospect = await newProspect(outbox, own);
      const answer = await send(outbox, own, prospect);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        expect.objectContaining({ state: 'sent', reason: expect.stringContaining('local outbox') }),
      ]);
      expect(await detailOf(outbox, own, prospect.id)).toMatchObject({ status: 'email_sent' });
      expect((await emailsOf(outbox, own, prospect.id))[0]).toMatchObject({
        state: 'kept',
        maySendAgain: false,
      });
    } finally {
      await outbox.close();
    }
  });
});
