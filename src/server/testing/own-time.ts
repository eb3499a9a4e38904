const everyMs = 10;

/** Processor time of this thread in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds that some work took, less those in which this process was ready to go on and the machine did something
 * else (`lostMs`): a bound of what happens at once says nothing about what else a shared machine does.
 */
export async function ownTime(work: () => Promise<unknown>): Promise<{ ms: number; lostMs: number }> {
  const began = performance.now();
  let [last, worked, lostMs] = [began, threadMs(), 0];
  const look = (): void => {
    const [now, used] = [performance.now(), threadMs()];
    lostMs += Math.max(0, now - last - everyMs - (used - worked));
    [last, worked] = [now, used];
  };
  const watch = setInterval(look, everyMs);
  try {
    await work();
  } finally {
    clearInterval(watch);
    look();
  }
  return { ms: performance.now() - began - lostMs, lostMs };
}

/** Processor milliseconds of this thread during some work: for so long at the most others had to wait for it. */
export async function heldMs(work: () => Promise<unknown>): Promise<number> {
  const before = threadMs();
  await work();
  return threadMs() - before;
}
