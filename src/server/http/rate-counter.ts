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

  /** @throws AppError rate_limited when `who` has used the limit up; counts nothing. */
  async check(limit: Limit, who: string): Promise<void> {
    const state = await this.#limiter(limit).get(keyOf(who));
    if (state && state.consumedPoints >= limit.calls) throw refusal(state);
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
  if (!(error instanceof RateLimiterRes)) return error;
  const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new AppError(
    'rate_limited',
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter: seconds },
  );
}
