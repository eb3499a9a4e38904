import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { limit } from '#shared/text.ts';

/** A longer text is cut in a cell, and says so: a page of 200 rows stays at a few megabytes. Characters. */
export const cellLimit = 10_000;

/** What stands behind a text that was cut. */
export const cutMark = `… (cut after ${cellLimit.toLocaleString('en-AU')} characters)`;

const name = z.string().max(63);
const count = z.int().min(0);

const column = z.strictObject({
  name,
  /** In PostgreSQL's words and without precision: `uuid`, `text`, `timestamp with time zone`. */
  type: z.string().max(100),
  primaryKey: z.boolean(),
  foreignKey: z.boolean(),
  nullable: z.boolean(),
});
export type Column = z.infer<typeof column>;

const table = z.strictObject({ name, rowCount: count, columns: z.array(column).max(200) });
export type Table = z.infer<typeof table>;

/** A cell as JSON has it; instants are ISO 8601 with milliseconds, objects and lists are their JSON as text. */
const cell = z.union([
  // A character may be two UTF-16 units.
  z.string().max(2 * cellLimit + cutMark.length),
  z.number(),
  z.boolean(),
  z.null(),
]);
export type Cell = z.infer<typeof cell>;

const row = z.record(name, cell);
export type Row = z.infer<typeof row>;

const tablePage = z.strictObject({
  data: z.array(row).max(200),
  pagination: z.strictObject({ page: count, limit: count, total: count, totalPages: count }),
});
export type TablePage = z.infer<typeof tablePage>;

const pageWords = 'page is a whole number from 1 on.';
const page = z
  .string()
  .regex(/^\d{1,12}$/, pageWords)
  .transform(Number)
  .refine((value) => value >= 1, pageWords)
  .default(1);

export const databaseApi = defineApi({
  // Also what a module holds that is not active (contract section 5).
  module: null,
  endpoints: {
    schema: endpoint({
      method: 'GET',
      path: '/api/database/schema',
      summary: 'The tables that may be looked at, with their columns and how many rows they have',
      access: 'database.read',
      ids: {},
      effects: [],
      output: z.array(table).max(100),
    }),
    table: endpoint({
      method: 'GET',
      path: '/api/database/table/:tableName',
      summary: 'A page of one table, in the order of its primary key',
      access: 'database.read',
      ids: {},
      effects: [],
      // Looked up in the list of tables: whatever is not in it is not found, however it is written.
      params: z.strictObject({ tableName: z.string().max(16_384) }),
      query: z.strictObject({ page, limit }),
      output: tablePage,
      trusted: true,
    }),
  },
});
