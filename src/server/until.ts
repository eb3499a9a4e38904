/** Waits until this time of `performance.now()`: a refusal that always takes as long tells nothing by its time. */
export function until(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));
}
