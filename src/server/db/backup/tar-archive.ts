/**
 * Tar files, written and read as streams: Node has no tar of its own. The format is POSIX ustar with pax headers for
 * long names (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html), so any tar program reads it.
 */

export interface TarEntry {
  /** Relative, with `/`, without `.` and `..` parts. */
  name: string;
  kind: 'file' | 'folder';
  /** Permission bits. */
  mode: number;
  /** Bytes of `content`; 0 for a folder. */
  size: number;
  content: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
const NAME_BYTES = 100;
/** 11 octal digits: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06 */
const MAX_SIZE = 8 ** 11 - 1;

/** The archive is damaged, cut off, or holds what no backup holds. */
export class BadArchive extends Error {
  override name = 'BadArchive';
}

/** The bytes of a tar file with these entries. @throws when a file does not have the size that was announced. */
export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    if (Buffer.byteLength(entry.name) > NAME_BYTES - 1 || !isAscii(entry.name)) yield* paxHeader(entry.name);
    yield header(entry, entry.kind === 'folder' ? '5' : '0');
    let written = 0;
    for await (const chunk of entry.content) {
      written += chunk.length;
      if (written > entry.size) break;
      yield chunk;
    }
    if (written !== entry.size) throw new Error(`${entry.name} changed while it was being read.`);
    yield padding(entry.size);
  }
  yield new Uint8Array(2 * BLOCK);
}

/** The entries of a tar file. The content of each must be read before the next is asked for. */
export async function* unpackTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(source);
  let longName: string | undefined;
  for (;;) {
    const block = await reader.read(BLOCK);
    if (block.every((byte) => byte === 0)) {
      await reader.drain();
      return;
    }
    const { type, ...entry } = parseHeader(block);
    if (type === 'x') {
      longName = paxName(await reader.read(entry.size));
      await reader.read(padding(entry.size).length);
      continue;
    }
    if (type !== '0' && type !== '5') throw new BadArchive(`The archive holds an entry of kind ${type}.`);
    const name = checkedName(longName ?? entry.name);
    longName = undefined;
    const content = reader.stream(entry.size);
    yield { ...entry, name, kind: type === '5' ? 'folder' : 'file', content };
    await reader.skip();
    await reader.read(padding(entry.size).length);
  }
}

function header(entry: Pick<TarEntry, 'name' | 'mode' | 'size'>, type: string): Uint8Array {
  if (entry.size > MAX_SIZE) throw new Error(`${entry.name} is too large for a tar file.`);
  const block = Buffer.alloc(BLOCK);
  block.write(isAscii(entry.name) ? entry.name.slice(0, NAME_BYTES - 1) : 'long-name', 0, 'latin1');
  block.write(octal(entry.mode & 0o7777, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(entry.size, 12), 124);
  block.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function parseHeader(block: Buffer): { name: string; mode: number; size: number; type: string } {
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (number(block, 148, 8) !== sum) throw new BadArchive('The archive is damaged.');
  const prefix = text(block, 345, 155);
  const name = text(block, 0, NAME_BYTES);
  return {
    name: prefix ? `${prefix}/${name}` : name,
    mode: number(block, 100, 8),
    size: number(block, 124, 12),
    type: text(block, 156, 1) || '0',
  };
}

/** A pax record is "length key=value\n", where the length counts its own digits. */
function* paxHeader(name: string): Generator<Uint8Array> {
  const rest = Buffer.byteLength(` path=${name}\n`);
  let length = rest;
  while (length !== rest + String(length).length) length = rest + String(length).length;
  const record = Buffer.from(`${length} path=${name}\n`);
  yield header({ name: 'pax', mode: 0o600, size: record.length }, 'x');
  yield record;
  yield padding(record.length);
}

function paxName(record: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(record.toString('utf8'))?.[1];
}

function checkedName(name: string): string {
  const clean = name.replace(/\/$/, '');
  const parts = clean.split('/');
  const unsafe = parts.some((part) => part === '' || part === '.' || part === '..');
  if (unsafe || /[\\:\0]/.test(clean)) throw new BadArchive('The archive holds a file with an unsafe name.');
  return clean;
}

/** Reads exact amounts from a stream of chunks of any size. */
class BlockReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  /** Bytes of the current stream that have not been given out. */
  #left = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async read(size: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.stream(size)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** The next `size` bytes, which may be read later or left to `skip`. */
  stream(size: number): AsyncGenerator<Uint8Array> {
    this.#left = size;
    return this.#rest();
  }

  async *#rest(): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) yield await this.#next();
  }

  /** Reads what is left of the last stream. */
  async skip(): Promise<void> {
    while (this.#left > 0) await this.#next();
  }

  async #next(): Promise<Uint8Array> {
    while (this.#chunk.length === 0) {
      const next = await this.#source.next();
      if (next.done) throw new BadArchive('The archive is cut off.');
      this.#chunk = next.value;
    }
    const part = this.#chunk.subarray(0, this.#left);
    this.#chunk = this.#chunk.subarray(part.length);
    this.#left -= part.length;
    return part;
  }

  /** To the end, so that a checksum of the whole stream (gzip's) is looked at. */
  async drain(): Promise<void> {
    while (!(await this.#source.next()).done) {
      // Padding.
    }
  }
}

function padding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`;
}

function number(block: Buffer, offset: number, length: number): number {
  const digits = text(block, offset, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw new BadArchive('The archive is damaged.');
  return Number.parseInt(digits, 8);
}

function text(block: Buffer, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('utf8');
}

function isAscii(name: string): boolean {
  return /^[\u0020-\u007e]*$/.test(name);
}
