import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedDatabaseError } from './embedded-errors.ts';
import { isRunning, type LockOwner, readOwner, thisProcess } from './lock-owner.ts';
import { isListening, type ListeningSocket, listenIn } from './lock-socket.ts';
import { makeFolder } from './make-folder.ts';

/** Another process has the data folder. Two processes on one embedded database destroy it without an error. */
export class DataFolderInUse extends EmbeddedDatabaseError {
  override name = 'DataFolderInUse';
  /** Process id of the holder; undefined when its lock file could not be read. */
  readonly pid: number | undefined;

  constructor(dataDir: string, pid: number | undefined) {
    const holder = pid === undefined ? '' : ` (pid ${pid})`;
    super(
      `The data folder ${dataDir} is in use by another AI Hub process${holder}. Stop it first, or set HUB_DATA_DIR to another folder.`,
      '55006',
    );
    this.pid = pid;
  }
}

export interface DataLock {
  /** Gives the folder free. */
  release(): Promise<void>;
}

/** A lock file without readable content is taken for one being written until it is this old, in milliseconds. */
const UNREADABLE_GRACE_MS = 5_000;
/** Each lost race means that another process got further, so a few rounds are plenty. */
const MAX_ATTEMPTS = 10;

/**
 * Takes the data folder for this process, and creates it when missing.
 *
 * The locks are numbered files in `<dataDir>/lock`; the highest number is the holder. A stale lock is never removed
 * but outbid: whoever creates the next number, which only one process can, has the folder. So two processes that find
 * the same stale lock cannot both get it. The owner listens on a socket from before its file appears until it dies;
 * a highest number whose socket refuses is stale.
 * @throws DataFolderInUse; EmbeddedDatabaseError when the folder cannot be written.
 */
export async function lockDataFolder(dataDir: string): Promise<DataLock> {
  const folder = path.join(path.resolve(dataDir), 'lock');
  const name = `${process.pid}-${randomUUID().slice(0, 8)}`;
  const written = path.join(folder, `${name}.new`);
  writing(dataDir, () => makeFolder(folder));
  const socket = await listenIn(folder, `${name}.sock`);
  try {
    const owner = thisProcess(socket ? `${name}.sock` : null);
    // On disk before it gets its number: after a power cut an empty lock file would have to be taken for one in the making.
    writing(dataDir, () => writeFileSync(written, JSON.stringify(owner), { mode: 0o600, flush: true }));
    const mine = await outbid(folder, written, dataDir);
    await removeLeftovers(folder, mine);
    return { release: () => release(path.join(folder, String(mine)), owner, socket) };
  } catch (error) {
    await socket?.close();
    throw error;
  } finally {
    rmSync(written, { force: true });
  }
}

async function outbid(folder: string, written: string, dataDir: string): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const highest = highestNumber(folder);
    if (highest > 0 && (await isHeld(folder, highest))) {
      throw new DataFolderInUse(dataDir, readOwner(path.join(folder, String(highest)))?.pid);
    }
    const mine = highest + 1;
    const file = path.join(folder, String(mine));
    if (!createOnce(file, written)) continue;
    // A slow process may have created a number that others have long outbid and cleared away.
    if (highestNumber(folder) === mine) return mine;
    rmSync(file, { force: true });
  }
  throw new DataFolderInUse(dataDir, undefined);
}

async function isHeld(folder: string, number: number): Promise<boolean> {
  const file = path.join(folder, String(number));
  const owner = readOwner(file);
  if (!owner) {
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && Date.now() - written < UNREADABLE_GRACE_MS;
  }
  if (owner.released) return false;
  return owner.socket === null ? isRunning(owner) : isListening(folder, owner.socket);
}

/** Creates `file` with the whole content of `written`, or returns false when it exists. */
function createOnce(file: string, written: string): boolean {
  try {
    linkSync(written, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
  }
  // No hard links here (FAT, some shared folders): exclusive creation, whose content appears a moment later.
  try {
    copyFileSync(written, file, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function highestNumber(folder: string): number {
  return Math.max(0, ...lockNumbers(folder));
}

function lockNumbers(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Clears what dead processes left. The number before mine stays: who still believes in it must find mine, not a gap. */
async function removeLeftovers(folder: string, mine: number): Promise<void> {
  for (const number of lockNumbers(folder)) {
    if (number < mine - 1) rmSync(path.join(folder, String(number)), { force: true });
  }
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.sock') || (await isListening(folder, file))) continue;
    rmSync(path.join(folder, file), { force: true });
    rmSync(path.join(folder, file.replace(/sock$/, 'new')), { force: true });
  }
}

async function release(file: string, owner: LockOwner, socket: ListeningSocket | undefined): Promise<void> {
  const temporary = `${file}.released`;
  try {
    writeFileSync(temporary, JSON.stringify({ ...owner, released: true }), { mode: 0o600, flush: true });
    renameSync(temporary, file);
  } catch {
    // The disk may be full. The closed socket, or the end of the process, says the same.
    rmSync(temporary, { force: true });
  }
  await socket?.close();
}

function writing(dataDir: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/, .*/s, '') : String(error);
    throw new EmbeddedDatabaseError(
      `The data folder ${dataDir} cannot be written (${reason}). Set HUB_DATA_DIR to a folder that this user can write.`,
      '58030',
      { cause: error },
    );
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
