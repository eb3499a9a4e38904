import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldMs } from '#server/testing/own-time.ts';
import { startTestApp, type Tenant, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const create = (payload: string | Buffer, headers: Record<string, string> = json) =>
  app.call('POST', '/api/leads', tenant.tokens.user, payload, headers);

describe('bodies that no form sends (S22)', () => {
  it.each([
    ['NUL', '{"name":"a\\u0000b"}'],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['a text of 1 MB', JSON.stringify({ name: 'x'.repeat(1_000_000) })],
    ['a list for a text', '{"name":["a"]}'],
    ['an object for a text', '{"name":{"a":1}}'],
    ['a number for a text', '{"name":7}'],
    ['depth 10,000', `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['a prototype', '{"name":"a","__proto__":{"role":"owner"}}'],
    ['an infinite number', '{"name":1e400}'],
    ['an unknown key', '{"name":"a","stageX":"won"}'],
    ['a cut body', '{"name":"a'],
    ['no JSON', 'name=a'],
    ['a list for the body', '[]'],
    ['null for the body', 'null'],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    ],
  ])('%s is a 400 that says what is wrong', async (_name, payload) => {
    const answer = await create(payload);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({
        message: expect.any(String),
        code: 'invalid',
        requestId: expect.any(String),
      }),
    ]);
    expect(answer.body).not.toMatch(/stack|select |node_modules|zod/i);
  });

  it('a wrong charset and a wrong type are 415, a body over the limit 413', async () => {
    expect(
      (await create('{"name":"a"}', { 'content-type': 'application/json; charset=utf-16' })).statusCode,
    ).toBe(415);
    expect((await create('<a/>', { 'content-type': 'application/xml' })).statusCode).toBe(415);
    expect((await create('x', { 'content-type': 'message/rfc822' })).statusCode).toBe(415);
    expect((await create(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }))).statusCode).toBe(413);
  });

  it.each([
    ['lists in lists', '['.repeat(1_000_000)],
    ['objects in objects', '{"parts":['.repeat(10_000)],
  ])('deep %s are refused before they are parsed', async (_name, payload) => {
    const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, payload, json);
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'The body is nested too deeply.']);
  });

  it('a large body of tiny values is refused before it holds everybody up', async () => {
    const payload = Buffer.from(`[${'[],'.repeat(11_000_000)}[]]`);
    const held = await heldMs(async () => {
      const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, payload, json);
      expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
    });
    // Parsing it took ten seconds.
    expect(held).toBeLessThan(2000);
  });

  it('marks inside texts are no values', async () => {
    const name = '[{,:}]\\"'.repeat(20);
    expect((await create(JSON.stringify({ name }))).json().name).toBe(name);
    const snippet = ',[{'.repeat(700_000);
    const body = JSON.stringify({ id: 'marks', snippet });
    const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, body, json);
    expect(answer.statusCode).toBe(200);
  });

  it.each(['{"\\u005f_proto__":{"role":"owner"}}', '{"\\u005F\\u005fproto\\u005f\\u005f":1}'])(
    'a prototype under an escaped name is a 400: %s',
    async (payload) => {
      const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, payload, json);
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Unknown field: __proto__']);
    },
  );

  it.each(['gzip', 'br', 'GZIP', 'none'])(
    'packed as %s it is a 415, not taken for text',
    async (encoding) => {
      const from = 'From: a@b.example\r\n\r\nHi';
      for (const [type, payload] of [
        ['application/json', '{"name":"a"}'],
        ['message/rfc822', from],
        ['application/mbox', `From a Mon Mar  3 09:14:00 2025\r\n${from}`],
      ] as const) {
        const headers = { 'content-type': type, 'content-encoding': encoding };
        const answer = await app.call(
          'POST',
          '/api/v2/ingest/messages',
          tenant.tokens.user,
          payload,
          headers,
        );
        expect(answer.statusCode).toBe(415);
        expect((await app.call('POST', '/api/v2/ingest/messages', null, payload, headers)).statusCode).toBe(
          401,
        );
      }
    },
  );

  it('a byte order mark and a repeated key are read as JSON says', async () => {
    const answer = await create(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"name":"a","name":"b"}')]),
    );
    expect([answer.statusCode, answer.json().name]).toEqual([201, 'b']);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    'javascript:alert(1)',
    '{{7*7}}',
    '${7*7}',
    "'; drop table leads; --",
    '%00',
    '\\',
    '𝕏 ﷽ ‮override',
    '田中さん',
    ' leading and trailing ',
    '﻿bom',
    'a\tb\nc',
  ])('%j is stored and shown letter for letter (S10)', async (text) => {
    const answer = await app.call('POST', '/api/leads', tenant.tokens.user, {
      name: text,
      company: text,
      budget: text,
    });
    expect(answer.statusCode).toBe(201);
    const read = await app.call('GET', `/api/leads/${answer.json().thread_id}`, tenant.tokens.viewer);
    expect([read.json().name, read.json().company, read.json().budget]).toEqual([text, text, text]);
    const found = await app.call(
      'GET',
      `/api/leads?search=${encodeURIComponent(text)}`,
      tenant.tokens.viewer,
    );
    expect(found.json().map((one: { thread_id: string }) => one.thread_id)).toContain(
      answer.json().thread_id,
    );
  });

  it('an empty JSON body is fine where none is needed', async () => {
    const fresh = await app.tenant();
    expect((await app.call('POST', '/api/tenant/auth/logout', fresh.tokens.user, '', json)).statusCode).toBe(
      204,
    );
  });

  it('unknown query names, sorts, stages and numbers that are none are 400', async () => {
    for (const query of [
      'nope=1',
      'sort=nope',
      'stage=nope',
      'limit=0',
      'limit=-5',
      'limit=ten',
      'cursor=%00',
      `search=${'x'.repeat(201)}`,
      'limit=1&limit=2',
    ]) {
      expect((await app.call('GET', `/api/leads?${query}`, tenant.tokens.viewer)).statusCode, query).toBe(
        400,
      );
    }
  });
});

describe('what a refusal says', () => {
  const login = '/api/tenant/auth/login';
  const users = '/api/tenant/users';
  const signup = '/api/tenant/organizations/signup';
  it.each([
    ['POST', login, {}, 'email is required.'],
    ['POST', login, { email: 'a@b.example', password: 7 }, 'password must be text.'],
    ['POST', login, { email: 'a@b.example', password: '' }, 'Password is required'],
    ['POST', login, [], 'The body must be an object.'],
    ['POST', signup, {}, 'organization is required.'],
    [
      'POST',
      users,
      { email: 'a@b.example', firstName: 'A', lastName: 'B', password: 'long enough', role: 'Owner' },
      'role must be one of: viewer, user, admin, owner.',
    ],
    [
      'POST',
      '/api/leads',
      { name: 'a', stage: 'gone' },
      'stage must be one of: new, pending, in_progress, qualified, booked, won, converted, lost, open.',
    ],
    [
      'PATCH',
      '/api/leads/x',
      { follow_up_at: 'tomorrow' },
      'follow_up_at must be a time such as 2026-11-27T09:30:00Z.',
    ],
    ['GET', '/api/leads?limit=1&limit=2', undefined, 'limit must be text.'],
  ] as const)('%s %s with %j is fit for a person', async (method, url, body, message) => {
    const answer = await app.call(method, url, tenant.tokens.owner, body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(answer.body).not.toMatch(/Invalid (?:input|option)|expected|received|undefined/);
  });
});
