import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#server/testing/free-port.ts';
import { makeCertificates } from '#server/testing/test-certificates.ts';
import { guardedLookup } from './guarded-address.ts';
import { httpClient } from './http-client.ts';

const opened: Server[] = [];
const sockets = new Set<Socket>();

async function listening(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(server);
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('not listening');
  return at.port;
}

async function serving(handler: http.RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(http.createServer(handler))}`;
}

/** A port inside that counts who comes. */
async function canary(): Promise<{ port: number; connections: () => number }> {
  let count = 0;
  const port = await listening(
    createServer((socket) => {
      count += 1;
      socket.destroy();
    }),
  );
  return { port, connections: () => count };
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(opened.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const unknownName = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));

const inside = httpClient({ allowPrivate: true });
const get = (url: string) => ({ method: 'GET', url, totalMs: 2000 });

describe('an answered request', () => {
  it('carries method, headers and body there and status, headers and body back', async () => {
    const url = await serving((request, reply) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        reply.setHeader('x-seen', `${request.method} ${request.url} ${String(request.headers['x-a'])}`);
        reply.statusCode = 418;
        reply.end(`got ${Buffer.concat(parts).toString()} ${request.headers['content-length']}`);
      });
    });
    const result = await inside({
      ...get(`${url}/p?q=1`),
      method: 'PUT',
      headers: { 'X-A': 'b' },
      body: 'höi',
    });
    expect(result).toMatchObject({ kind: 'answered', status: 418, cut: false });
    expect(result.kind === 'answered' && result.headers['x-seen']).toBe('PUT /p?q=1 b');
    expect(result.kind === 'answered' && result.body.toString()).toBe('got höi 4');
  });

  it('is read to the limit of its size and no further', async () => {
    let sent = 0;
    const url = await serving((_request, reply) => {
      const more = (): void => {
        if (reply.destroyed) return;
        sent += 65_536;
        if (reply.write(Buffer.alloc(65_536, 'x'))) setImmediate(more);
        else reply.once('drain', more);
      };
      more();
    });
    const result = await inside({ ...get(url), maxBytes: 1000 });
    expect(result).toMatchObject({ kind: 'answered', status: 200, cut: true });
    expect(result.kind === 'answered' && result.body.length).toBe(1000);
    await sleep(50);
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });
});

describe('inside addresses are never connected to', () => {
  it.each([
    (port: number) => `http://127.0.0.1:${port}`,
    (port: number) => `http://localhost.:${port}`,
    (port: number) => `http://[::1]:${port}`,
    (port: number) => `http://[::ffff:127.0.0.1]:${port}`,
    (port: number) => `http://2130706433:${port}`,
    (port: number) => `http://0x7f.1:${port}`,
    (port: number) => `http://0177.0.0.1:${port}`,
  ])('%s', async (address) => {
    const { port, connections } = await canary();
    const result = await httpClient({ allowPrivate: false })(get(address(port)));
    expect(result).toMatchObject({ kind: 'blocked', reason: expect.stringMatching(/private network/) });
    expect(connections()).toBe(0);
  });

  it('a closed and an open port inside are answered with the same words', async () => {
    const { port } = await canary();
    const guarded = httpClient({ allowPrivate: false });
    const [open, closed] = [
      await guarded(get(`http://127.0.0.1:${port}`)),
      await guarded(get(`http://127.0.0.1:${await freePort()}`)),
    ];
    expect(open).toEqual(closed);
  });

  it('a name that leads inside, or that has one address inside beside a public one', async () => {
    const { port, connections } = await canary();
    const inner = { address: '127.0.0.1', family: 4 };
    for (const found of [[inner], [{ address: '203.0.114.1', family: 4 }, inner]]) {
      const guarded = httpClient({ allowPrivate: false, resolve: () => Promise.resolve(found) });
      expect(await guarded(get(`http://hooks.example:${port}`))).toMatchObject({ kind: 'blocked' });
    }
    expect(connections()).toBe(0);
  });

  it('a name that is public when it is asked for and inside a moment later (S14)', async () => {
    const outer = { address: '8.8.8.8', family: 4 };
    const { port, connections } = await canary();
    let asked = 0;
    const rebinding = () => {
      asked += 1;
      return Promise.resolve([asked === 1 ? outer : { address: '127.0.0.1', family: 4 }]);
    };
    // What a connection is given is what was judged, from one and the same answer of the name server.
    const given = await new Promise((resolve) =>
      guardedLookup(false, rebinding)('hooks.example', { all: true }, (error, found) =>
        resolve(error ?? found),
      ),
    );
    expect(given).toEqual([outer]);
    expect(asked).toBe(1);
    const guarded = httpClient({ allowPrivate: false, resolve: rebinding });
    expect(await guarded(get(`http://hooks.example:${port}`))).toMatchObject({ kind: 'blocked' });
    expect(asked).toBe(2);
    expect(connections()).toBe(0);
  });

  it('a redirect to an inside address is a failed answer and is not followed', async () => {
    const { port, connections } = await canary();
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await serving((_request, reply) => {
        reply.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
      });
      const result = await inside({ ...get(url), method: 'POST', body: 'x' });
      expect(result).toMatchObject({ kind: 'redirected', status, reason: expect.stringMatching(/redirect/) });
    }
    expect(connections()).toBe(0);
  });
});

describe('a request that was definitely not sent', () => {
  it('to a closed port', async () => {
    const result = await inside(get(`http://127.0.0.1:${await freePort()}`));
    expect(result).toEqual({
      kind: 'not_connected',
      reason: 'The server could not be reached. Nothing was sent.',
      aborted: false,
    });
  });

  it('to a name that does not exist', async () => {
    for (const resolve of [unknownName, () => Promise.resolve([])]) {
      const result = await httpClient({ allowPrivate: false, resolve })(get('https://no-such.example'));
      expect(result).toMatchObject({ kind: 'not_connected', reason: expect.stringMatching(/name/) });
    }
  });

  it('when TLS does not come about', async () => {
    const url = await serving((_request, reply) => reply.end());
    const result = await inside(get(url.replace('http:', 'https:')));
    expect(result).toMatchObject({ kind: 'not_connected' });
  });

  it('when the server takes the connection and then says nothing of TLS', async () => {
    const port = await listening(createServer(() => undefined));
    const result = await inside({ ...get(`https://127.0.0.1:${port}`), connectMs: 200 });
    expect(result).toMatchObject({ kind: 'not_connected' });
  });

  it('when it was called off before', async () => {
    const { port, connections } = await canary();
    const result = await inside({ ...get(`http://127.0.0.1:${port}`), signal: AbortSignal.abort() });
    expect(result).toMatchObject({ kind: 'not_connected', aborted: true });
    expect(connections()).toBe(0);
  });

  it('when the certificate is of an authority that nobody trusts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-tls-'));
    try {
      const files = await makeCertificates(folder);
      const server = https.createServer(
        { cert: readFileSync(files.cert), key: readFileSync(files.key) },
        (_request, reply) => reply.end('ok'),
      );
      const url = `https://localhost:${await listening(server)}`;
      expect(await inside(get(url))).toMatchObject({
        kind: 'not_connected',
        reason: expect.stringMatching(/certificate/),
      });
      const trusting = httpClient({ allowPrivate: true, ca: readFileSync(files.ca, 'utf8') });
      expect(await trusting(get(url))).toMatchObject({ kind: 'answered', status: 200 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a request whose outcome is open', () => {
  it.each<[string, http.RequestListener]>([
    ['no answer at all', () => undefined],
    ['the connection is reset after the request was read', (request) => request.socket.destroy()],
    [
      'the connection ends in the middle of the answer',
      (request, reply) => {
        reply.writeHead(200, { 'content-length': '100' });
        reply.write('half');
        setTimeout(() => request.socket.destroy(), 20);
      },
    ],
    [
      'the answer drips too slowly to end',
      (_request, reply) => {
        const drip = setInterval(() => reply.write('.'), 20);
        reply.on('close', () => clearInterval(drip));
      },
    ],
  ])('%s', async (_name, handler) => {
    const url = await serving(handler);
    const result = await inside({ ...get(url), method: 'POST', body: 'x', totalMs: 3000 });
    expect(result).toMatchObject({ kind: 'unknown', aborted: false });
  });

  it('when it was called off after it had left', async () => {
    const stop = new AbortController();
    const url = await serving(() => stop.abort());
    expect(await inside({ ...get(url), signal: stop.signal })).toMatchObject({
      kind: 'unknown',
      aborted: true,
    });
  });
});
