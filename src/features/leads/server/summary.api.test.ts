import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { usedThisMonth } from '#server/testing/used-this-month.ts';

let app: TestApp;
let tenant: Tenant;
let leadId: string;

async function mail(body: string, more = ''): Promise<string> {
  const text = `From: Dana Field <dana@client.example>\r\nSubject: Screens\r\nMessage-ID: <${Math.random()}@client.example>\r\n${more}\r\n${body}`;
  const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.owner, text, {
    'content-type': 'message/rfc822',
  });
  return String(answer.json().results[0].lead);
}

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  leadId = await mail(
    'Message-ID-line: none\r\n\r\nHi, we would like digital screens from July. We can spend up to $4,000. Do you print too?\r\n\r\nDana Field',
  );
});
afterAll(() => app.close());

const url = () => `/api/leads/${encodeURIComponent(leadId)}`;

describe('the summary of a lead', () => {
  it('is null until it was made, then stored with its receipts', async () => {
    const before = await app.call('GET', `${url()}/ai-summary`, tenant.tokens.viewer);
    expect(before.statusCode).toBe(200);
    expect(before.json()).toBeNull();
    const made = await app.call('POST', `${url()}/ai-summary`, tenant.tokens.user);
    expect(made.statusCode).toBe(200);
    expect(made.json()).toMatchObject({
      engine: 'builtin/1',
      stale: false,
      summary: {
        clientName: 'Dana Field',
        budget: 'up to $4,000',
        timeline: 'from July',
        interests: ['Digital billboard'],
      },
    });
    const source = made.json().sources.find((one: { field: string }) => one.field === 'budget');
    expect(source.quote).toBe('We can spend up to $4,000.');
    const lead = await app.call('GET', url(), tenant.tokens.viewer);
    expect(lead.json().ai_summary).toEqual(made.json());
  });

  it('made twice of the same messages counts once', async () => {
    await app.call('POST', `${url()}/ai-summary`, tenant.tokens.user, {});
    await app.call('POST', `${url()}/ai-summary`, tenant.tokens.user, { engine: 'builtin' });
    expect(await usedThisMonth(app, tenant, 'ai_summaries')).toBe(1);
  });

  it('is out of date after a further message, until it is made again', async () => {
    const [first] = (await app.call('GET', url(), tenant.tokens.viewer)).json().entireThread;
    const id = first.payload.headers.find(
      (one: { name: string }) => one.name.toLowerCase() === 'message-id',
    ).value;
    await mail('Our budget is $6,500 now.', `In-Reply-To: ${id}\r\n`);
    expect((await app.call('GET', url(), tenant.tokens.viewer)).json().ai_summary.stale).toBe(true);
    const again = await app.call('POST', `${url()}/ai-summary`, tenant.tokens.user, {});
    expect(again.json()).toMatchObject({ stale: false, summary: { budget: '$6,500' } });
  });

  it('is not made by a viewer, of another tenant’s thread, or with unknown words', async () => {
    const other = await app.tenant();
    expect((await app.call('POST', `${url()}/ai-summary`, tenant.tokens.viewer, {})).statusCode).toBe(403);
    expect((await app.call('POST', `${url()}/ai-summary`, other.tokens.owner, {})).statusCode).toBe(404);
    expect((await app.call('GET', `${url()}/ai-summary`, other.tokens.owner)).statusCode).toBe(404);
    expect(
      (await app.call('POST', `${url()}/ai-summary`, tenant.tokens.user, { engine: 'other' })).statusCode,
    ).toBe(400);
  });
});

describe('the draft of a reply', () => {
  it('restates what was asked and invents nothing', async () => {
    const draft = await app.call('POST', `${url()}/draft-reply`, tenant.tokens.user, {});
    expect(draft.statusCode).toBe(200);
    const { subject, content, engine } = draft.json();
    expect(subject).toBe('Re: Screens');
    expect(engine).toBe('builtin/1');
    expect(content).toContain('Hi Dana,');
    expect(content).toContain('$6,500');
    expect(content).toContain(`Tenant ${tenant.slug}`);
    expect(
      content
        .match(/\d[\d,]*/g)
        ?.filter((number: string) => !['6,500'].includes(number) && !tenant.slug.includes(number)),
    ).toEqual([]);
  });
});
