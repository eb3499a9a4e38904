import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadDetail } from '#features/leads/contract.ts';
import type { MessageReaction } from '#server/message-reaction.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { rawThreadJoin } from './raw-thread.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
afterAll(() => app.close());

const path = '/api/v2/ingest/messages';
const sendMail = (mail: string) =>
  app.call('POST', path, tenant.tokens.user, Buffer.from(mail), { 'content-type': 'message/rfc822' });
const sendJson = (body: unknown) =>
  app.call('POST', path, tenant.tokens.user, JSON.stringify(body), { 'content-type': 'application/json' });
const readLead = async (thread: string): Promise<LeadDetail> =>
  (await app.call('GET', `/api/leads/${encodeURIComponent(thread)}`, tenant.tokens.user)).json();

const get = (url: string) => app.call('GET', url, tenant.tokens.user);
const from = (value: string) => ({ name: 'From', value });

/** Stands for a value of a reading that the database does not take. */
const refuse: MessageReaction = (_context, _tx, message) =>
  message.subject === 'not storable'
    ? Promise.reject(Object.assign(new Error('value out of range'), { code: '22003' }))
    : Promise.resolve({ lead: null, created: false });

/** Text that does not compress: an index entry is as long as it looks. */
const chinese = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919 + 13) % 20_000))).join('');
const multipart = (part: string, times = 1) =>
  `Content-Type: multipart/mixed; boundary=x\r\n\r\n${`--x\r\n${part}\r\n\r\nzz\r\n`.repeat(times)}--x--\r\n`;

let sent = 0;
const mail = (headers: string, rest = '\r\nHello') => {
  sent += 1;
  const id = /^message-id:/im.test(headers) ? '' : `Message-ID: <hostile-${sent}@x.example>\r\n`;
  return `${id}From: "Eve ${sent}" <eve${sent}@x.example>\r\nSubject: hostile ${sent}\r\n${headers}${rest}`;
};

const everyone = Array.from(
  { length: 3000 },
  (_, at) => `"Person ${at} ${'x'.repeat(80)}" <p${at}@${'y'.repeat(60)}.example>`,
).join(',\r\n ');

describe('hostile mail is taken, and its conversation can be read', () => {
  it.each([
    ['a Message-ID of 998 Chinese letters', () => mail(`Message-ID: <${chinese(990)}>\r\n`)],
    ['a reference of 998 Chinese letters', () => mail(`References: <${chinese(990)}>\r\n`)],
    ['3,000 recipients with long names', () => mail(`To: ${everyone}\r\n`)],
    [
      'a long name at a long address',
      () => `Message-ID: <l@x>\r\nFrom: "${'n'.repeat(600)}" <${'l'.repeat(490)}@b.example>\r\n\r\nHi`,
    ],
    ['3,000 headers', () => mail('X-B: 1\r\n'.repeat(3000))],
    ['a header with a name of 3,000 letters', () => mail(`${'N'.repeat(3000)}: 1\r\n`)],
    ['a media type of 1,000 letters', () => mail(`Content-Type: text/${'x'.repeat(1000)}\r\n`)],
    ['1,500 parts', () => mail('', multipart('Content-Type: application/pdf; name=a', 1500))],
    ['an emoji across the limit of a name', () => mail(`To: "${'a'.repeat(499)}😀" <a@b.example>\r\n`)],
    ['an answer to itself', () => mail('Message-ID: <self@x>\r\nIn-Reply-To: <self@x>\r\n')],
    ['the year 0', () => mail('Date: Mon, 1 Jan 0000 00:00:00 +0000\r\n')],
    ['the year 9999', () => mail('Date: Fri, 31 Dec 9999 23:59:59 -1400\r\n')],
    [
      'NUL in every place',
      () =>
        mail(
          'To: "a\0b" <c\0@d.example>\r\nReferences: <r\0@x>\r\n',
          multipart('Content-Type: application/x; name="a\0b"'),
        ),
    ],
  ])('%s', async (_name, make) => {
    const answer = await sendMail(make());
    expect([answer.statusCode, answer.json().results[0].status]).toEqual([
      200,
      expect.stringMatching(/^(?:stored|set_aside)$/),
    ]);
    const thread = encodeURIComponent(answer.json().results[0].threadId);
    const lead = answer.json().results[0].lead === null ? 404 : 200;
    expect((await get(`/api/correspondence/${thread}`)).statusCode).toBe(200);
    expect((await get(`/api/leads/${thread}`)).statusCode).toBe(lead);
    expect((await get('/api/threads')).statusCode).toBe(200);
  });

  it('whatever its headers and parts are made of', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '<a@b>',
        '=?utf-8?B?8J+YgA==?=',
        '=?x-none?Q?=00=FF?=',
        '\u202e',
        '"',
        ';',
        '\r\n x',
        ':',
        '\0',
      ),
    );
    const value = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    const names = [
      'From',
      'To',
      'Cc',
      'Reply-To',
      'Subject',
      'Date',
      'Message-ID',
      'References',
      'In-Reply-To',
      'Content-Type',
      'Content-Transfer-Encoding',
      'X-Original-From',
    ];
    const header = fc.tuple(fc.constantFrom(...names), value).map(([name, text]) => `${name}: ${text}\r\n`);
    const letter = fc
      .tuple(fc.array(header, { maxLength: 14 }), value)
      .map(([lines, body]) => `${lines.join('')}\r\n${body}`);
    await fc.assert(
      fc.asyncProperty(letter, async (text) => {
        const answer = await sendMail(text);
        expect([200, 400]).toContain(answer.statusCode);
        const thread = answer.json().results?.[0]?.threadId;
        if (!thread) return;
        for (const url of [`/api/correspondence/${thread}`, `/api/leads/${thread}`])
          expect([200, 404]).toContain((await get(url)).statusCode);
      }),
      { numRuns: 150 },
    );
  });

  it('a bad one in a list does not stop the others', async () => {
    const answer = await sendJson([
      { id: 'list-1', snippet: 'a' },
      { id: 'list-2', snippet: 'b', internalDate: '-62198755200000' },
      { id: 'list-3', snippet: 'c', threadId: 'a\u0000b' },
      7,
      {
        id: 'list-4',
        snippet: 'd',
        payload: { headers: [{ name: 'Message-ID', value: `<${chinese(990)}x>` }] },
      },
      { id: 'list-5', snippet: 'e', payload: { headers: [from(`"${'a'.repeat(499)}😀" <x@y.example>`)] } },
      { id: 'list-6', snippet: 'f' },
    ]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().results.map(({ status }: { status: string }) => status)).toEqual([
      'stored',
      'stored',
      'stored',
      'refused',
      'stored',
      'stored',
      'stored',
    ]);
  });

  it('what the database does not take is set aside with its original', async () => {
    const { services } = app.hub;
    const kept = services.onMessage;
    services.onMessage = [...kept, refuse];
    try {
      const answer = await sendMail('From: a@b.example\r\nSubject: not storable\r\n\r\nHi');
      const [result] = answer.json().results;
      expect(result).toMatchObject({ status: 'set_aside', reason: 'This message could not be read.' });
      const original = await app.call('GET', `/api/messages/${result.id}/original`, tenant.tokens.user);
      expect(original.body).toContain('Subject: not storable');
    } finally {
      services.onMessage = kept;
    }
  });
});

describe('conversations', () => {
  it('never run in a circle', async () => {
    await sendMail(mail('Message-ID: <c1@x>\r\nIn-Reply-To: <c2@x>\r\n'));
    const second = await sendMail(mail('Message-ID: <c2@x>\r\nIn-Reply-To: <c1@x>\r\n'));
    const [{ threadId }] = second.json().results;
    const items = (await app.call('GET', `/api/correspondence/${threadId}`, tenant.tokens.user)).json();
    expect(items.map(({ parentMessageId }: { parentMessageId: string | null }) => parentMessageId)).toEqual([
      null,
      items[0].id,
    ]);
  });

  it.each(['.', '..'])('a Gmail thread named %s can be reached', async (threadId) => {
    const answer = await sendJson({
      id: `dots ${threadId}`,
      threadId,
      snippet: 'x',
      payload: { headers: [{ name: 'From', value: 'dot@x.example' }] },
    });
    expect(answer.json().results[0].threadId).toMatch(/^thread_/);
  });

  it('show a message of the Gmail API as it came, with keys that it alone has, files without content', async () => {
    const data = Buffer.from('hello').toString('base64url');
    const part = (mimeType: string, filename: string) => ({
      partId: '0',
      mimeType,
      filename,
      headers: [],
      body: { size: 5, data },
    });
    await sendJson({
      id: 'gmail-whole',
      threadId: 'gmail-whole',
      historyId: '99',
      sizeEstimate: 1234,
      labelIds: ['INBOX'],
      internalDate: '1764000000000',
      snippet: 'hello',
      payload: {
        partId: '',
        mimeType: 'multipart/mixed',
        filename: '',
        headers: [{ name: 'From', value: 'Zoe <zoe@x.example>' }],
        body: { size: 0 },
        parts: [part('text/plain', ''), part('application/pdf', 'plan.pdf')],
      },
    });
    const [message] = (await readLead('gmail-whole')).entireThread;
    expect(message).toMatchObject({
      id: 'gmail-whole',
      threadId: 'gmail-whole',
      labelIds: ['INBOX'],
      internalDate: '1764000000000',
      payload: { mimeType: 'multipart/mixed', headers: [{ name: 'From', value: 'Zoe <zoe@x.example>' }] },
    });
    expect(message?.payload.parts?.map(({ body }) => body)).toEqual([
      { size: 5, data },
      { size: 5, attachmentId: '0' },
    ]);
  });

  it('of large files stay small to read, and say what was in them', async () => {
    const file = Buffer.alloc(3 * 1024 * 1024, 'drawing ')
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n');
    let thread = '';
    for (let number = 0; number < 4; number += 1) {
      const answer = await sendMail(
        `Message-ID: <big-${number}@x>\r\n${number > 0 ? 'References: <big-0@x>\r\n' : ''}From: Dan <dan@x.example>\r\nTo: sales@firm.example\r\nSubject: Drawings\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nSee drawing ${number}\r\n--x\r\nContent-Type: application/pdf; name=drawing${number}.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n--x--\r\n`,
      );
      thread = answer.json().results[0].threadId;
    }
    const { columns, joins, order } = rawThreadJoin;
    const text = `select ${columns} from leads l ${joins('l')} where l.organization_id = $1 and l.thread_id = $2 ${order}`;
    const rows = await app.hub.database
      .forOrganization(tenant.organizationId)
      .run({ name: null, text }, [thread]);
    const read = rows.reduce((sum, { bytes }) => sum + (bytes instanceof Uint8Array ? bytes.length : 0), 0);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(8 * 1024 * 1024 + 1);
    const { entireThread } = await readLead(thread);
    expect(entireThread).toHaveLength(4);
    for (const [number, message] of entireThread.entries()) {
      const [text, drawing] = message.payload.parts ?? [];
      expect(Buffer.from(text?.body?.data ?? '', 'base64url').toString()).toBe(`See drawing ${number}`);
      expect(drawing).toMatchObject({ filename: `drawing${number}.pdf`, body: { attachmentId: '0' } });
      expect(drawing?.body?.data).toBeUndefined();
    }
  });
});

it('a lead is not deleted in the middle of a message that comes in', async () => {
  const first = await sendMail(mail(''));
  const [{ threadId }] = first.json().results;
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const holding = app.hub.database.forOrganization(tenant.organizationId).tx(async (tx) => {
    // What every message that comes in holds while it is stored.
    const { lockThreads } = await import('./ingest.ts');
    await lockThreads({
      ...tx,
      emit: () => undefined,
      enqueue: () => Promise.resolve(),
      audit: () => Promise.resolve(),
    });
    held.resolve();
    await new Promise((resolve) => setTimeout(resolve, 300));
    order.push('stored');
  });
  await held.promise;
  const removing = app
    .call('DELETE', `/api/leads/${threadId}`, tenant.tokens.admin)
    .then(({ statusCode }) => order.push(`deleted ${statusCode}`));
  await Promise.all([holding, removing]);
  expect(order).toEqual(['stored', 'deleted 204']);
});
