import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { tokenParts } from '#server/testing/token-parts.ts';
import { openSocket, startVisitor } from './testing/visitor.ts';

/** Every line that the application logs at the most talkative level. */
const lines: string[] = [];
const sink = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(chunk.toString('utf8'));
    done();
  },
});

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startTestApp({ log: pino({ level: 'trace' }, sink) });
  port = await app.listen();
});
afterAll(() => app.close());

/** What a visitor may do, each with a body that is right. */
const calls = {
  resume: {},
  messages: { text: 'Where do visitors park?', clientKey: 'a-key-of-this-test' },
  person: {},
  contact: { email: 'jo@buyer.example' },
  rating: { rating: 'good' },
  article: { articleId: '01a21f5b-0000-7000-8000-000000000000' },
};

describe('the token of a visitor', () => {
  it('stands in no log line, no table, no figure and no answer but the one that gives it', async () => {
    const tenant = await app.tenant();
    const visitor = await startVisitor(app, tenant, 'Where do visitors park?');
    const { bits } = tokenParts(visitor.token);
    const { socket } = await openSocket(port, visitor.token);
    const answers: string[] = [];
    for (const [what, body] of Object.entries(calls)) {
      const address = `/api/widget-conversations/${visitor.token}/${what}`;
      const tries: [string, string | null, unknown, Record<string, string>?][] = [
        ['POST', null, body],
        ['POST', null, { wrong: true }],
        ['POST', null, body, { origin: 'https://evil.example' }],
        // Somebody of the team in whose browser the link was opened, and an API key that is none.
        ['POST', tenant.tokens.viewer, body],
        ['POST', 'hubk_no_key', body],
        ['GET', tenant.tokens.viewer, undefined],
      ];
      for (const [method, token, sent, headers] of tries) {
        const answer = await app.call(method === 'GET' ? 'GET' : 'POST', address, token, sent, headers);
        answers.push(answer.body);
      }
    }
    const clock = vi.spyOn(app.hub.services.clock, 'now').mockImplementation(() => {
      throw new Error('A fault of ours');
    });
    const failed = await visitor.write('Is it free?');
    clock.mockRestore();
    answers.push(failed.body);
    expect(failed.statusCode).toBe(500);
    expect(lines.filter((line) => line.includes('A fault of ours'))).not.toEqual([]);
    const broken = `/api/widget-conversations/${visitor.token}%00/resume`;
    answers.push((await app.call('POST', broken, null, {})).body);
    socket.send('no frame');
    socket.close();
    answers.push((await app.call('GET', '/api/tenant/audit-log', tenant.tokens.owner)).body);
    answers.push((await app.call('GET', '/metrics', null)).body);
    expect(lines.filter((line) => line.includes(bits))).toEqual([]);
    expect(answers.filter((body) => body.includes(bits))).toEqual([]);
    expect(await tablesWith('Where do visitors park?')).toContain('support_messages');
    expect(await tablesWith(bits)).toEqual([]);
  });
});

/** The tables in which some row holds a text, of all that there are. */
async function tablesWith(text: string): Promise<string[]> {
  const platform = app.hub.database.readAsPlatform('a test looks for a token in every table');
  const rows = await platform.execute<{ name: string }>(
    sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname = 'public' and has_table_privilege(c.oid, 'select')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const holds = await platform.execute(
      sql`select 1 from ${sql.identifier(name)} t where t::text like ${`%${text}%`} limit 1`,
    );
    if (holds.length > 0) found.push(name);
  }
  return found;
}
