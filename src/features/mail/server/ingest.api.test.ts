import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { usedThisMonth } from '#server/testing/used-this-month.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Eml {
  id?: string;
  from?: string;
  to?: string;
  subject?: string;
  date?: string;
  references?: string[];
  inReplyTo?: string;
  headers?: string[];
  body?: string;
}

function eml({
  id,
  from = 'Jane Doe <jane@client.example>',
  to = 'sales@firm.example',
  subject = 'Billboard enquiry',
  date = 'Mon, 3 Mar 2025 10:00:00 +1100',
  references,
  inReplyTo,
  headers = [],
  body = 'Hello there.',
}: Eml): string {
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    ...(id ? [`Message-ID: <${id}>`] : []),
    ...(inReplyTo ? [`In-Reply-To: <${inReplyTo}>`] : []),
    ...(references ? [`References: ${references.map((one) => `<${one}>`).join(' ')}`] : []),
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
    '',
  ].join('\r\n');
}

const rfc822 = { 'content-type': 'message/rfc822' };
const mbox = { 'content-type': 'application/mbox' };
const take = (tenant: Tenant, message: Eml) =>
  app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, eml(message), rfc822);
const read = (tenant: Tenant, url: string) => app.call('GET', url, tenant.tokens.viewer);
const team = (tenant: Tenant, teamAddresses: string[]) =>
  app.call('PUT', '/api/tenant/integrations/email', tenant.tokens.admin, {
    teamAddresses,
    postalAddress: '',
  });

describe('ingest', () => {
  it('stores a message once, makes its lead, keeps the raw message', async () => {
    const tenant = await app.tenant();
    const first = await take(tenant, { id: 'one@client.example' });
    expect(first.json()).toEqual({
      accepted: 1,
      duplicates: 0,
      setAside: 0,
      leadsCreated: 1,
      results: [
        {
          index: 0,
          id: expect.any(String),
          threadId: expect.any(String),
          status: 'stored',
          reason: null,
          lead: expect.any(String),
        },
      ],
    });
    const again = await Promise.all(
      Array.from({ length: 5 }, () => take(tenant, { id: 'one@client.example' })),
    );
    expect(again.map((one) => one.json().duplicates)).toEqual([1, 1, 1, 1, 1]);
    const { id, threadId } = first.json().results[0];
    const lead = (await read(tenant, `/api/leads/${threadId}`)).json();
    expect(lead).toMatchObject({
      name: 'Jane Doe',
      contact_email: 'jane@client.example',
      stage: 'new',
      message_count: 1,
    });
    expect(
      lead.entireThread[0].payload.headers.find((one: { name: string }) => one.name === 'Subject').value,
    ).toBe('Billboard enquiry');
    const source = await read(tenant, `/api/messages/${id}/original`);
    expect(source.body).toBe(eml({ id: 'one@client.example' }));
    expect(source.headers['content-disposition']).toContain('attachment');
  });

  it('of ten equal messages at once stores one', async () => {
    const tenant = await app.tenant();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => take(tenant, { id: 'same@client.example' })),
    );
    expect(answers.reduce((sum, one) => sum + one.json().accepted, 0)).toBe(1);
    expect((await read(tenant, '/api/leads')).headers['x-total-count']).toBe('1');
  });

  it('threads by References, then In-Reply-To, also when the answer comes before its parent', async () => {
    const tenant = await app.tenant();
    await team(tenant, ['sales@firm.example']);
    const child = await take(tenant, {
      id: 'c@x.example',
      references: ['a@x.example', 'b@x.example'],
      subject: 'Something else',
    });
    const sibling = await take(tenant, {
      id: 'd@x.example',
      inReplyTo: 'b@x.example',
      from: 'other@client.example',
      subject: 'Changed',
    });
    const parent = await take(tenant, {
      id: 'b@x.example',
      from: 'sales@firm.example',
      to: 'jane@client.example',
    });
    const ids = [child, sibling, parent].map((one) => one.json().results[0].threadId);
    expect(new Set(ids).size).toBe(1);
    const items = (await read(tenant, `/api/correspondence/${ids[0]}`)).json();
    const byExternal = new Map<string, { id: string; parentMessageId: string | null; isFromLead: boolean }>(
      items.map((one: { externalId: string }) => [one.externalId, one]),
    );
    expect(byExternal.get('c@x.example')?.parentMessageId).toBe(byExternal.get('b@x.example')?.id);
    expect(byExternal.get('d@x.example')?.parentMessageId).toBe(byExternal.get('b@x.example')?.id);
    expect(byExternal.get('b@x.example')).toMatchObject({ parentMessageId: null, isFromLead: false });
  });

  it('threads by subject and person within 30 days, only without reply headers', async () => {
    const tenant = await app.tenant();
    const thread = async (message: Eml) => (await take(tenant, message)).json().results[0].threadId;
    const first = await thread({ id: 's1@x.example', subject: 'Quote for March' });
    expect(
      await thread({
        id: 's2@x.example',
        subject: 'RE: quote for march',
        date: 'Thu, 20 Mar 2025 10:00:00 +1100',
      }),
    ).toBe(first);
    expect(
      await thread({ id: 's3@x.example', subject: 'Quote for March', from: 'someone@else.example' }),
    ).not.toBe(first);
    expect(
      await thread({ id: 's4@x.example', subject: 'Quote for March', inReplyTo: 'unknown@x.example' }),
    ).not.toBe(first);
    expect(
      await thread({
        id: 's5@x.example',
        subject: 'Quote for March',
        date: 'Thu, 1 May 2025 10:00:00 +1000',
      }),
    ).not.toBe(first);
  });

  it('a further message moves updated_at, keeps the stage and what a person wrote', async () => {
    const tenant = await app.tenant();
    const { threadId } = (
      await take(tenant, { id: 'm1@x.example', body: 'Hi, our budget is $5,000 a month.' })
    ).json().results[0];
    await app.call('PATCH', `/api/leads/${threadId}`, tenant.tokens.user, {
      stage: 'qualified',
      company: 'Doe & Co',
    });
    const before = (await read(tenant, `/api/leads/${threadId}`)).json();
    await take(tenant, {
      id: 'm2@x.example',
      inReplyTo: 'm1@x.example',
      body: 'Company: Other Pty Ltd\nPhone: 02 5550 1234',
    });
    const after = (await read(tenant, `/api/leads/${threadId}`)).json();
    expect(after).toMatchObject({
      stage: 'qualified',
      company: 'Doe & Co',
      phone_number: '02 5550 1234',
      message_count: 2,
    });
    expect(after.budget).toContain('$5,000');
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(after.field_sources.budget).toMatchObject({
      edited: false,
      quote: expect.stringContaining('$5,000'),
    });
    expect(after.field_sources.company).toEqual({ message_id: null, quote: null, edited: true });
  });

  it('gives the files of a message to save, whatever they call themselves', async () => {
    const tenant = await app.tenant();
    const mail = [
      'From: f@x.example',
      'Message-ID: <f@x.example>',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See the file.',
      '--b',
      'Content-Type: text/html; name="page.html"',
      'Content-Disposition: attachment; filename="page.html"',
      'Content-Transfer-Encoding: base64',
      '',
      'PHNjcmlwdD4=',
      '--b--',
      '',
    ].join('\r\n');
    const stored = (
      await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, mail, rfc822)
    ).json().results[0];
    const [item] = (await read(tenant, `/api/correspondence/${stored.threadId}`)).json();
    expect(item.attachments).toEqual([{ id: '0', name: 'page.html', contentType: 'text/html', size: 8 }]);
    const file = await read(tenant, `/api/messages/${stored.id}/attachments/0`);
    expect([file.statusCode, file.body, file.headers['content-type']]).toEqual([
      200,
      '<script>',
      'application/octet-stream',
    ]);
    expect(file.headers['content-disposition']).toContain('attachment; filename="page.html"');
    expect(file.headers['content-security-policy']).toContain('sandbox');
    expect((await read(tenant, `/api/messages/${stored.id}/attachments/1`)).statusCode).toBe(404);
  });

  it('reads company and phone from a signature, and the person behind a form', async () => {
    const tenant = await app.tenant();
    const signed = await take(tenant, {
      id: 'sig@x.example',
      from: 'Nia Tane <nia@tanewindows.example>',
      body: 'Hi, what does the Auburn site cost?\n\n-- \nNia Tane\nOwner\nTane Windows Pty Ltd\n02 5550 1717',
    });
    const lead = (await read(tenant, `/api/leads/${signed.json().results[0].threadId}`)).json();
    expect(lead).toMatchObject({ company: 'Tane Windows Pty Ltd', phone_number: '02 5550 1717' });
    const form = await take(tenant, {
      id: 'form@x.example',
      from: 'Website <noreply@host.example>',
      headers: ['Reply-To: visitor@client.example'],
      body: 'Name: Vi Sitor\nMessage: Please call.',
    });
    const visitor = (await read(tenant, `/api/leads/${form.json().results[0].threadId}`)).json();
    expect(visitor).toMatchObject({ name: 'Vi Sitor', contact_email: 'visitor@client.example' });
  });

  it('mail of machines, lists and the team makes no lead', async () => {
    const tenant = await app.tenant();
    await team(tenant, ['sales@firm.example']);
    const cases: Eml[] = [
      { id: 'a1@x.example', headers: ['List-Unsubscribe: <https://x.example/u>'] },
      { id: 'a2@x.example', headers: ['Precedence: bulk'], from: 'b@x.example' },
      { id: 'a3@x.example', headers: ['Auto-Submitted: auto-replied'], from: 'c@x.example' },
      { id: 'a4@x.example', from: 'Sales <SALES@firm.example>', to: 'd@x.example' },
    ];
    for (const one of cases)
      expect((await take(tenant, one)).json(), one.id ?? '').toMatchObject({ accepted: 1, leadsCreated: 0 });
    expect((await read(tenant, '/api/leads')).json()).toEqual([]);
    const looksAlike = await take(tenant, { id: 'a5@x.example', from: 'notsales@firm.example' });
    expect(looksAlike.json().leadsCreated).toBe(1);
  });

  it('deletes a lead with its mail, which does not come back; a new mail in the thread makes a new lead', async () => {
    const tenant = await app.tenant();
    const { threadId } = (await take(tenant, { id: 'del@x.example' })).json().results[0];
    expect((await app.call('DELETE', `/api/leads/${threadId}`, tenant.tokens.user)).statusCode).toBe(403);
    expect((await app.call('DELETE', `/api/leads/${threadId}`, tenant.tokens.admin)).statusCode).toBe(204);
    expect((await read(tenant, `/api/correspondence/${threadId}`)).statusCode).toBe(404);
    expect((await take(tenant, { id: 'del@x.example' })).json()).toMatchObject({
      duplicates: 1,
      leadsCreated: 0,
    });
    expect(
      (await take(tenant, { id: 'del2@x.example', inReplyTo: 'del@x.example' })).json().leadsCreated,
    ).toBe(1);
    expect((await read(tenant, '/api/dashboard-stats')).json().leads.total).toBe(1);
  });

  it('takes an mbox of 30 messages in 8 threads', async () => {
    const tenant = await app.tenant();
    await team(tenant, ['sales@firm.example']);
    const messages: string[] = [];
    for (let thread = 0; thread < 8; thread += 1) {
      for (let index = 0; index < (thread < 6 ? 4 : 3); index += 1) {
        const ours = index % 2 === 1;
        messages.push(
          `From x Mon Mar  3 10:00:00 2025\n${eml({
            id: `t${thread}m${index}@x.example`,
            subject: `${index > 0 ? 'Re: ' : ''}Site ${thread}`,
            from: ours ? 'sales@firm.example' : `Client ${thread} <c${thread}@client.example>`,
            to: ours ? `c${thread}@client.example` : 'sales@firm.example',
            date: `Mon, 3 Mar 2025 1${index}:00:00 +1100`,
            ...(index > 0
              ? { references: Array.from({ length: index }, (_, at) => `t${thread}m${at}@x.example`) }
              : {}),
            body: `Message ${index} of thread ${thread}.\n\nFrom here on it is quoted:\n> old text`,
          })}`,
        );
      }
    }
    const answer = await app.call(
      'POST',
      '/api/v2/ingest/messages',
      tenant.tokens.user,
      messages.toReversed().join('\n'),
      mbox,
    );
    expect(answer.json()).toEqual({ accepted: 30, duplicates: 0, setAside: 0, leadsCreated: 8, results: [] });
    const leads = (await read(tenant, '/api/leads?sort=name_asc')).json();
    expect(
      leads.map((one: { name: string; message_count: number }) => [one.name, one.message_count]),
    ).toEqual(Array.from({ length: 8 }, (_, thread) => [`Client ${thread}`, thread < 6 ? 4 : 3]));
    const items = (await read(tenant, `/api/correspondence/${leads[0].thread_id}`)).json();
    expect(items.map((one: { isFromLead: boolean }) => one.isFromLead)).toEqual([true, false, true, false]);
    expect(items[0].content).toContain('Message 0 of thread 0.');
    const again = await app.call(
      'POST',
      '/api/v2/ingest/messages',
      tenant.tokens.user,
      messages.join('\n'),
      mbox,
    );
    expect(again.json()).toMatchObject({ accepted: 0, duplicates: 30 });
  });

  it('judges each message of a list by itself', async () => {
    const tenant = await app.tenant();
    const good = {
      id: 'g1',
      threadId: 'g',
      snippet: 'Hello',
      payload: { mimeType: 'text/plain', headers: [{ name: 'From', value: 'g@x.example' }] },
    };
    const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, [
      good,
      7,
      null,
      { id: 'x' },
      { ...good, id: 'a\u0000' },
      { ...good, id: 'g2', payload: { parts: 'no' } },
      good,
    ]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().results.map((one: { status: string }) => one.status)).toEqual([
      'stored',
      'refused',
      'refused',
      'refused',
      'refused',
      expect.stringMatching(/stored|set_aside/),
      'duplicate',
    ]);
    expect(
      (
        await app.call(
          'POST',
          '/api/v2/ingest/messages',
          tenant.tokens.user,
          Array.from({ length: 501 }, () => good),
        )
      ).statusCode,
    ).toBe(413);
    for (const body of ['7', '"x"', 'null', '{}']) {
      expect(
        (
          await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, body, {
            'content-type': 'application/json',
          })
        ).statusCode,
        body,
      ).toBe(400);
    }
  });

  it('refuses what is no message, and never fails on what is hostile (S11)', async () => {
    const tenant = await app.tenant();
    const send = (payload: string | Buffer, headers = rfc822) =>
      app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, payload, headers);
    for (const payload of ['', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'just some words'])
      expect((await send(payload)).statusCode).toBe(400);
    const html = [
      'From: h@x.example',
      'Subject: Markup',
      'Message-ID: <h@x.example>',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<base href="https://evil.example"><style>p{}</style><script>alert(1)</script><svg onload=alert(1)></svg><p>Visible <a href="javascript:alert(1)">link</a></p><img src="http://tracker.example/x.png"><form action="/x"><input value="q"></form>',
    ].join('\r\n');
    const stored = await send(html);
    const items = (await read(tenant, `/api/correspondence/${stored.json().results[0].threadId}`)).json();
    expect(items[0].content).toBe('Visible link');
    const nested = `From: n@x.example\r\nMessage-ID: <n@x.example>\r\n${Array.from({ length: 10_000 }, (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`).join('')}`;
    expect([200, 400]).toContain((await send(nested)).statusCode);
    const controls = await send(eml({ id: 'nul@x.example', body: 'a\u0000b\u202ec' }));
    expect(controls.statusCode).toBe(200);
  });

  it('works while any module that uses mail is active, and makes leads only with the Leads Manager', async () => {
    const outreach = await app.tenant({ modules: ['outreach'] });
    expect((await take(outreach, { id: 'o@x.example' })).json()).toMatchObject({
      accepted: 1,
      leadsCreated: 0,
    });
    const social = await app.tenant({ modules: ['social_media'] });
    expect([(await take(social, { id: 'o@x.example' })).json().code]).toEqual(['module_inactive']);
  });

  it('counts what came in', async () => {
    const tenant = await app.tenant();
    await take(tenant, { id: 'u1@x.example' });
    await take(tenant, { id: 'u2@x.example', inReplyTo: 'u1@x.example' });
    expect(await usedThisMonth(app, tenant, 'leads_received')).toBe(1);
    expect(await usedThisMonth(app, tenant, 'emails_received')).toBe(2);
  });
});
