import { and, asc, eq, sql } from 'drizzle-orm';
import { leadSort } from '#features/leads/contract.ts';
import { type leadListApi, type SavedFilter, savedFilterLimit } from '#features/leads/list-contract.ts';
import { leadStage } from '#features/leads/stage.ts';
import type { Context } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { savedFilters } from './tables.ts';

type Endpoints = (typeof leadListApi)['endpoints'];

function out(row: typeof savedFilters.$inferSelect): SavedFilter {
  return {
    id: row.id,
    name: row.name,
    search: row.search,
    searchMessages: row.searchMessages,
    stage: leadStage.nullable().parse(row.stage),
    sort: leadSort.parse(row.sort),
  };
}

/** The filters are a person's own; a key has none. */
function ownerOf({ session }: Context): string {
  if (session.userId === null)
    throw new AppError('forbidden', 'Filters are kept for people who are signed in.');
  return session.userId;
}

export async function listFilters(context: Context): Promise<SavedFilter[]> {
  const rows = await context.db
    .select()
    .from(savedFilters)
    .where(eq(savedFilters.userId, ownerOf(context)))
    .orderBy(asc(sql`lower(${savedFilters.name})`), savedFilters.id)
    .limit(savedFilterLimit);
  return rows.map(out);
}

/** Keeps a filter. One of the same name is replaced, so that saving again is how a filter is changed. */
export function saveFilter(context: Context, { body }: Input<Endpoints['saveFilter']>): Promise<SavedFilter> {
  const userId = ownerOf(context);
  const name = body.name.trim();
  return context.tx(async (tx) => {
    const mine = eq(savedFilters.userId, userId);
    await tx.db.delete(savedFilters).where(and(mine, sql`lower(${savedFilters.name}) = lower(${name})`));
    if ((await tx.db.$count(savedFilters, mine)) >= savedFilterLimit) {
      throw new AppError('conflict', `You keep ${savedFilterLimit} filters already. Remove one first.`);
    }
    const [row] = await tx.db
      .insert(savedFilters)
      .values({ ...body, name, id: newId(), userId, createdAt: context.services.clock.now() })
      .returning();
    if (!row) throw new Error('The filter was not returned.');
    return out(row);
  });
}

export async function removeFilter(
  context: Context,
  { params }: Input<Endpoints['removeFilter']>,
): Promise<undefined> {
  const removed = await context.db
    .delete(savedFilters)
    .where(and(eq(savedFilters.id, params.id), eq(savedFilters.userId, ownerOf(context))))
    .returning({ id: savedFilters.id });
  if (removed.length === 0) throw notFound('filter');
  return undefined;
}
