import { figure } from '#web/lib/figure.ts';
import type { Cell } from '../contract.ts';

/** The page that the address names; the first one where it names none. */
export function pageOf(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : 1;
}

/** The words below the grid: how much of the table is seen. */
export function footerOf(
  shown: number,
  { page, total, totalPages }: { page: number; total: number; totalPages: number },
): string {
  return `Showing ${figure(shown)} of ${figure(total)} records (Page ${figure(page)} of ${figure(Math.max(1, totalPages))})`;
}

/** A value in one line; null has words of its own on the screen. */
export function cellText(value: Cell): string {
  return value === null ? 'null' : String(value);
}

/** The whole of a value, objects and lists over several lines. */
export function wholeText(value: Cell, type: string): string {
  const text = cellText(value);
  if (type !== 'jsonb') return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A very long one was cut and is no JSON any more: shown as it came.
    return text;
  }
}
