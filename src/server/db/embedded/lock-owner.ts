import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** What a lock file says about the process that wrote it. */
const lockOwner = z.object({
  pid: z.number().int().positive(),
  /** Differs after every boot; null where the system has none. */
  bootId: z.string().nullable(),
  /** Start of the process in clock ticks since boot, so that a reused pid is not taken for the owner. */
  startedAt: z.string().nullable(),
  /** Name of the socket beside the lock file (or of the Windows pipe); null where no socket could be made. */
  socket: z.string().nullable(),
  /** The owner has given the folder free; its file stays so that the next number is never used twice. */
  released: z.boolean(),
});
export type LockOwner = z.infer<typeof lockOwner>;

export function thisProcess(socket: string | null): LockOwner {
  return {
    pid: process.pid,
    bootId: bootId(),
    startedAt: processStart(process.pid),
    socket,
    released: false,
  };
}

/** The owner written in `file`, or undefined when it cannot be read as one (half written, or not ours). */
export function readOwner(file: string): LockOwner | undefined {
  try {
    return lockOwner.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether that very process still runs, judged by its pid: the second choice where there is no socket to ask. */
export function isRunning(owner: LockOwner): boolean {
  if (owner.bootId !== bootId()) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: the process is there and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return processStart(owner.pid) === owner.startedAt;
}

function bootId(): string | null {
  return readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

/** Field 22 of /proc/PID/stat (proc_pid_stat(5)); the name in field 2 may itself hold spaces and brackets. */
function processStart(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
