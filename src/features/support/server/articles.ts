import { and, eq, isNotNull, lt } from 'drizzle-orm';
import {
  type Article,
  type knowledgeApi,
  knowledgeChanged,
  knowledgeLimits,
} from '#features/support/knowledge-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { indexArticle } from './index-article.ts';
import { answeredBy } from './questions.ts';
import { findArticle, present } from './read-articles.ts';
import { articles, articleVersions, passages } from './tables.ts';

type Endpoints = (typeof knowledgeApi)['endpoints'];
type Stored = typeof articles.$inferSelect;

interface Text {
  title: string;
  body: string;
  /** Who wrote it, for people. */
  actor: string;
  now: Date;
}

/** Writes a draft within a transaction. @throws AppError conflict beyond the number of articles that an organization may have */
export async function createDraft(
  tx: Tx,
  { title, body, actor, now }: Text,
): Promise<{ id: string; version: number }> {
  if ((await tx.db.$count(articles, present)) >= knowledgeLimits.articles)
    throw new AppError(
      'conflict',
      `An organization has at most ${knowledgeLimits.articles.toLocaleString('en-AU')} articles. Delete some that are not used any more.`,
    );
  const id = newId();
  await tx.db.insert(articles).values({
    id,
    title: title.trim(),
    body,
    state: 'draft',
    version: 1,
    createdBy: actor,
    updatedBy: actor,
    createdAt: now,
    updatedAt: now,
  });
  return { id, version: 1 };
}

/** Writes a draft. @throws AppError conflict beyond the number of articles, not_found for the question */
export function createArticle(context: Context, { body }: Input<Endpoints['create']>): Promise<Article> {
  const { actor } = context.session;
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    const { id } = await createDraft(tx, { title: body.title, body: body.body, actor, now });
    if (body.questionId !== undefined) await answeredBy(tx, body.questionId, id);
    return changed(tx, id, 'knowledge.created');
  });
}

/** Locks an article so that two people do not write over each other. */
async function lock(tx: Tx, id: string): Promise<Stored> {
  const [row] = await tx.db
    .select()
    .from(articles)
    .where(and(eq(articles.id, id), present))
    .for('update');
  if (!row) throw notFound('article');
  return row;
}

/** Saves a text over that of a locked article, which stays as a version; returns the number of the new one. */
export async function saveText(tx: Tx, before: Stored, { title, body, actor, now }: Text): Promise<number> {
  const { id, version } = before;
  await tx.db.insert(articleVersions).values({
    articleId: id,
    version,
    title: before.title,
    body: before.body,
    savedBy: before.updatedBy,
    savedAt: before.updatedAt,
  });
  await tx.db
    .delete(articleVersions)
    .where(
      and(
        eq(articleVersions.articleId, id),
        lt(articleVersions.version, version - knowledgeLimits.versions + 1),
      ),
    );
  await tx.db
    .update(articles)
    .set({ title: title.trim(), body, version: version + 1, updatedBy: actor, updatedAt: now })
    .where(eq(articles.id, id));
  if (before.state === 'published') await indexArticle(tx, id);
  return version + 1;
}

/** @throws AppError conflict when somebody saved another text meanwhile */
export function updateArticle(
  context: Context,
  { params, body }: Input<Endpoints['update']>,
): Promise<Article> {
  const { actor } = context.session;
  return context.tx(async (tx) => {
    const before = await lock(tx, params.articleId);
    if (before.version !== body.version)
      throw new AppError(
        'conflict',
        `${before.updatedBy} saved another text meanwhile. Copy yours, read the article again and put it in.`,
      );
    await saveText(tx, before, {
      title: body.title,
      body: body.body,
      actor,
      now: context.services.clock.now(),
    });
    return changed(tx, before.id, 'knowledge.updated');
  });
}

export function setArticleState(
  context: Context,
  { params, body }: Input<Endpoints['setState']>,
): Promise<Article> {
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    const before = await lock(tx, params.articleId);
    if (before.state === body.state) return findArticle(tx, before.id);
    await tx.db
      .update(articles)
      .set({
        state: body.state,
        updatedBy: context.session.actor,
        updatedAt: now,
        publishedAt: body.state === 'published' ? now : null,
      })
      .where(eq(articles.id, before.id));
    if (body.state === 'published') await indexArticle(tx, before.id);
    else await tx.db.delete(passages).where(eq(passages.articleId, before.id));
    return changed(tx, before.id, `knowledge.${body.state}`);
  });
}

/** Takes an article out of lists and answers at once; for a day it can be taken back. */
export async function removeArticle(
  context: Context,
  { params }: Input<Endpoints['remove']>,
): Promise<undefined> {
  const deletedAt = context.services.clock.now();
  await context.tx(async (tx) => {
    const { id } = await lock(tx, params.articleId);
    await tx.db.update(articles).set({ deletedAt }).where(eq(articles.id, id));
    await tx.db.delete(passages).where(eq(passages.articleId, id));
    await tx.audit({ action: 'knowledge.deleted', subject: id });
    tx.emit(knowledgeChanged, { id });
  });
  return undefined;
}

/** Puts a deleted article back as it was. @throws AppError not_found when it is not deleted or gone for good */
export function undeleteArticle(
  context: Context,
  { params }: Input<Endpoints['undelete']>,
): Promise<Article> {
  return context.tx(async (tx) => {
    const [back] = await tx.db
      .update(articles)
      .set({ deletedAt: null })
      .where(and(eq(articles.id, params.articleId), isNotNull(articles.deletedAt)))
      .returning({ id: articles.id, state: articles.state });
    if (!back) throw notFound('article');
    if (back.state === 'published') await indexArticle(tx, back.id);
    return changed(tx, back.id, 'knowledge.undeleted');
  });
}

const dayMs = 86_400_000;

/** Deleted articles go for good after a day. */
export const removeDeletedArticles = scheduledJob({
  name: 'support.remove-deleted-articles',
  cron: '17 * * * *',
  run: async ({ database, services }) => {
    const before = new Date(services.clock.now().getTime() - dayMs);
    await database.asPlatform('articles that were deleted a day ago go', (tx) =>
      tx.db.delete(articles).where(lt(articles.deletedAt, before)),
    );
  },
});

async function changed(tx: Tx, id: string, action: string): Promise<Article> {
  await tx.audit({ action, subject: id });
  tx.emit(knowledgeChanged, { id });
  return findArticle(tx, id);
}
