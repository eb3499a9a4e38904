import { setTimeout as sleep } from 'node:timers/promises';

/** Counts what holds and what does not, a line each, for the `check:*` scripts. */
export class Checks {
  #passed = 0;
  #failed = 0;

  section(title: string): void {
    console.log(`\n${title}`);
  }

  check(name: string, good: boolean, detail = ''): boolean {
    if (good) this.#passed += 1;
    else this.#failed += 1;
    console.log(`${good ? 'ok    ' : 'FAILED'} ${name}${detail === '' ? '' : `: ${detail}`}`);
    return good;
  }

  /** A check that holds when there is nothing to complain about. */
  none(name: string, faults: readonly string[], detail = ''): boolean {
    const shown = faults.slice(0, 5).join('; ');
    const more = faults.length > 5 ? ` and ${faults.length - 5} more` : '';
    return this.check(name, faults.length === 0, faults.length === 0 ? detail : `${shown}${more}`);
  }

  note(text: string): void {
    console.log(`       ${text}`);
  }

  skip(what: string, why: string): void {
    console.log(`skipped ${what}: ${why}`);
  }

  /** The closing line; the exit code says the same. */
  finish(): void {
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`);
    if (this.#failed > 0) process.exitCode = 1;
  }
}

/** What a script has started and must end, the last first, also when it fails or is interrupted. */
export class Cleanup {
  readonly #works: (() => unknown)[] = [];

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void this.run().finally(() => process.exit(130)));
  }

  add(work: () => unknown): void {
    this.#works.push(work);
  }

  async run(): Promise<void> {
    for (let work = this.#works.pop(); work; work = this.#works.pop()) await work();
  }
}

/** Numbers that look random and come again with the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs `work` for every item, at most `width` at once. */
export async function each<Item>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Waits until `done`, looking every few milliseconds. @returns whether it came in time */
export async function until(done: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!done()) {
    if (performance.now() > end) return false;
    await sleep(2);
  }
  return true;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
