import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, memoryMb } from '../bench/processes.ts';
import type { Checks } from '../checks.ts';
import type { NodeProcess } from '../node-process.ts';

const memoryGoalMb = 180;
const settleMs = 5000;

/** What the server costs while nobody uses it. The goal for memory is PostgreSQL's; the embedded database is part of its process. */
export async function idleCost(
  checks: Checks,
  hub: NodeProcess,
  name: string,
  seconds: number,
): Promise<void> {
  await sleep(settleMs);
  const before = cpuSeconds(hub.pid);
  await sleep(seconds * 1000);
  const percent = ((cpuSeconds(hub.pid) - before) / seconds) * 100;
  const memory = memoryMb(hub.pid);
  const words = `${memory.toFixed(0)} MB, ${percent.toFixed(1)} % of one core`;
  if (name === 'embedded') checks.note(`idle, ${name}: ${words}`);
  else checks.check(`idle, ${name}: <= ${memoryGoalMb} MB`, memory <= memoryGoalMb, words);
}
