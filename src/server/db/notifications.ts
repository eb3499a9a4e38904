import type pg from 'pg';
import { type Notice, noticeChannel } from './database.ts';

export type NoticeHandler = (notice: Notice) => void;

/** What is used of a client of `pg`. */
export interface ListeningClient {
  on(event: 'notification', listener: (message: pg.Notification) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'end', listener: () => void): unknown;
  query(text: string): Promise<unknown>;
  end(): Promise<void>;
}

/** What goes to sockets waits for the database: delivered at once as well, it would reach them twice. */
const forSockets = new Set(['event', 'guest']);

/** Longest wait between two tries to listen again, milliseconds. */
const retryMs = 1000;

/**
 * Receives what transactions of any process send on commit. `onGap` is called when messages may have been missed
 * (the connection was lost): caches that live on notices must then be emptied.
 */
export class NoticeListener {
  readonly #handlers = new Set<NoticeHandler>();
  readonly #gapHandlers = new Set<() => void>();
  #stop: () => Promise<void> = () => Promise.resolve();
  #stopped = false;
  #connected = false;

  get connected(): boolean {
    return this.#connected;
  }

  onNotice(handler: NoticeHandler): void {
    this.#handlers.add(handler);
  }

  onGap(handler: () => void): void {
    this.#gapHandlers.add(handler);
  }

  /** Listens on a client that stays open. When it goes, what was sent meanwhile is lost: the gap handlers run. */
  async attach(client: Omit<ListeningClient, 'end'>): Promise<void> {
    client.on('notification', (message) => {
      if (message.channel === noticeChannel && message.payload) this.#deliver(message.payload);
    });
    client.once('end', () => {
      this.#connected = false;
      this.#gap();
    });
    await client.query(`listen ${noticeChannel}`);
    this.#connected = true;
    this.#gap();
  }

  /** Keeps a connection of its own that listens, and opens it again when it is lost. */
  async keep(connect: () => Promise<ListeningClient>, report: (error: unknown) => void): Promise<void> {
    const again = (): void => {
      if (!this.#stopped) setTimeout(() => void retry(), retryMs).unref();
    };
    const open = async (): Promise<void> => {
      const client = await connect();
      client.on('error', report);
      if (this.#stopped) return client.end();
      this.#stop = () => client.end();
      try {
        await this.attach(client);
      } catch (error) {
        await client.end().catch(report);
        throw error;
      }
      // Only now: a connection that ends before it listens is one failure, and two tries for it would make two listeners.
      client.once('end', again);
    };
    const retry = async (): Promise<void> => {
      try {
        await open();
      } catch (error) {
        report(error);
        again();
      }
    };
    await open();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#stop();
  }

  /**
   * Applies what this process itself has just committed, so that its own next request already sees a revoked session.
   */
  deliverOwn(notices: Notice[]): void {
    for (const notice of notices) {
      if (!forSockets.has(notice.kind)) for (const handler of this.#handlers) handler(notice);
    }
  }

  #gap(): void {
    for (const handler of this.#gapHandlers) handler();
  }

  #deliver(payload: string): void {
    const notice: unknown = JSON.parse(payload);
    if (!isNotice(notice)) return;
    for (const handler of this.#handlers) handler(notice);
  }
}

function isNotice(value: unknown): value is Notice {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}
