import { decodeUnlabelled } from './charset.ts';
import { describePart, fieldValue, type HeaderField, type MailPart } from './mail-part.ts';
import { decodeTransfer } from './transfer-encoding.ts';

/** Deeper parts are not opened. Real mail has five levels at most. */
const MAX_DEPTH = 60;
const MAX_PARTS = 2000;
/** Header lines of one part beyond this are dropped (octets). */
const MAX_HEADER_BYTES = 512_000;

export interface MimeTree {
  root: MailPart;
  /** In words for a person, null if everything was read. */
  problem: string | null;
}

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const FIELD = /^([!-9;-~]+)[ \t]*:([^]*)$/u;

interface OpenMultipart {
  part: MailPart;
  boundary: string;
  childType: string;
}

/** Splits RFC 5322 / 2045 / 2046 bytes into parts, iteratively and in one pass over the lines. */
export function readMimeTree(bytes: Buffer): MimeTree {
  return new MimeReader(bytes).read();
}

class MimeReader {
  private readonly bytes: Buffer;
  private readonly open: OpenMultipart[] = [];
  /** Boundary to its place in `open`; the innermost of equal ones. */
  private readonly boundaries = new Map<string, number>();
  private at = 0;
  private count = 0;
  private problem: string | null = null;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  read(): MimeTree {
    this.skipEnvelopeLine();
    const root = this.readPart('text/plain');
    let ended = this.readContent(root);
    while (this.open.length > 0) {
      const parent = this.open.at(-1);
      if (parent === undefined || ended === null) break;
      this.closeTo(ended.depth);
      const owner = this.open[ended.depth];
      if (owner === undefined) break;
      if (ended.final) {
        this.closeTo(ended.depth - 1);
        ended = this.skipToBoundary();
        continue;
      }
      if (this.count >= MAX_PARTS) {
        this.problem = `This message has more than ${MAX_PARTS} parts; the rest was not read.`;
        break;
      }
      const child = this.readPart(owner.childType);
      owner.part.parts.push(child);
      ended = this.readContent(child);
    }
    return { root, problem: this.problem };
  }

  /** Programs that save from an mbox leave its 'From ' line on top. */
  private skipEnvelopeLine(): void {
    while (this.bytes[this.at] === LF || this.bytes[this.at] === CR) this.at += 1;
    if (this.bytes.subarray(this.at, this.at + 5).toString('latin1') === 'From ')
      this.at = this.nextLine(this.at);
    if (this.bytes[this.at] === 0xef && this.bytes[this.at + 1] === 0xbb) this.at += 3;
  }

  private nextLine(from: number): number {
    const end = this.bytes.indexOf(LF, from);
    return end < 0 ? this.bytes.length : end + 1;
  }

  private lineEnd(from: number, next: number): number {
    let end = next;
    if (end > from && this.bytes[end - 1] === LF) end -= 1;
    if (end > from && this.bytes[end - 1] === CR) end -= 1;
    return end;
  }

  private readPart(fallbackType: string): MailPart {
    this.count += 1;
    return describePart(this.readHeaders(), fallbackType);
  }

  private readHeaders(): HeaderField[] {
    const fields: HeaderField[] = [];
    const raw: string[] = [];
    const start = this.at;
    while (this.at < this.bytes.length) {
      const next = this.nextLine(this.at);
      const end = this.lineEnd(this.at, next);
      if (end === this.at) {
        this.at = next;
        break;
      }
      if (this.bytes[this.at] === DASH && this.boundaryAt(this.at, end) !== null) break;
      if (this.at - start > MAX_HEADER_BYTES) {
        this.problem = 'The headers of this message are too long; some were not read.';
        this.at = next;
        continue;
      }
      const line = decodeUnlabelled(this.bytes.subarray(this.at, end));
      if (/^[ \t]/u.test(line)) {
        // A line of blanks only ends the headers for some senders; RFC 5322 section 4.2 reads it as folding.
        if (raw.length > 0) raw.push(`${raw.pop() ?? ''}\n${line}`);
      } else if (FIELD.test(line)) raw.push(line);
      else if (!this.headersGoOn(next)) break;
      this.at = next;
    }
    for (const line of raw) {
      const field = FIELD.exec(line);
      if (field !== null) fields.push({ name: field[1] ?? '', value: unfold(field[2] ?? '') });
    }
    return fields;
  }

  /** After a line that is no header: a broken header line, or a body without the blank line before it? */
  private headersGoOn(next: number): boolean {
    const end = this.lineEnd(next, this.nextLine(next));
    return (
      end > next &&
      /^[!-9;-~]{2,60}:\s/u.test(this.bytes.subarray(next, Math.min(end, next + 80)).toString('latin1'))
    );
  }

  /** Reads a part's content, or opens it; answers the boundary line that ended it, null at the end of the bytes. */
  private readContent(part: MailPart): { depth: number; final: boolean } | null {
    const boundary = part.typeParameters.get('boundary')?.trimEnd();
    if (part.type.startsWith('multipart/') && boundary !== undefined && boundary !== '') {
      if (this.open.length < MAX_DEPTH) {
        this.open.push({
          part,
          boundary,
          childType: part.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain',
        });
        this.boundaries.set(boundary, this.open.length - 1);
        return this.skipToBoundary();
      }
      this.problem = 'This message is nested too deeply; the inner parts were not read.';
    }
    const start = this.at;
    const ended = this.skipToBoundary();
    // The line break before a boundary belongs to the boundary (RFC 2046 section 5.1.1).
    const end = ended === null ? this.bytes.length : this.lineEnd(start, Math.max(start, ended.lineStart));
    if (part.type.startsWith('multipart/')) part.type = 'text/plain';
    part.body = decodeTransfer(
      this.bytes.subarray(start, Math.max(start, end)),
      fieldValue(part.headers, 'content-transfer-encoding') ?? '',
    );
    part.size = part.body.length;
    return ended;
  }

  private skipToBoundary(): { depth: number; final: boolean; lineStart: number } | null {
    let from = this.at;
    while (from < this.bytes.length) {
      const next = this.nextLine(from);
      if (this.bytes[from] === DASH && this.bytes[from + 1] === DASH && this.open.length > 0) {
        const found = this.boundaryAt(from, this.lineEnd(from, next));
        if (found !== null) {
          this.at = next;
          return { ...found, lineStart: from };
        }
      }
      from = next;
    }
    this.at = this.bytes.length;
    return null;
  }

  private boundaryAt(from: number, end: number): { depth: number; final: boolean } | null {
    if (this.open.length === 0 || end - from > 1000 || this.bytes[from + 1] !== DASH) return null;
    const line = this.bytes
      .subarray(from + 2, end)
      .toString('latin1')
      .trimEnd();
    const depth = this.boundaries.get(line);
    if (depth !== undefined) return { depth, final: false };
    if (!line.endsWith('--')) return null;
    const closed = this.boundaries.get(line.slice(0, -2));
    return closed === undefined ? null : { depth: closed, final: true };
  }

  /** Closes the multiparts inside number `depth`, which a boundary of it ends (RFC 2046 section 5.1.2). */
  private closeTo(depth: number): void {
    while (this.open.length - 1 > depth) {
      const closed = this.open.pop();
      if (closed === undefined) return;
      const outer = this.open.findLastIndex(({ boundary }) => boundary === closed.boundary);
      if (outer < 0) this.boundaries.delete(closed.boundary);
      else this.boundaries.set(closed.boundary, outer);
    }
  }
}

function unfold(value: string): string {
  return value.replace(/\r?\n(?=[ \t])/gu, '').trim();
}
