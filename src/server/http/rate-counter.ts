import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/errors.ts';
import type { ExecuteSql } from '../db/database.ts';

export interface Limit {
  name: string;
  calls: number;
  seconds: number;
}

/** Counts attempts over all processes, in the database. Keys are stored as digests. */
export class RateCounter {
  readonly #limiters = new Map<string, RateLimiterPostgres>();
  readonly #execute: ExecuteSql;

  constructor(execute: ExecuteSql) {
    this.#execute = execute;
  }

  /** Counts one call of `who`. @throws AppError rate_limited when there were too many. */
  async take(limit: Limit, who: string): Promise<void> {
    try {
      await this.#limiter(limit).consume(keyOf(who));
    } catch (error) {
      throw refusal(error);
    }
  }

  /**
   * Looks at several counters in one query and counts nothing.
   * @returns whether any of them holds a failure. @throws AppError rate_limited when one is used up.
   */
  async check(counted: readonly { limit: Limit; who: string }[]): Promise<boolean> {
    const keys = counted.map(({ limit, who }) => `${limit.name}:${keyOf(who)}`);
    const { rows } = await this.#execute(
      'select key, points, expire from rate_counters where key = any($1) and expire > (extract(epoch from clock_timestamp()) * 1000)::bigint',
      [keys],
    );
    for (const row of rows) {
      const limit = counted[keys.indexOf(String(row.key))]?.limit;
      if (limit && Number(row.points) >= limit.calls) throw tooMany(Number(row.expire) - Date.now());
    }
    return rows.length > 0;
  }

  async forget(limit: Limit, who: string): Promise<void> {
    await this.#limiter(limit).delete(keyOf(who));
  }

  #limiter(limit: Limit): RateLimiterPostgres {
    const known = this.#limiters.get(limit.name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient: {
        query: (query: { text: string; values?: unknown[] }) => this.#execute(query.text, query.values),
      },
      storeType: 'pool',
      tableName: 'rate_counters',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: limit.name,
      points: limit.calls,
      duration: limit.seconds,
    });
    this.#limiters.set(limit.name, made);
    return made;
  }
}

function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}

function refusal(error: unknown): unknown {
  return error instanceof RateLimiterRes ? tooMany(error.msBeforeNext) : error;
}

function tooMany(msBeforeNext: number): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const minutes = Math.ceil(seconds / 60);
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('rate_limited', `Too many attempts. Try again in ${when}.`, { retryAfter: seconds });
}
