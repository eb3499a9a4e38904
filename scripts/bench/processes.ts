import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../node-process.ts';

const root = join(import.meta.dirname, '../..');

export interface Running {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to its first answer. */
  readyMs: number;
  stop(): Promise<void>;
}

/** Starts a Node process and waits until `path` answers. */
export async function run(script: string, env: Record<string, string>, path: string): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, script)], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const readyMs = (await answers(`${url}${path}`, child)) - began;
  return { url, pid: child.pid ?? 0, readyMs, stop: () => stop(child) };
}

async function answers(url: string, child: ChildProcess): Promise<number> {
  for (let tries = 0; tries < 6000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}.`);
    const ok = await fetch(url).then(
      (response) => response.status < 500,
      () => false,
    );
    if (ok) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} did not answer.`);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Seconds of processor time that a process and its children have used (Linux). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Processor time of every PostgreSQL process together. */
export function postgresCpuSeconds(postmaster: number): number {
  let sum = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      if (stat.includes('(postgres)') && postmaster > 0) sum += cpuSeconds(Number(entry));
    } catch {
      // The process ended while it was looked at.
    }
  }
  return sum;
}

/** Resident memory in MB. */
export function memoryMb(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) / 1024;
}
