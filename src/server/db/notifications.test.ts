import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NoticeListener } from './notifications.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection; `dies` at its first statement, as one that the server ends while it starts up. */
class FakeClient extends EventEmitter {
  readonly #dies: boolean;
  ended = false;

  constructor(dies: boolean) {
    super();
    this.#dies = dies;
  }

  query(): Promise<void> {
    if (!this.#dies) return Promise.resolve();
    this.cut();
    return Promise.reject(new Error('terminating connection'));
  }

  cut(): void {
    if (!this.ended) this.emit('end');
    this.ended = true;
  }

  end(): Promise<void> {
    this.cut();
    return Promise.resolve();
  }
}

it('a connection that dies before it listens is followed by one other, not by two', async () => {
  const listener = new NoticeListener();
  const made: FakeClient[] = [];
  const dying = new Set([1, 2]);
  const connect = () => {
    const client = new FakeClient(dying.has(made.length));
    made.push(client);
    return Promise.resolve(client);
  };
  const reported: unknown[] = [];
  await listener.keep(connect, (error) => reported.push(error));
  made[0]?.cut();
  expect(listener.connected).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made).toHaveLength(4);
  expect(made.filter(({ ended }) => !ended)).toHaveLength(1);
  expect(reported).toHaveLength(2);
  expect(listener.connected).toBe(true);
  await listener.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made).toHaveLength(4);
});

it('a connection that comes up after the stop is not kept', async () => {
  const listener = new NoticeListener();
  const made: FakeClient[] = [];
  const held = Promise.withResolvers<void>();
  const connect = async () => {
    if (made.length === 1) await held.promise;
    const client = new FakeClient(false);
    made.push(client);
    return client;
  };
  await listener.keep(connect, () => undefined);
  made[0]?.cut();
  await vi.advanceTimersByTimeAsync(2_000);
  await listener.stop();
  held.resolve();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(made.map(({ ended }) => ended)).toEqual([true, true]);
});
