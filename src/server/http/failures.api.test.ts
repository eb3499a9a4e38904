import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '../testing/test-app.ts';
import { toAppError } from './errors.ts';

let app: TestApp;
let tenant: Tenant;
let port: number;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  port = await app.listen();
});
afterAll(() => app.close());

/** Everything that the server answers to raw bytes until it closes the connection. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(20_000, () => socket.destroy(new Error('The connection stayed open.')));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

describe('HEAD', () => {
  it('is answered as GET is, without the body', async () => {
    const ask = (method: string) =>
      fetch(`http://127.0.0.1:${port}/api/leads`, {
        method,
        headers: { authorization: `Bearer ${tenant.tokens.viewer}` },
      });
    const [head, get] = await Promise.all([ask('HEAD'), ask('GET')]);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await get.text()).not.toBe('');
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
  });
});

describe('what is no HTTP', () => {
  const post = 'POST /api/leads HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  it.each([
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}xxx`, '400', 'invalid'],
    [
      'a length beside chunks',
      `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      '400',
      'invalid',
    ],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', '400', 'invalid'],
    ['20 kB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431', 'too_large'],
  ])('%s is refused once, in the shape of every failure', async (_name, bytes, status, code) => {
    const answer = await exchange(bytes);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(body).toEqual({
      message: expect.any(String),
      code,
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
  });
});

it('OPTIONS is a method like others: 405 with the ones that work', async () => {
  const answer = await app.call('OPTIONS', '/api/leads', tenant.tokens.user);
  expect([answer.statusCode, answer.headers.allow, answer.json().code]).toEqual([
    405,
    'GET, POST',
    'method_not_allowed',
  ]);
});

const letter = (number: number) =>
  `From a Mon Mar  3 09:14:00 2025\nFrom: c${number}@cut.example\nSubject: cut ${number}\n\n${'line\n'.repeat(2000)}\n`;

it('an upload that its sender breaks off leaves whole messages only and is no failure of ours', async () => {
  const own = await app.tenant();
  const body = letter(1) + letter(2) + letter(3);
  const head = `POST /api/v2/ingest/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.tokens.user}\r\nContent-Type: application/mbox\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(head + body.slice(0, Math.floor(body.length * 0.9)), () =>
        setTimeout(() => socket.destroy(), 200),
      ),
    );
    socket.on('close', () => resolve());
  });
  await expect
    .poll(async () => (await app.call('GET', '/api/leads', own.tokens.user)).headers['x-total-count'])
    .toBe('2');
  expect(toAppError(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })).status).toBe(400);
});

it('a connection that the database refuses or ends is a 503, whatever its reason', () => {
  for (const code of ['55000', '57P01', '57P03', '53300', '28000', '3D000']) {
    const refused = Object.assign(new Error('no'), { code, severity: 'FATAL' });
    expect(toAppError(new Error('Failed query', { cause: refused })).code).toBe('unavailable');
  }
  expect(toAppError(Object.assign(new Error('no'), { code: '55000', severity: 'ERROR' })).code).toBe(
    'internal',
  );
});
