import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Calls } from './calls.ts';
import { FakeHub, FakeSocket, message, standing } from './fake-page.ts';
import { Line } from './line.ts';

const page = { visibilityState: 'visible' };
let hub: FakeHub;
let said: string[];
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all.length = 0;
  hub = new FakeHub();
  hub.answer = () => ({ ...standing, messages: [] });
  page.visibilityState = 'visible';
  vi.stubGlobal('fetch', hub.fetch);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('document', page);
  said = [];
  line = new Line(
    new Calls('https://hub.example', 'acme'),
    'token',
    { seq: 2, read: 0 },
    {
      message: ({ text }) => said.push(text),
      state: () => undefined,
      typing: () => undefined,
      connected: (isConnected) => said.push(isConnected ? 'connected' : 'lost'),
      gone: () => said.push('gone'),
    },
  );
});
afterEach(() => {
  line.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const latest = (): FakeSocket => {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('No socket was opened.');
  return socket;
};
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** As with a proxy that lets nothing through: every socket is closed before it was open. */
async function refuseSockets(): Promise<void> {
  for (let left = 3; left > 0; left -= 1) {
    latest().isClosed(1006);
    if (left > 1) await after(4000);
  }
  await after(0);
}

describe('the line of a conversation', () => {
  it('says what it has once it is open, and is connected when something came', async () => {
    latest().opens();
    expect(latest().said).toEqual([{ type: 'hello', after: 2 }]);
    expect(said).toEqual([]);
    latest().brings('message', message(3, 'person', 'Hello'));
    expect(said).toEqual(['connected', 'Hello']);
    expect(line.seq).toBe(3);
    latest().isClosed(1006);
    expect(said.at(-1)).toBe('lost');
    await after(2000);
    latest().opens();
    expect(latest().said).toEqual([{ type: 'hello', after: 3 }]);
  });

  it('gives up a handshake that never ends after 8 seconds, and asks', async () => {
    const hanging = latest();
    await after(7900);
    expect([hanging.readyState, hub.asked]).toEqual([0, []]);
    await after(200);
    expect([hanging.readyState, hub.asked]).toEqual([3, ['resume']]);
    expect(said).toEqual(['connected']);
    await after(5000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('does not give up a socket that was opened in time', async () => {
    latest().opens();
    latest().brings('state', standing);
    await after(60_000);
    expect([FakeSocket.all.length, hub.asked]).toEqual([1, []]);
  });

  it('opens again as soon as the network is back or somebody looks, and only where none is open', async () => {
    latest().opens();
    line.wake();
    expect(FakeSocket.all).toHaveLength(1);
    latest().brings('state', standing);
    latest().isClosed(1006);
    line.wake();
    expect(FakeSocket.all).toHaveLength(2);
    const hanging = latest();
    line.wake();
    expect(FakeSocket.all).toHaveLength(3);
    hanging.isClosed(1006);
    latest().opens();
    latest().brings('state', standing);
    await after(60_000);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it('asks instead of pushing out the tabs that have pushed it out, until somebody looks at it', async () => {
    latest().opens();
    latest().brings('state', standing);
    page.visibilityState = 'hidden';
    latest().isClosed(4008);
    await after(10 * 60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(hub.calls.length).toBeGreaterThan(5);
    expect(hub.calls.length).toBeLessThan(13);
    expect(said).not.toContain('lost');
    line.wake();
    expect(FakeSocket.all).toHaveLength(2);
    latest().opens();
    latest().brings('state', standing);
    const asked = hub.calls.length;
    await after(60_000);
    expect(hub.calls).toHaveLength(asked);
  });

  it('asks where every socket is opened and closed at once, without saying that the connection is lost', async () => {
    for (let left = 3; left > 0; left -= 1) {
      latest().opens();
      latest().isClosed(1006);
      await after(left > 1 ? 4000 : 0);
    }
    expect(hub.asked).toEqual(['resume']);
    expect(said).toEqual(['connected']);
  });

  it('asks every 5 seconds where no socket can be opened, and every minute while the page is hidden', async () => {
    await refuseSockets();
    expect(hub.asked).toEqual(['resume']);
    await after(5000);
    page.visibilityState = 'hidden';
    latest().isClosed(1006);
    await after(0);
    expect(hub.asked).toHaveLength(2);
    await after(59_000);
    expect([hub.asked.length, FakeSocket.all.length]).toEqual([2, 4]);
    page.visibilityState = 'visible';
    line.wake();
    expect([hub.asked.length, FakeSocket.all.length]).toEqual([3, 5]);
  });

  it('brings nothing any more once it has ended', () => {
    latest().opens();
    line.end();
    latest().brings('message', message(3, 'person'));
    latest().isClosed(4001);
    expect(said).toEqual([]);
  });

  it('says once that the conversation is not there any more, by socket or by question', async () => {
    hub.answer = () => 404;
    await refuseSockets();
    await after(120_000);
    expect(said).toEqual(['gone']);
  });
});
