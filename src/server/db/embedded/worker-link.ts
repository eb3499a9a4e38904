import { Worker } from 'node:worker_threads';
import { workerFile } from '#server/worker-file.ts';
import { ConnectionLost, EmbeddedDatabaseError, QueryTooLong } from './embedded-errors.ts';
import type { ConnectionSlot, EmbeddedStream } from './embedded-stream.ts';
import { QueryWatchdog } from './query-watchdog.ts';
import { SessionQueue } from './session-queue.ts';
import type { Answer, FromWorker, RequestName, ToWorker, WorkerOptions } from './worker-messages.ts';

export interface LinkLogger {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface LinkOptions {
  worker: WorkerOptions;
  /** A query that runs longer, in milliseconds, is stopped. */
  queryLimitMs: number;
  /** How long a second client waits for the one session before it is refused, in milliseconds. */
  sessionWaitMs: number;
  logger: LinkLogger | undefined;
}

interface PendingRequest {
  resolve: (value: Answer) => void;
  reject: (error: Error) => void;
}

/** How long to wait, in milliseconds, before a database that cannot be opened again is tried once more. */
const RETRY_MS = 2_000;
/** Limit in megabytes for short-lived objects of the worker: by default they took 128 under steady work, and kept them. */
const WORKER_YOUNG_MB = 12;

/**
 * The main thread's end of the database worker: starts it, hands its one session from stream to stream,
 * stops queries that run too long (PGlite ignores `statement_timeout`) and starts the worker again when it died.
 */
export class WorkerLink implements ConnectionSlot {
  readonly #options: LinkOptions;
  readonly #watchdog: QueryWatchdog;
  readonly #sessions: SessionQueue<EmbeddedStream>;
  #worker: Worker | undefined;
  #ready: Promise<void>;
  #closing = false;
  #fatal: EmbeddedDatabaseError | undefined;
  #wasOpen = false;
  #retry: NodeJS.Timeout | undefined;
  readonly #onFatal: ((error: EmbeddedDatabaseError) => void)[] = [];
  /** Number of the session that is open in the worker: what belongs to an earlier one is dropped. */
  #connection = 0;
  readonly #requests = new Map<number, PendingRequest>();
  #nextRequest = 1;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#sessions = new SessionQueue(options.sessionWaitMs);
    this.#watchdog = new QueryWatchdog(options.queryLimitMs, () =>
      this.#lost(new QueryTooLong(options.queryLimitMs)),
    );
    this.#ready = this.#start();
  }

  /** Settles when the database is open (again), or rejects with what prevents it. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  onFatal(notify: (error: EmbeddedDatabaseError) => void): void {
    if (this.#fatal) notify(this.#fatal);
    else this.#onFatal.push(notify);
  }

  async attach(stream: EmbeddedStream): Promise<void> {
    await this.#sessions.enter(stream);
    try {
      await this.#ready;
    } catch (error) {
      this.detach(stream);
      const reason = error instanceof Error ? error.message : String(error);
      throw new EmbeddedDatabaseError(`The embedded database is not available: ${reason}`, '57P03');
    }
    if (stream.destroyed) return this.detach(stream);
    this.#connection += 1;
    this.#work({ type: 'connect', connection: this.#connection });
  }

  send(stream: EmbeddedStream, bytes: Uint8Array<ArrayBuffer>): void {
    if (stream !== this.#sessions.holder) return;
    this.#work({ type: 'bytes', connection: this.#connection, bytes }, [bytes.buffer]);
  }

  detach(stream: EmbeddedStream): void {
    this.#sessions.leave(stream);
  }

  /** A gzip tar of the cluster. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const tarball = await this.#request('dump');
    if (!(tarball instanceof Uint8Array)) throw new EmbeddedDatabaseError('The dump holds no bytes.');
    return tarball;
  }

  async fsyncs(): Promise<number> {
    return Number(await this.#request('fsyncs'));
  }

  async checkpoint(): Promise<void> {
    await this.#request('checkpoint');
  }

  /** Runs something that may take longer than the limit of a query, such as a migration. */
  withoutLimit<T>(run: () => Promise<T>): Promise<T> {
    return this.#watchdog.withoutLimit(run);
  }

  /** Ends the worker as it stands and opens the database anew: crash-safe, clients see a lost connection. */
  async restart(reason: EmbeddedDatabaseError): Promise<void> {
    this.#lost(reason);
    await this.#ready;
  }

  /** Closes in order within `limitMs`, else by force: the next start recovers from the WAL. */
  async close(limitMs: number): Promise<void> {
    if (this.#closing) return;
    const opened = await this.#ready.then(
      () => true,
      () => false,
    );
    this.#closing = true;
    clearTimeout(this.#retry);
    this.#watchdog.end();
    if (opened) await this.#closeInOrder(limitMs);
    this.#sessions.holder?.destroy(new ConnectionLost('the database was closed'));
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #closeInOrder(limitMs: number): Promise<void> {
    const { logger } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        logger?.error({ limitMs }, 'the embedded database did not close in time');
        resolve();
      }, limitMs);
    });
    const closed = this.#request('close').catch((error: unknown) => {
      logger?.error({ err: error }, 'the embedded database did not close in order');
    });
    await Promise.race([closed, late]);
    clearTimeout(timer);
  }

  async #request(name: RequestName): Promise<Answer> {
    await this.#ready;
    const id = this.#nextRequest++;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#post({ type: 'request', id, name });
    });
  }

  #start(): Promise<void> {
    const worker = new Worker(workerFile(import.meta.url, 'embedded-worker'), {
      workerData: this.#options.worker,
      resourceLimits: { maxYoungGenerationSizeMb: WORKER_YOUNG_MB },
    });
    this.#worker = worker;
    let isOpen = false;
    const opened = new Promise<void>((resolve, reject) => {
      const ended = (reason: string) => {
        if (!isOpen) reject(new EmbeddedDatabaseError(reason));
        else if (worker === this.#worker && !this.#closing) this.#lost(new ConnectionLost(reason));
      };
      worker.on('message', (message: FromWorker) => {
        if (worker !== this.#worker) return;
        if (message.type === 'ready') {
          isOpen = true;
          this.#wasOpen = true;
          resolve();
        } else if (message.type === 'failed') {
          reject(new EmbeddedDatabaseError(message.message));
        } else {
          this.#received(message);
        }
      });
      worker.on('error', (error) => ended(error instanceof Error ? error.message : String(error)));
      worker.on('exit', () => ended('the worker of the embedded database ended'));
    });
    opened.catch((error: EmbeddedDatabaseError) => {
      if (worker === this.#worker) this.#openingFailed(worker, error);
    });
    return opened;
  }

  #received(message: Exclude<FromWorker, { type: 'ready' | 'failed' }>): void {
    switch (message.type) {
      case 'bytes':
        if (message.connection === this.#connection) this.#sessions.holder?.receive(message.bytes);
        return;
      case 'handled':
        this.#watchdog.finished();
        return;
      case 'answer':
        this.#requests.get(message.id)?.resolve(message.value);
        this.#requests.delete(message.id);
        return;
      case 'refused':
        this.#requests.get(message.id)?.reject(new EmbeddedDatabaseError(message.message));
        this.#requests.delete(message.id);
    }
  }

  #work(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#watchdog.sent();
    this.#post(message, transfer);
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  /** The worker is gone or to be ended: tells everybody who waits for it and opens the database again. */
  #lost(reason: EmbeddedDatabaseError): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#watchdog.forget();
    for (const pending of this.#requests.values()) pending.reject(reason);
    this.#requests.clear();
    this.#sessions.holder?.destroy(reason);
    if (this.#closing || this.#fatal) return;
    this.#options.logger?.error({ err: reason }, 'the embedded database is opened again');

    if (this.#options.worker.kind === 'memory') {
      void worker?.terminate();
      return this.#giveUp(new EmbeddedDatabaseError(`The database in memory is lost: ${reason.message}`));
    }
    this.#ready = this.#startAfter(worker);
    this.#ready.catch(() => {}); // Told to those who wait for it.
  }

  /** Two workers on one cluster would destroy it: the next one starts when the last one is gone. */
  async #startAfter(worker: Worker | undefined): Promise<void> {
    await worker?.terminate();
    if (!this.#closing) await this.#start();
  }

  /** The first opening is the caller's affair. Later ones fail while the disk is full, say, and work when it is not. */
  #openingFailed(worker: Worker, failure: EmbeddedDatabaseError): void {
    if (!this.#wasOpen) return this.#giveUp(failure);
    this.#worker = undefined;
    // It does not end by itself: the engine leaves things open when it fails.
    const ended = worker.terminate();
    if (this.#closing) return;
    this.#options.logger?.error({ err: failure }, 'the embedded database cannot be opened again yet');
    this.#retry = setTimeout(() => {
      this.#ready = ended.then(() => this.#start());
      this.#ready.catch(() => {}); // Told to those who wait for it.
    }, RETRY_MS);
  }

  #giveUp(failure: EmbeddedDatabaseError): void {
    if (this.#fatal || this.#closing) return;
    this.#fatal = failure;
    this.#ready = Promise.reject(failure);
    this.#ready.catch(() => {}); // Handed to whoever asks next; nobody may be asking now.
    for (const notify of this.#onFatal) notify(failure);
  }
}
