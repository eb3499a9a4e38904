import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../src/server/testing/free-port.ts';

export { freePort };

const root = join(import.meta.dirname, '..');

/** The built server, as `npm start` runs it. */
export const builtServer = 'dist/server/main.js';

/** As in the `start` script: without it V8 keeps up to 128 MB for short-lived objects after a burst of work. */
const serverFlags = ['--max-semi-space-size=8'];

/** What is kept of each of the two outputs, characters. */
const outputLimit = 200_000;
const readyLimitMs = 60_000;

/** Processes of this script that still run: none may outlive it. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Milliseconds since the start of this script (`performance.now()`). */
  at: number;
}

/** A Node process that serves on a port of loopback, with nothing of this script's environment but PATH. */
export class NodeProcess {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  readonly startedAt = performance.now();
  readonly exited: Promise<Exit>;
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  #exit: Exit | null = null;

  constructor(script: string, port: number, env: Record<string, string> = {}) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#child = spawn(
      process.execPath,
      [...(script === builtServer ? serverFlags : []), join(root, script)],
      {
        cwd: root,
        env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    running.add(this.#child);
    this.pid = this.#child.pid ?? 0;
    this.#child.stdout?.on('data', (data: Buffer) => {
      this.stdout = (this.stdout + data).slice(-outputLimit);
    });
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.stderr = (this.stderr + data).slice(-outputLimit);
    });
    // `close` and not `exit`: only then all of the output has been read.
    this.exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        running.delete(this.#child);
        this.#exit = { code, signal, at: performance.now() };
        resolve(this.#exit);
      });
    });
  }

  get exit(): Exit | null {
    return this.#exit;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Waits until `path` answers with less than 500. @returns milliseconds since the start of the process */
  async ready(path = '/readyz'): Promise<number> {
    while (performance.now() - this.startedAt < readyLimitMs) {
      if (this.#exit) throw new Error(`${this.url} ended with ${this.#exit.code}: ${this.stderr.trim()}`);
      const ok = await fetch(this.url + path).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status < 500;
        },
        () => false,
      );
      if (ok) return performance.now() - this.startedAt;
      await sleep(5);
    }
    throw new Error(`${this.url}${path} did not answer within ${readyLimitMs} ms: ${this.stderr.trim()}`);
  }

  async kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.exited;
  }

  async stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.exited;
  }
}

/** Starts a process on a free port and waits until `path` answers. `readyMs`: from its start to that answer. */
export async function startReady(
  script: string,
  env: Record<string, string>,
  path = '/readyz',
): Promise<{ server: NodeProcess; readyMs: number }> {
  const server = new NodeProcess(script, await freePort(), env);
  return { server, readyMs: await server.ready(path) };
}
