import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../scripts/build.ts';
import { freePort } from '../scripts/node-process.ts';

export interface RunningServer {
  url: string;
  output: () => string;
  stop: () => Promise<void>;
}

const root = path.join(import.meta.dirname, '..');
const startLimitMs = 90_000;

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + startLimitMs;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended at its start:\n${output()}`);
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
  const child = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
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
  let text = '';
  const output = () => text;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready(url, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, output, stop };
}
