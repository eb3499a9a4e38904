import { and, desc, eq, isNull, lt, or } from 'drizzle-orm';
import { z } from 'zod';
import { importLimits, type importsApi, type Source } from '#features/support/imports-contract.ts';
import { knowledgeChanged } from '#features/support/knowledge-contract.ts';
import type { Context, OrganizationContext, Tx } from '#server/context.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { sources } from '../source-tables.ts';
import { articles } from '../tables.ts';

type Endpoints = (typeof importsApi)['endpoints'];
type Stored = typeof sources.$inferSelect;

const articleOf = and(eq(articles.id, sources.articleId), isNull(articles.deletedAt));

function sourceOut(row: Stored, title: string | null): Source {
  const { id, kind, name, state, reason, articleId, createdBy } = row;
  return {
    id,
    kind,
    name,
    state,
    reason,
    article: articleId !== null && title !== null ? { articleId, title } : null,
    createdBy,
    createdAt: row.createdAt.toISOString(),
    checkedAt: row.checkedAt?.toISOString() ?? null,
    changedAt: row.changedAt?.toISOString() ?? null,
  };
}

/** Files and pages, newest first. */
export async function listSources(
  context: Context,
  { query }: Input<Endpoints['list']>,
): Promise<Reply<Source[]>> {
  const { limit } = query;
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.id]));
  const at = after ? new Date(after[0]) : null;
  const beyond =
    after && at
      ? or(lt(sources.createdAt, at), and(eq(sources.createdAt, at), lt(sources.id, after[1])))
      : undefined;
  const [rows, total] = await Promise.all([
    context.db
      .select({ source: sources, title: articles.title })
      .from(sources)
      .leftJoin(articles, articleOf)
      .where(beyond)
      .orderBy(desc(sources.createdAt), desc(sources.id))
      .limit(limit + 1),
    context.db.$count(sources),
  ]);
  return pageReply({
    items: rows.map(({ source, title }) => sourceOut(source, title)),
    limit,
    total,
    path: '/api/knowledge/sources',
    query: { limit },
    cursorOf: ({ createdAt, id }) => encodeCursor([createdAt, id]),
  });
}

/** @throws AppError not_found */
export async function findSource(context: Pick<OrganizationContext, 'db'>, id: string): Promise<Source> {
  const [row] = await context.db
    .select({ source: sources, title: articles.title })
    .from(sources)
    .leftJoin(articles, articleOf)
    .where(eq(sources.id, id));
  if (!row) throw notFound('file or page');
  return sourceOut(row.source, row.title);
}

/** @throws AppError conflict when there are as many as an organization may have */
export async function refuseMore(tx: Pick<Tx, 'db'>, kind: Source['kind']): Promise<void> {
  if ((await tx.db.$count(sources)) >= importLimits.sources)
    throw new AppError(
      'conflict',
      `The list holds ${importLimits.sources.toLocaleString('en-AU')} files and pages. Remove some that are not needed any more; their articles stay.`,
    );
  if (kind === 'page' && (await tx.db.$count(sources, eq(sources.kind, 'page'))) >= importLimits.pages)
    throw new AppError(
      'conflict',
      `At most ${importLimits.pages} pages are read again every day. Remove some; their articles stay.`,
    );
}

/** Forgets a file or page; its article stays as it is. @throws AppError not_found */
export async function removeSource(
  context: Context,
  { params }: Input<Endpoints['remove']>,
): Promise<undefined> {
  await context.tx(async (tx) => {
    const removed = await tx.db
      .delete(sources)
      .where(eq(sources.id, params.sourceId))
      .returning({ id: sources.id });
    if (removed.length === 0) throw notFound('file or page');
    await tx.audit({ action: 'knowledge.source-removed', subject: params.sourceId });
    tx.emit(knowledgeChanged, { id: null });
  });
  return undefined;
}
