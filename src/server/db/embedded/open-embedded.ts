import type { PoolConfig } from 'pg';
import { clusterFolder } from './cluster-folder.ts';
import { lockDataFolder } from './data-lock.ts';
import { ConnectionLost, type EmbeddedDatabaseError } from './embedded-errors.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { type LinkLogger, WorkerLink } from './worker-link.ts';
import type { WorkerOptions } from './worker-messages.ts';

export type EmbeddedLocation =
  /**
   * The hub's data folder; the database lives in its subfolder `database`. `template` names a file with what `dump` of
   * another database gave: a new database is made from it, in about half of the time that initdb takes.
   */
  | { dataDir: string; template?: string }
  /** For tests: nothing is kept. `snapshot` is what `dump` of another database gave. */
  | { memory: true; snapshot?: Uint8Array };

export interface EmbeddedOptions {
  logger?: LinkLogger;
  /** A query that runs longer, in milliseconds, is stopped with SQLSTATE 57014. Default 60,000. */
  queryLimitMs?: number;
  /** How long a second connection waits for the first one to end, in milliseconds, before it is refused. Default 5,000. */
  sessionWaitMs?: number;
}

export interface EmbeddedDatabase {
  /**
   * For `new pg.Pool(clientConfig)`. One connection only: a query on the pool from inside an open transaction waits
   * for itself for ever, so the transaction's client must be passed on. Listen to the pool's `error` event: an idle
   * client reports a lost connection there, and the next checkout gets a new one.
   */
  clientConfig: PoolConfig;
  /** A gzip tar of the whole cluster as of now. Blocks the database while the files are read. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  checkpoint(): Promise<void>;
  /** fsync calls since the database was opened; 0 in memory. */
  fsyncs(): Promise<number>;
  /** Runs work such as a migration whose queries may take longer than the limit. */
  withoutLimit<T>(run: () => Promise<T>): Promise<T>;
  /** Ends the database as a crash would and opens it again. */
  restart(): Promise<void>;
  /**
   * Called at most once, when the database is gone for good: one in memory whose worker ended. One on disk is opened
   * again until that works, and answers with SQLSTATE 57P03 meanwhile.
   */
  onFatal(notify: (error: EmbeddedDatabaseError) => void): void;
  /** Closes the database and gives the data folder free. End the pool first. */
  close(): Promise<void>;
}

const QUERY_LIMIT_MS = 60_000;
const SESSION_WAIT_MS = 5_000;
const CLOSE_LIMIT_MS = 10_000;

/**
 * Opens PostgreSQL embedded in this process (PGlite in a worker thread), reached through the `pg` driver.
 * @throws DataFolderInUse when another process has the data folder; EmbeddedDatabaseError when it cannot be opened.
 */
export async function openEmbedded(
  location: EmbeddedLocation,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const lock = 'dataDir' in location ? await lockDataFolder(location.dataDir) : undefined;
  const link = new WorkerLink({
    worker: workerOptions(location),
    queryLimitMs: options.queryLimitMs ?? QUERY_LIMIT_MS,
    sessionWaitMs: options.sessionWaitMs ?? SESSION_WAIT_MS,
    logger: options.logger,
  });
  try {
    await link.ready;
  } catch (error) {
    await link.close(0);
    await lock?.release();
    throw error;
  }
  return {
    clientConfig: {
      user: 'postgres',
      database: 'postgres',
      host: 'embedded',
      ssl: false,
      max: 1,
      // Nothing is saved by closing the only connection, and its prepared statements and LISTEN would go with it.
      idleTimeoutMillis: 0,
      stream: () => new EmbeddedStream(link),
    },
    dump: () => link.dump(),
    checkpoint: () => link.checkpoint(),
    fsyncs: () => link.fsyncs(),
    withoutLimit: (run) => link.withoutLimit(run),
    restart: () => link.restart(new ConnectionLost('the database is restarting')),
    onFatal: (notify) => link.onFatal(notify),
    close: async () => {
      await link.close(CLOSE_LIMIT_MS);
      await lock?.release();
    },
  };
}

function workerOptions(location: EmbeddedLocation): WorkerOptions {
  if ('dataDir' in location) {
    const { dataDir, template } = location;
    return { kind: 'durable', cluster: clusterFolder(dataDir), ...(template && { template }) };
  }
  return location.snapshot ? { kind: 'memory', snapshot: location.snapshot } : { kind: 'memory' };
}
