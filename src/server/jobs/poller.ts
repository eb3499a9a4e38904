import { JOB_SCHEMA } from './job-schema.ts';
import type { ExecuteSql } from './sql-executor.ts';

const INTERVAL_MS = 2_000;

/** Asks once for all queues which of them have a job that is due, instead of once per queue. */
export class JobPoller {
  readonly #executeSql: ExecuteSql;
  readonly #names: readonly string[];
  readonly #wake: (name: string) => void;
  readonly #report: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = true;

  constructor(
    executeSql: ExecuteSql,
    names: readonly string[],
    wake: (name: string) => void,
    report: (error: unknown) => void,
  ) {
    this.#executeSql = executeSql;
    this.#names = names;
    this.#wake = wake;
    this.#report = report;
  }

  start(): void {
    this.#stopped = false;
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().then(() => this.#schedule());
    }, INTERVAL_MS).unref();
  }

  async #look(): Promise<void> {
    try {
      const { rows } = await this.#executeSql(
        `select queue.name from unnest($1::text[]) as queue (name)
          where exists (select from ${JOB_SCHEMA}.job
                         where job.name = queue.name and state < 'active' and not blocked and start_after <= now())`,
        [this.#names],
      );
      for (const { name } of rows) this.#wake(String(name));
    } catch (error) {
      this.#report(error);
    }
  }
}
