import { EmbeddedDatabaseError } from './embedded-errors.ts';

/** Hands the one session of the database from holder to holder, in the order in which they came. */
export class SessionQueue<Holder> {
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #holder: Holder | undefined;

  /** `waitMs`: how long to wait for the session before giving up, in milliseconds. */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  get holder(): Holder | undefined {
    return this.#holder;
  }

  /** @throws EmbeddedDatabaseError with SQLSTATE 53300 (too many connections) when the session stays taken. */
  async enter(holder: Holder): Promise<void> {
    while (this.#holder !== undefined) await this.#turn();
    this.#holder = holder;
  }

  leave(holder: Holder): void {
    if (this.#holder !== holder) return;
    this.#holder = undefined;
    this.#waiting.shift()?.();
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(
          new EmbeddedDatabaseError('The embedded database has one connection and it is in use.', '53300'),
        );
      }, this.#waitMs);
      this.#waiting.push(turn);
    });
  }
}
