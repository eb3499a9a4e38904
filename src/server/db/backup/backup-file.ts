import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import { BadArchive, packTar, type TarEntry, unpackTar } from './tar-archive.ts';

/** A backup cannot be made or restored; the message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const manifest = z.object({
  format: z.literal('ai-hub-backup'),
  /** Raised when an older program could not read the file. */
  version: z.literal(1),
  kind: z.enum(['embedded', 'postgres']),
  createdAt: z.iso.datetime(),
  /** Version of AI Hub that wrote it. */
  hub: z.string(),
  /** Major version of PostgreSQL. */
  postgres: z.string(),
  /** What belongs to a PostgreSQL database and is not in its dump; see postgres-access.ts. */
  access: z.unknown().optional(),
});
export type Manifest = z.infer<typeof manifest>;

const MANIFEST = 'manifest.json';
/** Last entry: the SHA-256 of every file before it, by name. Its presence says that the backup is whole. */
const CHECKSUMS = 'checksums.json';
const checksums = z.record(z.string(), z.string());

/** A file or folder to put into a backup under `name`. What does not exist is left out. */
export interface Source {
  name: string;
  path: string;
}

/** Writes a backup, readable by its owner only: it holds every tenant's data. Complete on disk when this returns. */
export async function writeBackup(file: string, description: Manifest, sources: Source[]): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    await mkdir(path.dirname(path.resolve(file)), { recursive: true });
    await pipeline(
      packTar(entriesOf(description, sources)),
      createGzip({ level: 6 }),
      createWriteStream(part, { mode: 0o600, flush: true }),
    );
    await verify(part);
    await rename(part, file);
    await syncFolder(path.dirname(path.resolve(file)));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}); // It may never have been made.
    if (!isSystemError(error)) throw error;
    throw new BackupError(`${file} cannot be written: ${error.message}`, { cause: error });
  }
}

/** The manifest of a backup. @throws BackupError when it is none, or one of a later format. */
export async function readManifest(file: string): Promise<Manifest> {
  return naming(file, async () => {
    for await (const entry of openBackup(file)) {
      if (entry.name !== MANIFEST) break;
      return parseManifest(await textOf(entry));
    }
    throw new BackupError(`${file} is not a backup of AI Hub.`);
  });
}

/**
 * Unpacks a backup into `folder`, which must not exist, and compares every checksum.
 * @throws BackupError when a byte differs or is missing.
 */
export async function extractBackup(file: string, folder: string): Promise<void> {
  const receive = async (entry: TarEntry) => {
    const target = path.join(folder, ...entry.name.split('/'));
    if (entry.kind === 'folder') {
      await mkdir(target, { recursive: true, mode: 0o700 });
      return;
    }
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(entry.content, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  };
  await naming(file, () => readChecked(file, receive));
}

async function verify(file: string): Promise<void> {
  await naming(file, () => readChecked(file, ({ content }) => pipeline(content, nowhere())));
}

async function readChecked(file: string, receive: (entry: TarEntry) => Promise<void>): Promise<void> {
  const sums = new Map<string, string>();
  let expected: Record<string, string> | undefined;
  for await (const entry of openBackup(file)) {
    if (entry.name === CHECKSUMS) {
      expected = checksums.parse(JSON.parse(await textOf(entry)));
    } else if (entry.kind === 'folder') {
      await receive(entry);
    } else {
      const hash = createHash('sha256');
      await receive({ ...entry, content: hashing(entry.content, hash) });
      sums.set(entry.name, hash.digest('hex'));
    }
  }
  if (!expected) throw new BackupError(`${file} is cut off: its checksums are missing.`);
  const names = new Set([...sums.keys(), ...Object.keys(expected)]);
  for (const name of names) {
    if (sums.get(name) !== expected[name]) throw new BackupError(`${file} is damaged: ${name} differs.`);
  }
}

async function* openBackup(file: string): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip();
  const source = createReadStream(file);
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    yield* unpackTar(gunzip);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** Says which file is at fault: the errors of gzip and tar do not, and surface wherever the content is read. */
async function naming<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof BadArchive)) throw error;
    throw new BackupError(`${file} cannot be read as a backup: ${error.message}`, { cause: error });
  }
}

async function* entriesOf(description: Manifest, sources: Source[]): AsyncGenerator<TarEntry> {
  const sums: Record<string, string> = {};
  yield* summed(textEntry(MANIFEST, JSON.stringify(description, null, 2)), sums);
  for (const source of sources) {
    for await (const entry of walk(source)) yield* summed(entry, sums);
  }
  yield textEntry(CHECKSUMS, JSON.stringify(sums));
}

/** The entry, with its checksum noted once its content has been read. */
function* summed(entry: TarEntry, sums: Record<string, string>): Generator<TarEntry> {
  if (entry.kind === 'folder') {
    yield entry;
    return;
  }
  const hash = createHash('sha256');
  yield { ...entry, content: hashing(entry.content, hash) };
  sums[entry.name] = hash.digest('hex');
}

async function* walk({ name, path: source }: Source): AsyncGenerator<TarEntry> {
  const stats = await lstat(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!stats) return;
  const mode = stats.mode & 0o777;
  if (stats.isFile()) {
    yield { name, kind: 'file', mode, size: stats.size, content: createReadStream(source) };
  } else if (stats.isDirectory()) {
    yield { name, kind: 'folder', mode, size: 0, content: nothing() };
    for (const child of (await readdir(source)).toSorted()) {
      yield* walk({ name: `${name}/${child}`, path: path.join(source, child) });
    }
  }
  // Sockets and links are nothing that the hub keeps.
}

function textEntry(name: string, content: string): TarEntry {
  const bytes = Buffer.from(content);
  return { name, kind: 'file', mode: 0o600, size: bytes.length, content: only(bytes) };
}

async function* hashing(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A folder has no content.
}

/** Bytes that are read only for their checksum. */
function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function textOf(entry: TarEntry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseManifest(text: string): Manifest {
  const read = manifest.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new BackupError(
    'The backup was written by another version of AI Hub, whose format this one does not know.',
  );
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows opens no folders.
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

/** An error of the file system or of gzip, as against one of this program. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'errno' in error && 'code' in error;
}
