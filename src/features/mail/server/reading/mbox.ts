/** One item of an mbox: a message's bytes, or word that it was over the cap (its octets) and skipped. */
export type MboxItem =
  | { index: number; kind: 'message'; bytes: Buffer }
  | { index: number; kind: 'oversize'; size: number };

export interface MboxLimits {
  /** Octets of one message; a larger one is reported and skipped. */
  maxMessageBytes: number;
}

const LF = 0x0a;
const CR = 0x0d;
const GREATER = 0x3e;
const CAPITAL_F = 0x46;
/** Enough of a line to know 'From one@example.com Mon Mar  3 09:14:00 2025' and '>>>>From '. */
const LINE_START = 256;

/** RFC 4155 appendix A, and Thunderbird's 'From - …'. A sentence that begins with 'From ' has no clock time. */
const ENVELOPE = /^From (?:- |\S+\s).*\d{1,2}:\d{2}/u;
const ESCAPED = /^>+From /u;

/**
 * Splits an mbox (RFC 4155; mboxo and mboxrd escapes undone) while it streams in. Memory: one message up to the cap
 * and one chunk. A message over the cap is an 'oversize' item and does not stop the rest. Text before the first
 * 'From ' line counts as a message, so a single .eml passes as well.
 */
export async function* splitMbox(
  source: AsyncIterable<Uint8Array>,
  limits: MboxLimits,
): AsyncGenerator<MboxItem> {
  const splitter = new Splitter(limits.maxMessageBytes);
  for await (const chunk of source) {
    yield* splitter.take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  yield* splitter.end();
}

class Splitter {
  private readonly cap: number;
  private index = 0;
  private pieces: Buffer[] = [];
  private size = 0;
  /** Beginning of a line that the chunk cut off, while it is too short to be judged. */
  private carry = Buffer.alloc(0);
  /** Inside a line that was judged already. */
  private midLine = false;
  private afterBlank = true;

  constructor(cap: number) {
    this.cap = cap;
  }

  *take(chunk: Buffer): Generator<MboxItem> {
    const bytes = this.carry.length === 0 ? chunk : Buffer.concat([this.carry, chunk]);
    this.carry = Buffer.alloc(0);
    let run = 0;
    let at = 0;
    while (at < bytes.length) {
      const newline = bytes.indexOf(LF, at);
      const next = newline < 0 ? bytes.length : newline + 1;
      if (!this.midLine) {
        if (newline < 0 && bytes.length - at < LINE_START) break;
        const first = bytes[at];
        if (first === CAPITAL_F && this.afterBlank && ENVELOPE.test(this.lineStart(bytes, at, next))) {
          this.keep(bytes.subarray(run, at));
          yield* this.finish();
          run = next;
        } else if (first === GREATER && ESCAPED.test(this.lineStart(bytes, at, next))) {
          this.keep(bytes.subarray(run, at));
          run = at + 1;
        }
        this.afterBlank = first === LF || (first === CR && bytes[at + 1] === LF);
      }
      this.midLine = newline < 0;
      at = next;
    }
    this.keep(bytes.subarray(run, at));
    // A copy: the source may use its chunk again.
    this.carry = Buffer.from(bytes.subarray(at));
  }

  *end(): Generator<MboxItem> {
    if (this.carry.length > 0 && !(this.afterBlank && ENVELOPE.test(this.carry.toString('latin1')))) {
      this.keep(ESCAPED.test(this.carry.toString('latin1')) ? this.carry.subarray(1) : this.carry);
    }
    this.carry = Buffer.alloc(0);
    yield* this.finish();
  }

  private lineStart(bytes: Buffer, at: number, next: number): string {
    return bytes.subarray(at, Math.min(next, at + LINE_START)).toString('latin1');
  }

  private keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.size += piece.length;
    if (this.size > this.cap) this.pieces = [];
    else this.pieces.push(Buffer.from(piece));
  }

  private *finish(): Generator<MboxItem> {
    const { size, pieces } = this;
    this.size = 0;
    this.pieces = [];
    if (size > this.cap) {
      yield { index: this.index, kind: 'oversize', size };
      this.index += 1;
      return;
    }
    const bytes = Buffer.concat(pieces);
    if (bytes.every((byte) => byte === LF || byte === CR)) return;
    yield { index: this.index, kind: 'message', bytes: withoutLastBlank(bytes) };
    this.index += 1;
  }
}

/** The blank line before the next 'From ' belongs to the mbox. */
function withoutLastBlank(bytes: Buffer): Buffer {
  let end = bytes.length;
  if (bytes[end - 1] !== LF) return bytes;
  end -= bytes[end - 2] === CR ? 2 : 1;
  return bytes[end - 1] === LF ? bytes.subarray(0, end) : bytes;
}
