/** Processor milliseconds of this process since `before`: the machine is shared, and only the slowness of the code counts. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Processor milliseconds of the fastest of three runs. */
export function fastest(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    run();
    return cpuMsSince(before);
  });
  return Math.min(...times);
}
