import { JOB_SCHEMA } from './job-schema.ts';
import type { ExecuteSql } from './sql-executor.ts';

export interface PollerOptions {
  executeSql: ExecuteSql;
  /** The queues to look at. */
  names: readonly string[];
  intervalMs: number;
  /** Called with the name of each queue that has a job to do. */
  wake: (name: string) => void;
  report: (error: unknown) => void;
}

/** Asks once for all queues which of them have a job that is due, instead of once per queue. */
export class JobPoller {
  readonly #options: PollerOptions;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = true;

  constructor(options: PollerOptions) {
    this.#options = options;
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
    }, this.#options.intervalMs).unref();
  }

  async #look(): Promise<void> {
    const { executeSql, names, wake, report } = this.#options;
    try {
      const { rows } = await executeSql(
        `select queue.name from unnest($1::text[]) as queue (name)
          where exists (select from ${JOB_SCHEMA}.job
                         where job.name = queue.name and state < 'active' and not blocked and start_after <= now())`,
        [names],
      );
      for (const { name } of rows) wake(String(name));
    } catch (error) {
      report(error);
    }
  }
}
