/** What the main thread and the database worker say to each other. */

/** Where the worker finds the database. */
export type WorkerOptions =
  /**
   * `cluster` is an absolute folder that holds (or will hold) the PostgreSQL cluster and nothing else. A new one is
   * made from the file `template`, a dump of another database, or by initdb without one.
   */
  | { kind: 'durable'; cluster: string; template?: string }
  /** `snapshot`: what `dump` gave, gzipped or plain tar; without it the database starts empty. */
  | { kind: 'memory'; snapshot?: Uint8Array };

/** Questions with one answer each: `dump` gives a gzip tar, `fsyncs` the number of fsync calls so far, the others null. */
export type RequestName = 'dump' | 'checkpoint' | 'fsyncs' | 'close';
export type Answer = Uint8Array<ArrayBuffer> | number | null;

export type ToWorker =
  /** A new client: forget the session of the one before. */
  | { type: 'connect'; connection: number }
  /** Bytes of the PostgreSQL wire protocol from the client. */
  | { type: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'request'; id: number; name: RequestName };

export type FromWorker =
  | { type: 'ready' }
  /** The database could not be opened; the worker ends after this. */
  | { type: 'failed'; message: string }
  /** Bytes for the client; `handled` marks the end of the work on one `connect` or `bytes` message. */
  | { type: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'handled' }
  | { type: 'answer'; id: number; value: Answer }
  | { type: 'refused'; id: number; message: string };
