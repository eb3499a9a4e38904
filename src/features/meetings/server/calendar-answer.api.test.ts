import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { addDays, weekdayOf, zonedDate, zonedInstant } from '#shared/zoned-time.ts';

let app: TestApp;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true, jobs: true });
});
afterAll(() => app.close());

interface Booked {
  tenant: Tenant;
  threadId: string;
  client: string;
  meetingId: string;
}

/** A Wednesday some weeks ahead, at this hour in Sydney. */
function wednesday(hour: number): string {
  const soon = zonedDate(new Date(Date.now() + 45 * 86_400_000), 'Australia/Sydney');
  return zonedInstant(addDays(soon, 3 - weekdayOf(soon)), hour * 60, 'Australia/Sydney').toISOString();
}

async function booked(): Promise<Booked> {
  const tenant = await app.tenant();
  named += 1;
  const client = `Jane${named}@client.example`;
  const made = await app.call('POST', '/api/leads', tenant.tokens.user, {
    name: 'Jane Doe',
    contact_email: client,
  });
  const threadId = made.json().thread_id;
  const answer = await book({ tenant, threadId }, 14);
  expect(answer.statusCode, answer.body).toBe(201);
  return { tenant, threadId, client: client.toLowerCase(), meetingId: answer.json().id };
}

function book({ tenant, threadId }: Pick<Booked, 'tenant' | 'threadId'>, hour: number) {
  return app.call('POST', `/api/leads/${threadId}/meeting`, tenant.tokens.user, {
    startsAt: wednesday(hour),
  });
}

interface About {
  partstat?: string;
  from?: string;
  attendee?: string;
  sequence?: number;
  to?: Tenant;
}

/** The mail that a calendar program sends when its person pressed Yes, No or Maybe. */
async function answers(one: Booked, about: About) {
  const { partstat = 'ACCEPTED', from = one.client, attendee = one.client, sequence = 0 } = about;
  named += 1;
  const raw = [
    `From: Jane Doe <${from}>`,
    `To: team@${one.tenant.slug}.example`,
    'Subject: Accepted: Invitation',
    `Message-ID: <answer${named}@client.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nJane Doe has answered this invitation.',
    '--b\r\nContent-Type: text/calendar; charset=UTF-8; method=REPLY\r\n',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${one.meetingId}@meetings`,
    `SEQUENCE:${sequence}`,
    `ATTENDEE;CN=Jane Doe;PARTSTAT=${partstat}:mailto:${attendee}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '--b--',
  ].join('\r\n');
  const tenant = about.to ?? one.tenant;
  const stored = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.owner, raw, {
    'content-type': 'message/rfc822',
  });
  expect(stored.json().results[0]).toMatchObject({ status: 'stored' });
}

async function meeting({ tenant, threadId }: Booked) {
  const answer = await app.call('GET', `/api/leads/${threadId}/meeting`, tenant.tokens.user);
  return answer.json().meeting;
}

async function activity({ tenant, threadId }: Booked): Promise<{ action: string; actor: string }[]> {
  return (await app.call('GET', `/api/leads/${threadId}/activity`, tenant.tokens.user)).json();
}

async function stage({ tenant, threadId }: Booked) {
  return (await app.call('GET', `/api/leads/${threadId}`, tenant.tokens.user)).json().stage;
}

describe('an answer from a calendar program', () => {
  it('that accepts confirms the meeting, once', async () => {
    const one = await booked();
    await answers(one, {});
    await expect.poll(async () => (await meeting(one))?.status).toBe('confirmed');
    const confirmed = () =>
      activity(one).then((list) => list.filter(({ action }) => action === 'meeting_confirmed'));
    expect(await confirmed()).toMatchObject([{ actor: 'Jane Doe' }]);
    const notices = (await app.call('GET', '/api/notifications', one.tenant.tokens.user)).json();
    expect(notices).toMatchObject([{ kind: 'meeting', title: 'Jane Doe confirmed the meeting' }]);
  });

  it('that declines cancels it, and the lead goes back to its stage', async () => {
    const one = await booked();
    expect(await stage(one)).toBe('booked');
    await answers(one, { partstat: 'DECLINED' });
    await expect.poll(() => stage(one)).toBe('new');
    expect((await activity(one)).map(({ action }) => action)).toContain('meeting_cancelled');
    await answers(one, { partstat: 'ACCEPTED' });
    expect(await stage(one)).toBe('new');
  });

  it('that says maybe is noted and changes nothing', async () => {
    const one = await booked();
    await answers(one, { partstat: 'TENTATIVE' });
    expect((await meeting(one))?.status).toBe('invited');
    expect(await activity(one)).toContainEqual(
      expect.objectContaining({ action: 'meeting_tentative', actor: 'Jane Doe' }),
    );
  });

  it('counts only from the client, for the client, to the newest invitation and in its own organization', async () => {
    const one = await booked();
    const other = await app.tenant();
    await answers(one, { from: 'someone@else.example' });
    await answers(one, { attendee: 'someone@else.example' });
    await answers(one, { to: other });
    await answers(one, { sequence: 1 });
    expect((await book(one, 15)).statusCode).toBe(200);
    await answers(one, { sequence: 0, partstat: 'DECLINED' });
    // The right one comes last: had one before it counted, there would be two entries or a cancelled meeting.
    await answers(one, { sequence: 1 });
    await expect.poll(async () => (await meeting(one))?.status).toBe('confirmed');
    const did = (await activity(one)).map(({ action }) => action);
    expect(did.filter((action) => action === 'meeting_confirmed')).toHaveLength(1);
    expect(did).not.toContain('meeting_cancelled');
  });
});
