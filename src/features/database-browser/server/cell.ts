import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Cell, cellLimit, cutMark } from '../contract.ts';

/** What is read of a column: of a text one character more than is shown, which tells that there is more. */
export function readOf(column: PgColumn): PgColumn | SQL.Aliased<string | null> {
  if (column.getSQLType() !== 'text') return column;
  return sql<string | null>`left(${column}, ${cellLimit + 1})`.as(column.name);
}

/** A value as the column decoded it → what JSON has for it. Objects and lists become text. */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return cut(value);
  if (value instanceof Date) return value.toISOString();
  return cut(JSON.stringify(value));
}

/** The database counts characters, JavaScript UTF-16 units: no pair is cut in half. */
function cut(text: string): string {
  if (text.length <= cellLimit) return text;
  let end = 0;
  for (let count = 0; count < cellLimit && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xff_ff ? 2 : 1;
  return end < text.length ? text.slice(0, end) + cutMark : text;
}
