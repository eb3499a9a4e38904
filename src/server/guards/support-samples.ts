import { sources } from '#features/support/server/source-tables.ts';
import { articles, articleVersions, passages, questions, terms } from '#features/support/server/tables.ts';
import { newId } from '../ids.ts';
import type { Tenant, TestApp } from '../testing/test-app.ts';
import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** Rows of the knowledge base that the samples name. */
export interface SupportWorld {
  articleId: string;
  deletedArticleId: string;
  questionId: string;
  sourceId: string;
}

/** Written straight into the tables: the matrix makes hundreds of worlds. */
export async function makeSupport(app: TestApp, tenant: Tenant, canary: string): Promise<SupportWorld> {
  const [articleId, deletedArticleId, passageId, questionId, sourceId, now] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    new Date(),
  ];
  await app.hub.database.forOrganization(tenant.organizationId).tx(async ({ db }) => {
    const article = {
      id: articleId,
      title: canary,
      body: canary,
      state: 'published',
      version: 2,
      createdBy: canary,
      updatedBy: canary,
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
    } as const;
    await db.insert(articles).values([article, { ...article, id: deletedArticleId, deletedAt: now }]);
    await db
      .insert(articleVersions)
      .values({ articleId, version: 1, title: canary, body: canary, savedBy: canary, savedAt: now });
    await db
      .insert(passages)
      .values({ id: passageId, articleId, ordinal: 0, title: canary, text: canary, length: 1 });
    await db.insert(terms).values({ lexeme: canary, passageId, count: 1, inTitle: true });
    await db.insert(sources).values({
      id: sourceId,
      kind: 'page',
      name: `https://${canary}.example/`,
      state: 'read',
      articleId,
      articleVersion: 2,
      createdBy: canary,
      createdAt: now,
    });
    await db.insert(questions).values({
      id: questionId,
      words: canary,
      question: canary,
      count: 1,
      firstAskedAt: now,
      lastAskedAt: now,
      state: 'open',
    });
  });
  return { articleId, deletedArticleId, questionId, sourceId };
}

/** Requests to the knowledge base that work for whoever may make them. */
export const supportSamples: Record<string, (world: World) => Sample> = {
  'GET /api/knowledge/articles': () => ({}),
  'GET /api/knowledge/articles/:articleId': ({ articleId }) => ({ params: { articleId } }),
  'POST /api/knowledge/articles': ({ canary, questionId }) => ({
    body: { title: canary, body: canary, questionId },
  }),
  'PUT /api/knowledge/articles/:articleId': ({ articleId, canary }) => ({
    params: { articleId },
    body: { title: canary, body: `${canary} again`, version: 2 },
  }),
  'POST /api/knowledge/articles/:articleId/state': ({ articleId }) => ({
    params: { articleId },
    body: { state: 'draft' },
  }),
  'DELETE /api/knowledge/articles/:articleId': ({ articleId }) => ({ params: { articleId } }),
  'POST /api/knowledge/articles/:articleId/undelete': ({ deletedArticleId }) => ({
    params: { articleId: deletedArticleId },
  }),
  'GET /api/knowledge/articles/:articleId/versions': ({ articleId }) => ({ params: { articleId } }),
  'GET /api/knowledge/articles/:articleId/versions/:version': ({ articleId }) => ({
    params: { articleId, version: '1' },
  }),
  'GET /api/knowledge/overview': () => ({}),
  'GET /api/knowledge/questions': () => ({}),
  'GET /api/knowledge/questions/:questionId': ({ questionId }) => ({ params: { questionId } }),
  'POST /api/knowledge/questions/:questionId/state': ({ questionId }) => ({
    params: { questionId },
    body: { state: 'dismissed' },
  }),
  'GET /api/knowledge/questions/:questionId/proposal': ({ questionId }) => ({ params: { questionId } }),
  'GET /api/knowledge/synonyms': () => ({}),
  'PUT /api/knowledge/synonyms': ({ canary }) => ({ body: { groups: [[canary, `${canary} too`]] } }),
  'POST /api/knowledge/ask': ({ canary }) => ({ body: { question: canary } }),
  'GET /api/knowledge/sources': () => ({}),
  'POST /api/knowledge/sources/files': ({ canary }) => ({
    query: `name=${canary}.txt`,
    body: `${canary} says twenty letters or more`,
    headers: { 'content-type': 'application/octet-stream' },
  }),
  'POST /api/knowledge/sources/pages': ({ canary }) => ({ body: { url: `https://${canary}.example/new` } }),
  'POST /api/knowledge/sources/:sourceId/refresh': ({ sourceId }) => ({ params: { sourceId } }),
  'DELETE /api/knowledge/sources/:sourceId': ({ sourceId }) => ({ params: { sourceId } }),
};
