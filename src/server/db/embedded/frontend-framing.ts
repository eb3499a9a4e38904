const TERMINATE = 0x58; // 'X'
const QUERY = 0x51; // 'Q'
const SYNC = 0x53; // 'S'

/** Complete client messages cut from a byte stream. */
export interface Batch {
  bytes: Uint8Array;
  /** The server must answer this batch (start-up, simple query or Sync): silence means that it is dead. */
  expectsAnswer: boolean;
}

/**
 * Cuts the client's side of the PostgreSQL wire protocol into runs of complete messages, because PGlite
 * reads a message from memory and cannot wait for the rest of it.
 * Format: https://www.postgresql.org/docs/18/protocol-message-formats.html (start-up has no type byte).
 */
export class FrontendFraming {
  #rest: Uint8Array = new Uint8Array(0);
  #started = false;

  /** Adds bytes as they came; returns what became complete. Terminate messages are left out. */
  push(bytes: Uint8Array): Batch[] {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const batches: Batch[] = [];
    let from = 0;

    if (!this.#started) {
      if (data.length < 4 || data.length < view.getInt32(0)) return this.#keep(data, 0, batches);
      from = view.getInt32(0);
      this.#started = true;
      batches.push({ bytes: data.subarray(0, from), expectsAnswer: true });
    }

    let to = from;
    let expectsAnswer = false;
    while (data.length - to >= 5) {
      const length = 1 + view.getInt32(to + 1);
      if (data.length - to < length) break;
      const type = data[to];
      // Nothing follows a Terminate, and PGlite must not see it: it would shut the whole server down.
      if (type === TERMINATE) break;
      if (type === QUERY || type === SYNC) expectsAnswer = true;
      to += length;
    }
    if (to > from) batches.push({ bytes: data.subarray(from, to), expectsAnswer });
    return this.#keep(data, to, batches);
  }

  #keep(data: Uint8Array, from: number, batches: Batch[]): Batch[] {
    // A copy: the caller's buffer may be large and reused.
    this.#rest = data.slice(from);
    return batches;
  }
}
