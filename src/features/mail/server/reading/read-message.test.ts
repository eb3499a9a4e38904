import { assert, asyncProperty, jsonValue, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMsSince } from '#server/testing/fastest.ts';
import { type ReadMessage, readGmail, readRfc822 } from './read-message.ts';

const eml = (headers: string[], body = 'Hello'): Promise<ReadMessage> =>
  readRfc822(Buffer.from(`${headers.join('\r\n')}\r\n\r\n${body}`));

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

describe('headers', () => {
  it('reads names, lists, ids and the date', async () => {
    const message = await eml([
      'From: =?iso-8859-1?Q?J=FCrgen?= Park <Juergen@park.example>',
      'To: Team: a@boards.example, "B, C" <b@boards.example>;',
      'Cc: d@boards.example',
      'Message-ID: <m2@park.example>',
      'In-Reply-To: <m1@park.example>',
      'References: <m0@park.example>',
      ' <m1@park.example> <m0@park.example>',
      'Subject: =?UTF-8?B?UmU6IEfDvG4=?= =?UTF-8?B?c3RpZ2Vz?=',
      'Date: Mon, 3 Mar 2025 22:14:00 +1100 (AEDT)',
    ]);
    expect(message).toMatchObject({
      from: { name: 'Jürgen Park', address: 'Juergen@park.example' },
      to: [
        { name: null, address: 'a@boards.example' },
        { name: 'B, C', address: 'b@boards.example' },
      ],
      cc: [{ name: null, address: 'd@boards.example' }],
      messageId: 'm2@park.example',
      inReplyTo: 'm1@park.example',
      references: ['m0@park.example', 'm1@park.example'],
      subject: 'Re: Günstiges',
      date: '2025-03-03T11:14:00.000Z',
      emailType: 'reply',
      unreadable: null,
    });
    expect(message.headers.get('cc')).toBe('d@boards.example');
  });

  it.each([
    ['Fri, 21 Nov 97 09:55:06 EST', '1997-11-21T14:55:06.000Z'],
    ['3 Mar 2025 9:14', '2025-03-03T09:14:00.000Z'],
    ['Mon Mar  3 09:14:00 2025', '2025-03-03T09:14:00.000Z'],
    ['2025-03-03T09:14:00+11:00', '2025-03-02T22:14:00.000Z'],
    ['Mon, 3 Mar 20250 09:14:00', null],
    ['soon', null],
  ])('reads the date %s', async (date, expected) => {
    expect((await eml([`Date: ${date}`])).date).toBe(expected);
  });

  it('undoes a Google group’s rewriting of From', async () => {
    const via = `From: "'Nora Park' via Sales" <sales@boards.example>`;
    const original = await eml([via, 'X-Original-From: Nora Park <nora@park.example>']);
    expect(original.from).toEqual({ name: 'Nora Park', address: 'nora@park.example' });
    const replyTo = await eml([via, 'Reply-To: nora@park.example']);
    expect(replyTo.from).toEqual({ name: 'Nora Park', address: 'nora@park.example' });
    const group = await eml([via, 'Reply-To: sales@boards.example']);
    expect(group.from?.address).toBe('sales@boards.example');
  });

  it('knows mail to many and automatic mail', async () => {
    expect(await eml(['List-Unsubscribe: <mailto:x@news.example>'])).toMatchObject({ bulk: true });
    expect(await eml(['Precedence: junk'])).toMatchObject({ bulk: true });
    expect(await eml(['From: MAILER-DAEMON@mx.example'])).toMatchObject({ bulk: true });
    expect(await eml(['Content-Type: multipart/report; boundary=x'])).toMatchObject({ bulk: true });
    expect(await eml(['Auto-Submitted: auto-replied'])).toMatchObject({ bulk: false, autoSubmitted: true });
    const group = 'List-Unsubscribe: <mailto:googlegroups-manage+1+unsubscribe@boards.example>';
    expect(await eml([group, 'Auto-Submitted: no'])).toMatchObject({ bulk: false, autoSubmitted: false });
  });
});

describe('bodies', () => {
  it('reads charsets and transfer encodings', async () => {
    const qp = [
      'Content-Type: text/plain; charset=windows-1252',
      'Content-Transfer-Encoding: quoted-printable',
    ];
    expect((await eml(qp, 'caf=E9 =80 =\r\n5 =ZZ')).text).toBe('café € 5 =ZZ');
    const japanese = ['Content-Type: text/plain; charset=iso-2022-jp', 'Content-Transfer-Encoding: base64'];
    expect((await eml(japanese, 'GyRCJDMkcyRLJEEkTxsoQg==')).text).toBe('こんにちは');
    expect((await eml(['Content-Type: text/plain; charset=invented'], 'Grüße')).text).toBe('Grüße');
  });

  it('reads what calls itself UTF-8 and is not, and leaves damaged UTF-8 what it is', async () => {
    const head = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'];
    expect((await eml(head, 'Caf=E9 Zo=EB =80 5')).text).toBe('Café Zoë € 5');
    expect((await eml(head, 'Gr=C3=BC=C3=9Fe aus K=C3=B6ln =FF')).text).toBe('Grüße aus Köln \uFFFD');
    expect((await eml(head, 'Caf=C3=A9 =E2=80')).text).toBe('Café \uFFFD');
    expect((await eml(head, 'CAF=C9')).text).toBe('CAFÉ');
  });

  it('prefers plain text, falls back to HTML, keeps files apart', async () => {
    const body = [
      '--b',
      'Content-Type: multipart/alternative; boundary=c',
      '',
      '--c',
      '',
      ' ',
      '--c',
      'Content-Type: text/html',
      '',
      '<p>Hi <b>there</b></p>',
      '--c--',
      '--b',
      "Content-Type: text/csv; name*=utf-8''pr%C3%A4.csv",
      'Content-ID: <f1>',
      '',
      'a,b',
      '--b--',
    ].join('\r\n');
    const message = await eml(['Content-Type: multipart/mixed; boundary=b'], body);
    expect(message).toMatchObject({ text: 'Hi there', visible: 'Hi there', html: '<p>Hi <b>there</b></p>' });
    expect(message.attachments).toEqual([
      { name: 'prä.csv', contentType: 'text/csv', size: 3, contentId: 'f1', bytes: Buffer.from('a,b') },
    ]);
  });

  it.each([
    [
      'This message is in HTML. Your mail reader does not show it.',
      'We need two boards from May to the end of July.',
    ],
    ['Hi there', 'Hi there'],
    ['Two boards in May.', 'Two boards in May.'],
    [
      'Two boards here: https://maps.example.com/place/north',
      'Two boards here: https://maps.example.com/place/north',
      'Two boards here',
    ],
  ])(
    'takes the HTML where the plain text says that it is there: %s',
    async (plain, expected, inHtml = expected) => {
      const html = `<p>${inHtml}</p><p>Jane Doe, Park Cafés, 1 King St, Sydney</p>`;
      const body = `--c\r\n\r\n${plain}\r\n--c\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--c--`;
      const message = await eml(['Content-Type: multipart/alternative; boundary=c'], body);
      expect(message.visible.split('\n')[0]).toBe(expected);
      expect(message.visible.includes('Park Cafés')).toBe(plain !== expected);
    },
  );

  it('joins flowed lines', async () => {
    const flowed = ['Content-Type: text/plain; format=flowed'];
    expect((await eml(flowed, 'one \r\ntwo\r\n> a \r\n> b\r\n-- \r\nNora')).text).toBe(
      'one two\n> a b\n-- \nNora',
    );
  });

  it('takes a path out of a file name', async () => {
    const header = 'Content-Disposition: attachment; filename="../../etc/passwd"';
    expect((await eml([header])).attachments[0]?.name).toBe('passwd');
  });

  it('takes marks of direction out of a file name, so that its end is shown as its end', async () => {
    const header = "Content-Disposition: attachment; filename*=utf-8''offer%E2%80%AEfdp.exe";
    expect((await eml([header])).attachments[0]?.name).toBe('offerfdp.exe');
  });
});

describe('Gmail’s shape', () => {
  it('does not decode a body again that its header calls quoted-printable', () => {
    const message = readGmail({
      id: 'g1',
      threadId: 't1',
      labelIds: ['INBOX'],
      internalDate: '1741000440000',
      payload: {
        mimeType: 'text/plain',
        headers: [
          { name: 'DATE', value: 'Tue, 4 Mar 2025 00:00:00 +0000' },
          { name: 'Content-Transfer-Encoding', value: 'quoted-printable' },
        ],
        body: { data: base64url('https://pay.example/?id=ab12 €50') },
      },
    });
    expect(message).toMatchObject({
      gmailId: 'g1',
      gmailThreadId: 't1',
      labels: ['INBOX'],
      date: '2025-03-03T11:14:00.000Z',
      text: 'https://pay.example/?id=ab12 €50',
    });
  });

  it('takes a message inside for a file, and guesses a missing type', () => {
    const inner = {
      mimeType: 'message/rfc822',
      filename: 'a.eml',
      parts: [{ mimeType: 'text/plain', body: { data: base64url('old') } }],
    };
    const payload = { parts: [{ mimeType: 'text/plain', body: { data: base64url('new') } }, inner] };
    expect(readGmail({ payload })).toMatchObject({ text: 'new', attachments: [{ name: 'a.eml' }] });
  });

  it('shows the snippet where there is no body', () => {
    expect(readGmail({ snippet: 'It&#39;s free &amp; ready' }).visible).toBe("It's free & ready");
    const left = { mimeType: 'text/plain', body: { attachmentId: 'A1', size: 9 } };
    expect(readGmail({ snippet: 'Hello', payload: left })).toMatchObject({ text: 'Hello', attachments: [] });
  });

  it.each([
    [null],
    [7],
    ['x'],
    [[]],
    [{}],
    [{ payload: 5 }],
    [{ payload: { headers: 'x', parts: {} } }],
    [{ internalDate: '1e400' }],
  ])('survives %j', (raw) => {
    expect(readGmail(raw)).toMatchObject({ text: '', from: null, date: null });
  });
});

describe('hostile input', () => {
  it('never lets NUL or a lone surrogate through', async () => {
    const message = readGmail({
      snippet: 'a\0b\ud800',
      labelIds: ['x\0'],
      payload: {
        filename: 'n\0.txt',
        headers: [{ name: 'Subject\0', value: '\udfff\0s' }],
        body: { data: base64url('t\0u') },
      },
    });
    const eight = await eml(['Subject: a\0b', 'From: n\0 <n\0@park.example>'], 'x\0y&#0;');
    const all = JSON.stringify([
      { ...message, headers: [...message.headers] },
      { ...eight, headers: [...eight.headers] },
    ]);
    expect(all).not.toMatch(/\\u0000|\\ud800|\\udfff/u);
  });

  it('reads 10,000 nested parts without failing', async () => {
    let mime = 'From: a@park.example\nContent-Type: multipart/mixed; boundary=b0\n\n';
    for (let i = 0; i < 10_000; i += 1)
      mime += `--b${i}\nContent-Type: multipart/mixed; boundary=b${i + 1}\n\n`;
    const deep = await readRfc822(Buffer.from(mime));
    expect(deep.from?.address).toBe('a@park.example');
    expect(deep.unreadable).toMatch(/nested too deeply/u);
    let payload: object = { mimeType: 'text/plain', body: { data: base64url('hi') } };
    for (let i = 0; i < 10_000; i += 1) payload = { mimeType: 'multipart/mixed', parts: [payload] };
    expect(readGmail({ payload, snippet: 'hi' }).visible).toBe('hi');
  });

  it('says so when there is nothing to read', async () => {
    expect((await readRfc822(Buffer.alloc(0))).unreadable).toBe('This message could not be read.');
  });

  it('takes any bytes and any JSON', async () => {
    await assert(
      asyncProperty(uint8Array({ maxLength: 400 }), async (bytes) => {
        const head = Buffer.from('Content-Type: multipart/mixed; boundary=a\n\n--a\n');
        for (const input of [bytes, Buffer.concat([head, bytes])]) {
          expect((await readRfc822(input)).text).not.toContain('\0');
        }
      }),
      { numRuns: 150 },
    );
    assert(
      property(jsonValue(), jsonValue(), (part, headers) => {
        expect(typeof readGmail({ payload: { headers, parts: [part, { parts: part, headers }] } }).text).toBe(
          'string',
        );
      }),
      { numRuns: 150 },
    );
  });
});

it.each([
  ['text/plain', 'words of a very long letter\r\n'],
  ['text/html', '<p>words of a <b>very</b> long letter</p>\r\n'],
])('reads 8 MB of the text of 30 MB of %s, and says that there was more', async (type, line) => {
  const head = `From: a@b.example\r\nContent-Type: ${type}\r\n\r\n`;
  const ofMb = (mb: number) => Buffer.concat([Buffer.from(head), Buffer.alloc(mb * 1024 * 1024, line)]);
  const [whole, cut] = [ofMb(8), ofMb(30)];
  const timed = async (bytes: Buffer) => {
    const before = process.cpuUsage();
    await readRfc822(bytes);
    return cpuMsSince(before);
  };
  const message = await readRfc822(cut);
  // The best of some runs of each, one after the other: the machine is shared, and only the slowness of the code counts.
  const times: { whole: number[]; cut: number[] } = { whole: [], cut: [] };
  for (let run = 0; run < 4; run += 1) {
    times.whole.push(await timed(whole));
    times.cut.push(await timed(cut));
  }
  // Reading all of it takes about four times as long as the 8 MB, during which nobody else is served.
  expect(Math.min(...times.cut) / Math.min(...times.whole)).toBeLessThan(2.2);
  expect(message.unreadable).toBe('This message is very long; the end was not read.');
  expect(message.visible).toContain('words of a very long letter');
});
