import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prettyInstant } from '#server/format.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { tokenParts } from '#server/testing/token-parts.ts';
import { usedThisMonth } from '#server/testing/used-this-month.ts';
import { addDays, weekdayOf, zonedDate, zonedInstant } from '#shared/zoned-time.ts';

let app: TestApp;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());

async function leadOf(tenant: Tenant, fields: Record<string, unknown> = {}): Promise<string> {
  named += 1;
  const made = await app.call('POST', '/api/leads', tenant.tokens.user, {
    name: 'Jane Doe',
    contact_email: `jane${named}@client.example`,
    ...fields,
  });
  return String(made.json().thread_id);
}

function book(tenant: Tenant, threadId: string, startsAt: string, body: object = {}) {
  return app.call('POST', `/api/leads/${threadId}/meeting`, tenant.tokens.user, { startsAt, ...body });
}

async function lead(tenant: Tenant, threadId: string) {
  return (await app.call('GET', `/api/leads/${threadId}`, tenant.tokens.viewer)).json();
}

function sentTo(count: number) {
  return expect
    .poll(() => app.sent.filter(({ to }) => to === `jane${named}@client.example`).length)
    .toBe(count);
}

function lastMail(): string {
  const mail = app.sent.filter(({ to }) => to === `jane${named}@client.example`).at(-1);
  return mail?.bytes.toString('utf8') ?? '';
}

/** The calendar object of a mail, unfolded (RFC 5545 section 3.1). */
function calendarOf(bytes: string): string {
  const part = /Content-Type: text\/calendar[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(bytes);
  const head = part?.[0] ?? '';
  const body = part?.[1] ?? '';
  const text = head.includes('base64')
    ? Buffer.from(body, 'base64').toString('utf8')
    : body.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  return text.replace(/\r\n[ \t]/g, '');
}

/** A Wednesday some weeks ahead, at this time of day in Sydney. */
function wednesday(time: string, days = 0): string {
  const soon = zonedDate(new Date(Date.now() + 45 * 86_400_000), 'Australia/Sydney');
  const date = addDays(soon, 3 - weekdayOf(soon) + days);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return zonedInstant(date, hours * 60 + minutes, 'Australia/Sydney').toISOString();
}

/** As calendar objects write it. */
function basic(instant: string): string {
  return instant.replaceAll(/[-:]|\.000/g, '');
}

const at = wednesday('14:30');

describe('a meeting', () => {
  it('is arranged, moved and cancelled: stage, fields, thread, calendar object and activity follow', async () => {
    const tenant = await app.tenant();
    const threadId = await leadOf(tenant);
    const booked = await book(tenant, threadId, at, {
      link: 'https://meet.example/a',
      message: 'Shall we talk?',
    });
    expect(booked.statusCode, booked.body).toBe(201);
    expect(booked.json()).toEqual({
      id: expect.any(String),
      startsAt: at,
      durationMinutes: 30,
      timezone: 'Australia/Sydney',
      link: 'https://meet.example/a',
      status: 'invited',
      hostId: tenant.userIds.user,
      sequence: 0,
      publicUrl: expect.stringMatching(/^http:\/\/hub\.example\/meeting\/hubl_/),
    });
    expect(await lead(tenant, threadId)).toMatchObject({
      stage: 'booked',
      meeting_link: 'https://meet.example/a',
      calldate_iso: at,
      calldatetime_pretty: prettyInstant(new Date(at), 'Australia/Sydney'),
    });
    await sentTo(1);
    expect(lastMail()).toContain('Shall we talk?');
    const first = calendarOf(lastMail());
    expect(first).toContain('METHOD:REQUEST');
    expect(first).toContain('SEQUENCE:0');
    expect(first).toContain(`DTSTART:${basic(at)}`);
    expect(first).toContain(`DTEND:${basic(wednesday('15:00'))}`);
    expect(first).toMatch(/ATTENDEE;[^\n]*mailto:jane\d+@client\.example/i);
    const uid = /UID:(\S+)/.exec(first)?.[1];

    const seen = (token: string) => app.call('GET', `/api/leads/${threadId}/meeting`, token);
    expect((await seen(tenant.tokens.user)).json().meeting.publicUrl).toBe(booked.json().publicUrl);
    expect((await seen(tenant.tokens.viewer)).json().meeting.publicUrl).toBeNull();

    const moved = await book(tenant, threadId, wednesday('14:30', 1), { durationMinutes: 45 });
    expect(moved.statusCode).toBe(200);
    expect(moved.json()).toMatchObject({
      id: booked.json().id,
      sequence: 1,
      durationMinutes: 45,
      link: 'https://meet.example/a',
    });
    await sentTo(2);
    const second = calendarOf(lastMail());
    expect(second).toContain('SEQUENCE:1');
    expect(second).toContain(`UID:${uid}`);
    expect(second).toContain(`DTEND:${basic(wednesday('15:15', 1))}`);

    const removed = await app.call('DELETE', `/api/leads/${threadId}`, tenant.tokens.admin);
    expect(removed.statusCode).toBe(409);
    const gone = await app.call('DELETE', `/api/leads/${threadId}/meeting`, tenant.tokens.user);
    expect(gone.statusCode, gone.body).toBe(204);
    await sentTo(3);
    expect(calendarOf(lastMail())).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2/);
    expect(await lead(tenant, threadId)).toMatchObject({
      stage: 'new',
      meeting_link: null,
      calldate_iso: null,
      calldatetime_pretty: null,
    });
    const items = (await app.call('GET', `/api/correspondence/${threadId}`, tenant.tokens.viewer)).json();
    expect(items.map((item: { type: string }) => item.type)).toEqual(['meeting', 'meeting', 'meeting']);
    const activity = (await app.call('GET', `/api/leads/${threadId}/activity`, tenant.tokens.viewer)).json();
    const actions = activity.map((entry: { action: string }) => entry.action);
    for (const action of ['meeting_booked', 'meeting_moved', 'meeting_cancelled'])
      expect(actions).toContain(action);
    const read = await app.call('GET', `/api/leads/${threadId}/meeting`, tenant.tokens.viewer);
    expect(read.json()).toEqual({ meeting: null });
    expect((await app.call('DELETE', `/api/leads/${threadId}/meeting`, tenant.tokens.user)).statusCode).toBe(
      404,
    );
    expect(await usedThisMonth(app, tenant, 'meetings_booked')).toBe(1);
  });

  it('keeps a stage that a person chose since', async () => {
    const tenant = await app.tenant();
    const threadId = await leadOf(tenant);
    await book(tenant, threadId, at);
    await app.call('PATCH', `/api/leads/${threadId}`, tenant.tokens.user, { stage: 'won' });
    await app.call('DELETE', `/api/leads/${threadId}/meeting`, tenant.tokens.user);
    expect((await lead(tenant, threadId)).stage).toBe('won');
  });

  it('needs no address, and is refused for the past, a viewer, a foreign lead and a bad link', async () => {
    const tenant = await app.tenant();
    const threadId = await leadOf(tenant, { contact_email: null });
    expect((await book(tenant, threadId, at)).statusCode).toBe(201);
    const other = await app.tenant();
    expect((await book(other, threadId, at)).statusCode).toBe(404);
    expect((await book(tenant, threadId, '2020-01-01T00:00:00Z')).json().message).toBe(
      'This time has passed. Choose a later one.',
    );
    expect((await book(tenant, threadId, at, { link: 'javascript:alert(1)' })).statusCode).toBe(400);
    expect((await book(tenant, threadId, at, { durationMinutes: 5 })).statusCode).toBe(400);
    const path = `/api/leads/${threadId}/meeting`;
    expect((await app.call('POST', path, tenant.tokens.viewer, { startsAt: at })).statusCode).toBe(403);
  });
});

describe('one slot', () => {
  it('is won once in 50 bookings at the same time; the others are told what is free next', async () => {
    const tenant = await app.tenant();
    const ids = await Promise.all(Array.from({ length: 50 }, () => leadOf(tenant, { contact_email: null })));
    const answers = await Promise.all(ids.map((id) => book(tenant, id, at)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const lost = answers.filter(({ statusCode }) => statusCode === 409);
    expect(lost).toHaveLength(49);
    for (const answer of lost) {
      expect(answer.json()).toMatchObject({ code: 'slot_taken' });
      expect(answer.json().details.slots[0]).toEqual({
        startsAt: wednesday('15:00'),
        endsAt: wednesday('15:30'),
      });
      expect(answer.json().details.slots).toHaveLength(5);
    }
    const stages = await Promise.all(ids.map(async (id) => (await lead(tenant, id)).stage));
    expect(stages.filter((stage) => stage === 'booked')).toHaveLength(1);
  });

  it('is held by the database itself, and overlapping counts as taken', async () => {
    const tenant = await app.tenant();
    const [one, two] = [await leadOf(tenant), await leadOf(tenant)];
    await book(tenant, one, at, { durationMinutes: 60 });
    expect((await book(tenant, two, wednesday('15:29'))).statusCode).toBe(409);
    expect((await book(tenant, two, wednesday('15:30'))).statusCode).toBe(201);
    const { db } = app.hub.database.forOrganization(tenant.organizationId);
    const { meetings } = await import('./tables.ts');
    await expect(
      db.update(meetings).set({ startsAt: new Date(at), endsAt: new Date(wednesday('16:00')) }),
    ).rejects.toMatchObject({
      cause: { code: '23P01' },
    });
  });
});

describe('the working hours', () => {
  it('give free slots in the organization’s zone, without what is taken', async () => {
    const tenant = await app.tenant();
    const settings = {
      workingHours: [
        { day: 3, from: '09:00', to: '10:30' },
        { day: 3, from: '13:00', to: '14:00' },
      ],
      durationMinutes: 30,
      bufferMinutes: 0,
      noticeHours: 0,
      link: null,
    };
    expect(
      (await app.call('PUT', '/api/tenant/meeting-settings', tenant.tokens.user, settings)).statusCode,
    ).toBe(403);
    await app.call('PUT', '/api/tenant/meeting-settings', tenant.tokens.admin, settings);
    const [one, two] = [await leadOf(tenant), await leadOf(tenant)];
    await book(tenant, one, wednesday('09:30'));
    const from = wednesday('00:00', -2);
    const slots = await app.call(
      'GET',
      `/api/leads/${two}/meeting/slots?from=${from}&to=${wednesday('00:00', 5)}`,
      tenant.tokens.user,
    );
    expect(slots.json().map((slot: { startsAt: string }) => slot.startsAt)).toEqual([
      wednesday('09:00'),
      wednesday('10:00'),
      wednesday('13:00'),
      wednesday('13:30'),
    ]);
    const long = await app.call(
      'GET',
      `/api/leads/${two}/meeting/slots?from=${from}&to=${wednesday('00:00', 60)}`,
      tenant.tokens.user,
    );
    expect(long.statusCode).toBe(400);
  });
});

describe('the client’s link', () => {
  async function invited() {
    const tenant = await app.tenant();
    const threadId = await leadOf(tenant);
    const url = String((await book(tenant, threadId, at)).json().publicUrl);
    const token = url.split('/').at(-1) ?? '';
    const call = (method: 'GET' | 'POST', path = '', body?: object) =>
      app.call(method, `/api/invitations/${token}${path}`, null, body);
    return { tenant, threadId, token, call };
  }

  it('shows the meeting, confirms it once, and tells the host', async () => {
    const { tenant, threadId, call } = await invited();
    const open = await call('GET');
    expect(open.json()).toEqual({
      organization: expect.any(String),
      host: 'user Person',
      client: 'Jane Doe',
      startsAt: at,
      durationMinutes: 30,
      timezone: 'Australia/Sydney',
      link: null,
      status: 'invited',
      isPast: false,
    });
    expect((await call('POST', '/confirm', {})).json().status).toBe('confirmed');
    expect((await call('POST', '/confirm', {})).json().status).toBe('confirmed');
    const bell = (await app.call('GET', '/api/notifications', tenant.tokens.user)).json();
    expect(bell.map((row: { title: string }) => row.title)).toEqual(['Jane Doe confirmed the meeting']);
    expect((await app.call('GET', '/api/notifications', tenant.tokens.admin)).json()).toEqual([]);
    expect((await lead(tenant, threadId)).calldate_iso).toBe(at);
  });

  it('lets the client take another free slot, and no other time', async () => {
    const { tenant, threadId, call } = await invited();
    const slots = (await call('GET', '/slots')).json();
    expect(slots.length).toBeGreaterThan(50);
    const refused = await call('POST', '/move', { startsAt: wednesday('02:00') });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().details.slots).toHaveLength(5);
    const moved = await call('POST', '/move', { startsAt: slots[7].startsAt });
    expect(moved.json()).toMatchObject({ startsAt: slots[7].startsAt, status: 'confirmed' });
    expect((await lead(tenant, threadId)).calldate_iso).toBe(slots[7].startsAt);
    await sentTo(2);
    expect(calendarOf(lastMail())).toContain('SEQUENCE:1');
    const again = await call('POST', '/cancel', {});
    expect(again.json().status).toBe('cancelled');
    expect((await call('POST', '/confirm', {})).statusCode).toBe(409);
    expect((await call('POST', '/move', { startsAt: slots[9].startsAt })).statusCode).toBe(409);
    expect((await lead(tenant, threadId)).stage).toBe('new');
    const bell = (await app.call('GET', '/api/notifications', tenant.tokens.user)).json();
    expect(bell).toHaveLength(2);
  });

  it('is worth nothing when it is changed, foreign or of another kind', async () => {
    const { token } = await invited();
    const other = await invited();
    const { organization } = tokenParts(other.token);
    const wrong = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.replace(/_[A-Za-z0-9_-]{22}_/, `_${organization}_`),
      token.replace('hubl', 'hub'),
      'x'.repeat(40),
    ];
    for (const one of wrong) {
      const answer = await app.call('GET', `/api/invitations/${one}`, null);
      expect(answer.statusCode).toBe(404);
    }
  });
});
