const ERROR_RESPONSE = 0x45; // 'E'
const HEADER_BYTES = 5;
/** After these the server process is over; PGlite's goes on in memory that nobody should trust. */
const DEADLY = ['PANIC', 'FATAL'];

/**
 * Watches the server's side of the wire protocol for an error that ends the server process, such as a full disk under
 * the WAL. PGlite does not notice it, and never answers again.
 * Format: https://www.postgresql.org/docs/18/protocol-error-fields.html (`V` is the severity, not translated).
 */
export class ErrorScan {
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  /** Bytes of the current message that have not come yet. */
  #left = 0;
  #body: Uint8Array[] = [];
  #deadly: string | undefined;

  /** The message of a deadly error, once one has passed. */
  get deadly(): string | undefined {
    return this.#deadly;
  }

  /** Takes the next bytes, cut anywhere. */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#headerBytes < HEADER_BYTES) {
        this.#header[this.#headerBytes] = bytes[at] ?? 0;
        this.#headerBytes += 1;
        at += 1;
        if (this.#headerBytes === HEADER_BYTES) this.#left = this.#header.readInt32BE(1) - 4;
      } else {
        const part = bytes.subarray(at, at + this.#left);
        if (this.#header[0] === ERROR_RESPONSE) this.#body.push(part.slice());
        this.#left -= part.length;
        at += part.length;
      }
      if (this.#headerBytes === HEADER_BYTES && this.#left === 0) this.#endOfMessage();
    }
  }

  #endOfMessage(): void {
    if (this.#header[0] === ERROR_RESPONSE) {
      const fields = Buffer.concat(this.#body).toString('utf8').split('\0');
      const field = (type: string) => fields.find((each) => each.startsWith(type))?.slice(1);
      if (DEADLY.includes(field('V') ?? '')) this.#deadly = field('M') ?? 'unknown';
      this.#body = [];
    }
    this.#headerBytes = 0;
  }
}
