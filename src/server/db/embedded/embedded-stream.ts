import { Duplex } from 'node:stream';

/** The end of the line that a stream talks to. */
export interface ConnectionSlot {
  /** Waits until the database is open and no other stream holds its one session. */
  attach(stream: EmbeddedStream): Promise<void>;
  send(stream: EmbeddedStream, bytes: Uint8Array<ArrayBuffer>): void;
  detach(stream: EmbeddedStream): void;
}

/**
 * The socket that `pg` believes it talks to. It carries the PostgreSQL wire protocol to the database worker.
 * The methods of `net.Socket` that `pg` calls are here; those without a meaning do nothing.
 */
export class EmbeddedStream extends Duplex {
  readonly #slot: ConnectionSlot;

  constructor(slot: ConnectionSlot) {
    super();
    this.#slot = slot;
  }

  connect(): this {
    this.#slot.attach(this).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  /** Bytes from the database. */
  receive(bytes: Uint8Array<ArrayBuffer>): void {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // The worker pushes; there is nothing to ask for.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    // A copy of just these bytes: `pg` reuses its buffer, and posting a view would clone all of it.
    this.#slot.send(this, new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#slot.send(this, new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    this.#slot.detach(this);
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#slot.detach(this);
    done(error);
  }
}
