import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { instantInput, rowId, text } from '#shared/text.ts';
import { Reply } from './http/route.ts';

/**
 * What parts of a cursor may be. A cursor comes back from the caller and may hold anything: what the database could not
 * read as the type of its column is refused here.
 */
export const cursorPart = {
  id: rowId,
  instant: instantInput,
  number: z.string().regex(/^\d{1,200}$/),
  text: text(1000),
} as const;

/** A cursor as the Link header carries it: opaque to the caller, JSON in base64url to us. */
export function encodeCursor(parts: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @throws AppError invalid when the cursor is not one of this list's. */
export function decodeCursor<Parts extends z.ZodType>(
  cursor: string | undefined,
  parts: Parts,
): z.output<Parts> | null {
  if (cursor === undefined) return null;
  try {
    const parsed = parts.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: answered below like any other cursor that is not ours.
  }
  throw new AppError('invalid', 'This cursor does not belong to this list. Start again without it.', {
    issues: [{ path: 'cursor', message: 'Unknown cursor.' }],
  });
}

interface PageOptions<Item> {
  /** Up to `limit + 1` items: one more than asked for says that there is a next page. */
  items: Item[];
  limit: number;
  total: number;
  /** Path of the list with its query, without the cursor. */
  path: string;
  query: Record<string, string | number | undefined>;
  cursorOf: (last: Item) => string;
}

/** A page of a list with `X-Total-Count` and the `Link` to the next page (RFC 8288, contract section 3). */
export function pageReply<Item>({
  items,
  limit,
  total,
  path,
  query,
  cursorOf,
}: PageOptions<Item>): Reply<Item[]> {
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const headers: Record<string, string> = { 'x-total-count': String(total) };
  if (items.length > limit && last !== undefined) {
    const next = new URLSearchParams();
    for (const [key, value] of Object.entries(query))
      if (value !== undefined && key !== 'cursor') next.set(key, `${value}`);
    next.set('cursor', cursorOf(last));
    headers.link = `<${path}?${next.toString()}>; rel="next"`;
  }
  return new Reply(page, { headers });
}
