import type { ExecuteSql } from './db/database.ts';

/** The time that decides trials, links and sessions: the database's, whatever this machine's clock says. */
export interface Clock {
  now(): Date;
}

const refreshMs = 60_000;

/** Follows the database's clock by its measured distance from this machine's, measured again every minute. */
export class DatabaseClock implements Clock {
  readonly #ask: ExecuteSql;
  #offsetMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(ask: ExecuteSql) {
    this.#ask = ask;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  async start(report: (error: unknown) => void): Promise<void> {
    await this.#measure();
    this.#timer = setInterval(() => void this.#measure().catch(report), refreshMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #measure(): Promise<void> {
    const before = Date.now();
    const { rows } = await this.#ask('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
    const after = Date.now();
    const ms = Number(rows[0]?.ms);
    if (Number.isFinite(ms)) this.#offsetMs = Math.round(ms - (before + after) / 2);
  }
}
