/** How often to look, in milliseconds: a quarter of the limit within these bounds. */
const CHECK_MS = { least: 25, most: 5_000 };

/** Calls `stop` when the database has been busy with one message of the client for longer than the limit. */
export class QueryWatchdog {
  readonly #limitMs: number;
  readonly #timer: NodeJS.Timeout;
  /** Messages that are not finished, and when the one at hand was begun. */
  #unfinished = 0;
  #busySince = 0;
  #unlimited = 0;

  constructor(limitMs: number, stop: () => void) {
    this.#limitMs = limitMs;
    const interval = Math.min(Math.max(limitMs / 4, CHECK_MS.least), CHECK_MS.most);
    this.#timer = setInterval(() => {
      if (this.#isLate()) stop();
    }, interval).unref();
  }

  /** A message was sent; it is begun when those before it are finished. */
  sent(): void {
    if (this.#unfinished === 0) this.#busySince = performance.now();
    this.#unfinished += 1;
  }

  finished(): void {
    this.#unfinished -= 1;
    this.#busySince = performance.now();
  }

  /** Nothing that was sent will be finished. */
  forget(): void {
    this.#unfinished = 0;
  }

  /** Runs something that may take longer than the limit. */
  async withoutLimit<T>(run: () => Promise<T>): Promise<T> {
    this.#unlimited += 1;
    try {
      return await run();
    } finally {
      this.#unlimited -= 1;
      this.#busySince = performance.now();
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #isLate(): boolean {
    return (
      this.#unfinished > 0 && this.#unlimited === 0 && performance.now() - this.#busySince > this.#limitMs
    );
  }
}
