import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stopServing } from './stop-serving.ts';
import { ownTime } from './testing/own-time.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/** Far below the time after which connections are cut: nothing here has to wait for it. */
const promptMs = 2_500;

let app: TestApp;
let port: number;
beforeEach(async () => {
  app = await startTestApp();
  port = await app.listen();
});
afterEach(() => app.close());

async function stopMs(): Promise<number> {
  const { ms } = await ownTime(() => stopServing(app.app));
  return ms;
}

/** A connection that sends these bytes and then nothing more. */
async function hanging(bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write(bytes, resolve));
  await expect
    .poll(() => [...app.app.connections].map(({ bytesRead }) => bytesRead))
    .toEqual([Buffer.byteLength(bytes)]);
  return socket;
}

describe('stopServing', () => {
  it('lets a request in flight finish, and ends its kept-alive connection with the answer', async () => {
    let arrived = () => {};
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    app.hub.database.asOwner = async () => {
      arrived();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { rows: [], rowCount: 0 };
    };
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<{ status: number | undefined; connection: string | undefined }>(
      (resolve, reject) => {
        get({ port, path: '/readyz', agent }, (response) => {
          response
            .resume()
            .on('end', () =>
              resolve({ status: response.statusCode, connection: response.headers.connection }),
            );
        }).on('error', reject);
      },
    );
    await inFlight;
    expect(await stopMs()).toBeLessThan(promptMs);
    expect(await answer).toEqual({ status: 200, connection: 'close' });
  });

  it('does not wait for a connection that never sent anything', async () => {
    const socket = await hanging('');
    expect(await stopMs()).toBeLessThan(promptMs);
    socket.destroy();
  });

  it('drops a live connection that does not answer its close', async () => {
    const { tokens } = await app.tenant();
    const socket = await hanging(
      `GET /ws/updates HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: hub, bearer.${tokens.viewer}\r\n\r\n`,
    );
    await expect.poll(() => app.app.realtime.connections).toBe(1);
    expect(await stopMs()).toBeLessThan(promptMs);
    socket.destroy();
  });

  it('cuts an upload that never ends', async () => {
    const { tokens } = await app.tenant();
    const socket = await hanging(
      `POST /api/v2/ingest/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.user}\r\nContent-Type: application/mbox\r\nContent-Length: 1000\r\n\r\nFrom x`,
    );
    const ended = new Promise((resolve) => socket.once('close', resolve));
    expect(await stopMs()).toBeLessThan(8_000);
    await ended;
  });
});
