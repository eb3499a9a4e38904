import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type Article,
  type ArticleRow,
  type ArticleVersion,
  type ArticleVersionRow,
  type KnowledgeOverview,
  type knowledgeApi,
  knowledgeLimits,
} from '#features/support/knowledge-contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { ordersIn } from './split-passages.ts';
import { readSynonyms } from './synonyms.ts';
import { articles, articleVersions, questions } from './tables.ts';

type Endpoints = (typeof knowledgeApi)['endpoints'];
type Stored = typeof articles.$inferSelect;

/** Articles that are not deleted. */
export const present = isNull(articles.deletedAt);
const passageCount = sql<number>`(select count(*)::int from support_passages p where p.organization_id = support_articles.organization_id and p.article_id = support_articles.id)`;

function rowOut(stored: Omit<Stored, 'body'>, count: number): ArticleRow {
  const { id, title, state, version, createdBy, updatedBy } = stored;
  return {
    id,
    title,
    state,
    version,
    passages: count,
    createdBy,
    updatedBy,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
    publishedAt: stored.publishedAt?.toISOString() ?? null,
  };
}

/** Articles, last changed first; `search` finds words of the title. */
export async function listArticles(
  context: Context,
  { query }: Input<Endpoints['list']>,
): Promise<Reply<ArticleRow[]>> {
  const { limit, search, state } = query;
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.id]));
  const matching = and(
    present,
    state ? eq(articles.state, state) : undefined,
    search ? sql`lower(${articles.title}) like ${likePattern(search)}` : undefined,
  );
  const at = after ? new Date(after[0]) : null;
  const beyond =
    at && after
      ? or(lt(articles.updatedAt, at), and(eq(articles.updatedAt, at), lt(articles.id, after[1])))
      : undefined;
  const [rows, total] = await Promise.all([
    context.db
      .select({ article: articles, count: passageCount })
      .from(articles)
      .where(and(matching, beyond))
      .orderBy(desc(articles.updatedAt), desc(articles.id))
      .limit(limit + 1),
    context.db.$count(articles, matching),
  ]);
  return pageReply({
    items: rows.map(({ article, count }) => rowOut(article, count)),
    limit,
    total,
    path: '/api/knowledge/articles',
    query: { limit, search, state },
    cursorOf: ({ updatedAt, id }) => encodeCursor([updatedAt, id]),
  });
}

/** An article with its text. @throws AppError not_found also for a deleted one */
export async function findArticle(context: Pick<OrganizationContext, 'db'>, id: string): Promise<Article> {
  const [row] = await context.db
    .select({ article: articles, count: passageCount })
    .from(articles)
    .where(and(eq(articles.id, id), present));
  if (!row) throw notFound('article');
  const { title, body } = row.article;
  return { ...rowOut(row.article, row.count), body, leftOut: ordersIn(`${title}\n${body}`) };
}

export function readArticle(context: Context, { params }: Input<Endpoints['read']>): Promise<Article> {
  return findArticle(context, params.articleId);
}

/** Counts of the organization's knowledge base. */
export async function overview(context: Context): Promise<KnowledgeOverview> {
  const { db } = context;
  const [published, drafts, openQuestions, lines] = await Promise.all([
    db.$count(articles, and(eq(articles.state, 'published'), present)),
    db.$count(articles, and(eq(articles.state, 'draft'), present)),
    db.$count(questions, eq(questions.state, 'open')),
    readSynonyms(context),
  ]);
  return { articles: published + drafts, published, drafts, openQuestions, synonymLines: lines.length };
}

/** Earlier texts of an article, newest first. */
export async function listVersions(
  context: Context,
  { params }: Input<Endpoints['versions']>,
): Promise<ArticleVersionRow[]> {
  await findArticle(context, params.articleId);
  const { version, title, savedBy, savedAt } = articleVersions;
  const rows = await context.db
    .select({ version, title, savedBy, savedAt })
    .from(articleVersions)
    .where(eq(articleVersions.articleId, params.articleId))
    .orderBy(desc(version))
    .limit(knowledgeLimits.versions);
  return rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() }));
}

/** One earlier text. @throws AppError not_found */
export async function readVersion(
  context: Context,
  { params }: Input<Endpoints['readVersion']>,
): Promise<ArticleVersion> {
  await findArticle(context, params.articleId);
  const wanted = /^\d{1,9}$/.test(params.version) ? Number(params.version) : 0;
  const [row] = await context.db
    .select()
    .from(articleVersions)
    .where(and(eq(articleVersions.articleId, params.articleId), eq(articleVersions.version, wanted)));
  if (!row) throw notFound('version of this article');
  const { version, title, body, savedBy, savedAt } = row;
  return { version, title, body, savedBy, savedAt: savedAt.toISOString() };
}
