import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Counters of rate limits, over all processes. Holds digests of addresses and accounts, no tenant's data. */
export const rateCounters = pgTable('rate_counters', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
