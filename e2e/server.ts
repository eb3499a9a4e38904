import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../scripts/build.ts';
import { freePort } from '../scripts/node-process.ts';

export interface RunningServer {
  url: string;
  output: () => string;
  /** Stops it, lets something be done with its data folder, and starts it again at the same address. */
  restart: (whileStopped?: (folder: string) => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

const root = path.join(import.meta.dirname, '..');
const startLimitMs = 90_000;

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + startLimitMs;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended at its start:\n${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server was not ready in time:\n${output()}`);
}

/** Starts the built server as a process of its own, on a free port and an empty folder. */
export async function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  await build();
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-e2e-'));
  const url = `http://localhost:${port}`;
  let text = '';
  const output = () => text;

  function spawnServer(): ChildProcess {
    const started = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(port),
        HOST: '127.0.0.1',
        HUB_PUBLIC_URL: url,
        HUB_DATA_DIR: folder,
        HUB_DEMO: '0',
        HUB_LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    }
    return started;
  }

  let child = spawnServer();
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  const stop = async () => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };
  const restart = async (whileStopped?: (dataDir: string) => Promise<void>) => {
    await end();
    await whileStopped?.(folder);
    child = spawnServer();
    await ready(url, child, output);
  };
  try {
    await ready(url, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, output, restart, stop };
}
