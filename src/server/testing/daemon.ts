import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a server greets on a port: a listener that is not served yet does not count. */
export async function answering(port: number, what: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('close', () => undefined);
      setTimeout(() => socket.destroy(), 200).unref();
    });
    if (open) return;
    await sleep(50);
  }
  throw new Error(`${what} did not start.`);
}

export interface Daemon {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A process in the foreground that is ended with all of its children. */
export function daemon(command: string, args: string[], port: number): Daemon {
  let child: ReturnType<typeof spawn> | null = null;
  return {
    start: async () => {
      child = spawn(command, args, { stdio: 'ignore', detached: true });
      await answering(port, command);
    },
    stop: async () => {
      const ending = child;
      if (!ending?.pid || ending.exitCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      process.kill(-ending.pid, 'SIGTERM');
      await Promise.race([ended, sleep(3000)]);
      try {
        process.kill(-ending.pid, 'SIGKILL');
      } catch {
        // The whole group has ended already.
      }
      child = null;
    },
  };
}
