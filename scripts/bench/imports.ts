import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { NodeProcess } from '../node-process.ts';
import { memoryMb } from './processes.ts';

export const manyRows = 100_000;
export const fewRows = 10_000;

const sent = z.object({
  ok: z.boolean(),
  seconds: z.number(),
  answer: z.looseObject({ success: z.number().optional(), duplicateCount: z.number().optional() }),
});

interface Imported {
  seconds: number;
  success: number;
  duplicateCount: number;
}

/** Imports a file of which every row is another business; `first` is the number of the first one. */
async function importOne(hub: NodeProcess, token: string, rows: number, first = 1): Promise<Imported> {
  const worker = new Worker(new URL('./send-import.ts', import.meta.url), {
    workerData: { url: hub.url, token, rows, first },
  });
  const [message] = await once(worker, 'message');
  const { ok, seconds, answer } = sent.parse(message);
  const { success, duplicateCount } = answer;
  if (!ok || success === undefined || duplicateCount === undefined)
    throw new Error(`The import failed: ${JSON.stringify(answer)}`);
  return { seconds, success, duplicateCount };
}

/** Latencies of a colleague who reads a list ten times a second, in milliseconds, until `until` is settled. */
async function listTimes(hub: NodeProcess, token: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const over = new AbortController();
  const end = () => over.abort();
  until.then(end, end);
  while (!over.signal.aborted) {
    const began = performance.now();
    const response = await fetch(`${hub.url}/api/prospects`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The list answered ${response.status}.`);
    times.push(performance.now() - began);
    await sleep(100);
  }
  return times;
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/**
 * What an import takes, and what it takes from others: seconds, memory in MB above what the process held before, and the
 * list of a colleague meanwhile.
 */
export async function importFigures(hub: NodeProcess, token: string) {
  const quiet = await listTimes(hub, token, sleep(5000));
  const before = memoryMb(hub.pid);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryMb(hub.pid));
  }, 20);
  const large = importOne(hub, token, manyRows);
  const busy = await listTimes(hub, token, large);
  const { seconds, success } = await large;
  clearInterval(watching);
  if (success !== manyRows) throw new Error(`${success} of ${manyRows} rows were imported.`);
  const few = await importOne(hub, token, fewRows, manyRows + 1);
  if (few.success !== fewRows) throw new Error(`${few.success} of ${fewRows} rows were imported.`);
  const again = await importOne(hub, token, fewRows);
  if (again.duplicateCount !== fewRows) throw new Error(`${again.duplicateCount} duplicates were found.`);
  return {
    seconds,
    memoryMb: peak - before,
    quietP95: p95(quiet),
    busyP95: p95(busy),
    fewSeconds: few.seconds,
    duplicateSeconds: again.seconds,
  };
}
