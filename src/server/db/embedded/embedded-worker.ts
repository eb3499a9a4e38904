/** Entry of the worker thread that runs PGlite, so that a long query never stops the server's event loop. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { finishNewCluster, prepareCluster } from './cluster-folder.ts';
import { DurableNodeFS, durableStartParams, memoryStartParams } from './durable-fs.ts';
import { ErrorScan } from './error-scan.ts';
import { FrontendFraming } from './frontend-framing.ts';
import type { Answer, FromWorker, RequestName, ToWorker, WorkerOptions } from './worker-messages.ts';

/** Bytes per message to the main thread: large enough to be cheap, small enough to let rows flow while they come. */
const CHUNK_BYTES = 256 * 1024;
const SYNC_MESSAGE = Uint8Array.of(0x53, 0, 0, 0, 4);
const GZIP_MAGIC = [0x1f, 0x8b];
const EXTENSIONS = { pg_trgm, btree_gin, btree_gist };

if (!parentPort) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
const options: WorkerOptions = workerData;

/** What PostgreSQL wrote last about an error that ended it: PGlite itself only says that it failed. */
let lastComplaint: string | undefined;

function onStderr(text: string): boolean {
  const complaint = /(?:PANIC|FATAL): +(.*)/.exec(text)?.[1];
  if (complaint !== undefined) lastComplaint = complaint;
  return true;
}

function send(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

class DatabaseWorker {
  readonly #database: PGlite;
  readonly #files: DurableNodeFS | undefined;
  #connection = 0;
  #framing = new FrontendFraming();

  constructor(database: PGlite, files: DurableNodeFS | undefined) {
    this.#database = database;
    this.#files = files;
  }

  async handle(message: ToWorker): Promise<void> {
    switch (message.type) {
      case 'connect':
        await this.#forgetSession();
        this.#connection = message.connection;
        this.#framing = new FrontendFraming();
        return send({ type: 'handled' });
      case 'bytes':
        // Late bytes of a client that has gone must not reach the session of the next one.
        if (message.connection === this.#connection) await this.#execute(message.bytes);
        return send({ type: 'handled' });
      case 'request':
        return this.#answer(message.id, message.name);
    }
  }

  async #execute(bytes: Uint8Array): Promise<void> {
    for (const batch of this.#framing.push(bytes)) {
      const output = new Output(this.#connection);
      await this.#database.execProtocolRawStream(batch.bytes, { onRawData: (data) => output.add(data) });
      output.flush();
      // PGlite swallows a crash of the engine. The main thread opens the database anew, with WAL recovery, when this
      // thread ends.
      if (output.deadly !== undefined) throw new Error(output.deadly);
      if (batch.expectsAnswer && output.total === 0) throw new Error('the database engine stopped answering');
    }
  }

  /** Leaves nothing of the last client: no half-read batch, transaction, LISTEN, setting or prepared statement. */
  async #forgetSession(): Promise<void> {
    if (this.#connection === 0) return;
    await this.#database.execProtocolRaw(SYNC_MESSAGE);
    if (this.#database.isInTransaction()) await this.#database.exec('rollback');
    await this.#database.exec('discard all');
  }

  async #answer(id: number, name: RequestName): Promise<void> {
    try {
      const value = await this.#request(name);
      send({ type: 'answer', id, value }, value instanceof Uint8Array ? [value.buffer] : []);
    } catch (error) {
      send({ type: 'refused', id, message: error instanceof Error ? error.message : String(error) });
    }
    if (name === 'close') port.close();
  }

  async #request(name: RequestName): Promise<Answer> {
    switch (name) {
      case 'dump': {
        // Between two messages the files and the WAL are a state that recovery can open, open transaction or not;
        // the checkpoint only makes the copy open faster.
        if (!this.#database.isInTransaction()) await this.#database.exec('checkpoint');
        const tarball = await this.#database.dumpDataDir('gzip');
        return new Uint8Array(await tarball.arrayBuffer());
      }
      case 'checkpoint':
        await this.#database.exec('checkpoint');
        return null;
      case 'fsyncs':
        return this.#files?.syncs ?? 0;
      case 'close':
        await this.#database.close();
        return null;
      default:
        throw new Error(`unknown request: ${String(name satisfies never)}`);
    }
  }
}

/** Gathers what the engine writes and hands it on in pieces, each in memory of its own. */
class Output {
  readonly #connection: number;
  #pieces: Uint8Array[] = [];
  #size = 0;
  readonly #errors = new ErrorScan();
  total = 0;

  constructor(connection: number) {
    this.#connection = connection;
  }

  /** What ended the engine, if it did. */
  get deadly(): string | undefined {
    return this.#errors.deadly;
  }

  /** `data` is a view of the engine's memory: valid during this call only. */
  add(data: Uint8Array): void {
    this.#pieces.push(data.slice());
    this.#size += data.length;
    this.total += data.length;
    this.#errors.push(data);
    if (this.#size >= CHUNK_BYTES) this.flush();
  }

  flush(): void {
    if (this.#size === 0) return;
    const bytes = new Uint8Array(this.#size);
    let offset = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    this.#pieces = [];
    this.#size = 0;
    send({ type: 'bytes', connection: this.#connection, bytes }, [bytes.buffer]);
  }
}

async function open(): Promise<DatabaseWorker> {
  if (options.kind === 'durable') {
    const { cluster, template } = options;
    const isNew = prepareCluster(cluster);
    const files = new DurableNodeFS(cluster, () => finishNewCluster(cluster));
    const durable = { fs: files, startParams: durableStartParams, extensions: EXTENSIONS, onStderr };
    const loadDataDir = isNew && template ? asTarball(await readFile(template)) : undefined;
    return new DatabaseWorker(
      await PGlite.create({ ...durable, ...(loadDataDir && { loadDataDir }) }),
      files,
    );
  }
  const memory = { startParams: memoryStartParams, extensions: EXTENSIONS, onStderr };
  const loadDataDir = options.snapshot && asTarball(options.snapshot);
  return new DatabaseWorker(
    await PGlite.create({ ...memory, ...(loadDataDir && { loadDataDir }) }),
    undefined,
  );
}

/** PGlite tells a gzipped tar from a plain one by its media type. */
function asTarball(bytes: Uint8Array): Blob {
  const gzipped = GZIP_MAGIC.every((byte, index) => bytes[index] === byte);
  return new Blob([new Uint8Array(bytes)], { type: gzipped ? 'application/x-gzip' : 'application/x-tar' });
}

try {
  const database = await open();
  // One message at a time, in order: the engine is a single session.
  let chain = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    chain = chain
      .then(() => database.handle(message))
      .catch((error: unknown) => {
        // Reaches the main thread as the worker's 'error' event and ends the thread.
        queueMicrotask(() => {
          throw error;
        });
      });
  });
  send({ type: 'ready' });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  send({ type: 'failed', message: lastComplaint === undefined ? reason : `${reason} (${lastComplaint})` });
  port.close();
}
