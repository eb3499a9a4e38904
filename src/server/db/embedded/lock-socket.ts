import { createHash } from 'node:crypto';
import { closeSync, openSync, realpathSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** Room for a path in `sockaddr_un`, without the closing zero: 107 on Linux, 103 on macOS and the BSDs. */
const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

/** A listening socket lives exactly as long as its process: the system closes it at any death. */
export interface ListeningSocket {
  close(): Promise<void>;
}

/**
 * Listens on a socket called `name` in `folder` (a named pipe on Windows).
 * Returns undefined where the file system or the length of the path allows none.
 */
export async function listenIn(folder: string, name: string): Promise<ListeningSocket | undefined> {
  const address = openAddress(folder, name);
  if (!address) return undefined;
  const server = net.createServer((client) => client.destroy());
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address.path, resolve);
    });
  } catch {
    address.done();
    return undefined;
  }
  // The lock alone must not keep the process alive.
  server.unref();
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          address.done();
          resolve();
        });
      }),
  };
}

/** Whether a process listens on that socket. A refused connection or a missing file means that it is dead. */
export async function isListening(folder: string, name: string): Promise<boolean> {
  const address = openAddress(folder, name);
  // A socket that this process cannot reach may still be alive: never take its folder.
  if (!address) return true;
  try {
    return await new Promise<boolean>((resolve) => {
      const client = net.connect(address.path);
      client.once('connect', () => {
        client.destroy();
        resolve(true);
      });
      client.once('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
      );
    });
  } finally {
    address.done();
  }
}

interface Address {
  path: string;
  /** Gives back what the path needs while it is in use. */
  done(): void;
}

const nothingToGiveBack = () => {};

function openAddress(folder: string, name: string): Address | undefined {
  if (process.platform === 'win32') {
    const id = createHash('sha256').update(realpathSync(folder)).update('/').update(name).digest('hex');
    return { path: `\\\\.\\pipe\\ai-hub-${id.slice(0, 32)}`, done: nothingToGiveBack };
  }
  const full = path.join(folder, name);
  const shortest = [full, path.relative(process.cwd(), full)].find(
    (candidate) => Buffer.byteLength(candidate) <= MAX_SOCKET_PATH,
  );
  if (shortest) return { path: shortest, done: nothingToGiveBack };
  if (process.platform !== 'linux') return undefined;
  // Linux reaches a folder of any depth through an open descriptor of it.
  const descriptor = openSync(folder, 'r');
  return { path: `/proc/self/fd/${descriptor}/${name}`, done: () => closeSync(descriptor) };
}
