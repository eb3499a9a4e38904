import { AppError } from '#shared/errors.ts';

/** Lets so many pieces of work run at once; the others wait in line, and beyond the line's length they are refused. */
export class Slots {
  readonly #atOnce: number;
  readonly #longestLine: number;
  readonly #refusal: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `refusal` is the sentence for who finds the line full. */
  constructor(options: { atOnce: number; longestLine: number; refusal: string }) {
    this.#atOnce = options.atOnce;
    this.#longestLine = options.longestLine;
    this.#refusal = options.refusal;
  }

  /** @throws AppError rate_limited when the line is full */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#longestLine)
        throw new AppError('rate_limited', this.#refusal, { retryAfter: 5 });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
