import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { cursor, id, instant, limit, required, rowId, search, text } from '#shared/text.ts';

export const knowledgeLimits = {
  /** Of one organization. */
  articles: 2000,
  title: 200,
  /** Characters of an article's Markdown. */
  body: 100_000,
  versions: 50,
} as const;

/** `draft`: only the team sees it. `published`: the agent answers from it. */
export const articleStates = ['draft', 'published'] as const;
export const articleState = z.enum(articleStates);
export type ArticleState = z.infer<typeof articleState>;

const articleHead = {
  id,
  title: text(knowledgeLimits.title),
  state: articleState,
  /** Counts the saved texts from 1. */
  version: z.int(),
  /** Passages that the agent can answer from; 0 while it is a draft. */
  passages: z.int(),
  createdBy: text(200),
  updatedBy: text(200),
  createdAt: instant,
  updatedAt: instant,
  publishedAt: instant.nullable(),
};
export const articleRow = z.strictObject(articleHead);
export type ArticleRow = z.infer<typeof articleRow>;
export const article = z.strictObject({
  ...articleHead,
  body: text(knowledgeLimits.body),
  /** Sentences that give orders to a machine, such as 'ignore your rules'; the agent leaves them out. */
  leftOut: z.array(text(300)).max(20),
});
export type Article = z.infer<typeof article>;

const versionHead = {
  version: z.int(),
  title: text(knowledgeLimits.title),
  savedBy: text(200),
  savedAt: instant,
};
export const articleVersionRow = z.strictObject(versionHead);
export type ArticleVersionRow = z.infer<typeof articleVersionRow>;
export const articleVersion = z.strictObject({ ...versionHead, body: text(knowledgeLimits.body) });
export type ArticleVersion = z.infer<typeof articleVersion>;

/** What there is, for the screens' first look. */
export const knowledgeOverview = z.strictObject({
  articles: z.int(),
  published: z.int(),
  drafts: z.int(),
  /** Questions of visitors that no article answered and nobody looked after yet. */
  openQuestions: z.int(),
  synonymLines: z.int(),
});
export type KnowledgeOverview = z.infer<typeof knowledgeOverview>;

const title = required(knowledgeLimits.title, 'Give the article a title.');
const body = required(knowledgeLimits.body, 'Write something first.');

export const knowledgeChanged = event('knowledge_changed', z.strictObject({ id: id.nullable() }));

const article404 = { articleId: 'support_articles' } as const;
const articleParams = z.strictObject({ articleId: rowId });

export const knowledgeApi = defineApi({
  module: 'support_agent',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/knowledge/articles',
      summary: 'Articles, last changed first',
      access: 'support.read',
      ids: {},
      effects: [],
      query: z.strictObject({ search, state: articleState.optional(), limit, cursor }),
      output: z.array(articleRow).max(200),
    }),
    read: endpoint({
      method: 'GET',
      path: '/api/knowledge/articles/:articleId',
      summary: 'One article with its text',
      access: 'support.read',
      ids: article404,
      effects: [],
      params: articleParams,
      output: article,
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/knowledge/articles',
      summary: 'Write an article; it is a draft until it is published',
      status: 201,
      access: 'support.write',
      ids: { questionId: 'support_questions' },
      effects: ['frame'],
      /** `questionId`: the question of visitors that it answers. */
      body: z.strictObject({ title, body, questionId: rowId.optional() }),
      output: article,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/knowledge/articles/:articleId',
      summary: 'Change an article; the text before stays as a version',
      access: 'support.write',
      ids: article404,
      effects: ['frame'],
      params: articleParams,
      /** `version`: the one that was read. */
      body: z.strictObject({ title, body, version: z.int().min(1) }),
      output: article,
    }),
    setState: endpoint({
      method: 'POST',
      path: '/api/knowledge/articles/:articleId/state',
      summary: 'Publish an article or take it back',
      access: 'support.write',
      ids: article404,
      effects: ['frame'],
      params: articleParams,
      body: z.strictObject({ state: articleState }),
      output: article,
    }),
    overview: endpoint({
      method: 'GET',
      path: '/api/knowledge/overview',
      summary: 'Counts of articles, open questions and lines of synonyms',
      access: 'support.read',
      ids: {},
      effects: [],
      output: knowledgeOverview,
    }),
    versions: endpoint({
      method: 'GET',
      path: '/api/knowledge/articles/:articleId/versions',
      summary: 'Texts that an article had before, newest first',
      access: 'support.read',
      ids: article404,
      effects: [],
      params: articleParams,
      output: z.array(articleVersionRow).max(knowledgeLimits.versions),
    }),
    readVersion: endpoint({
      method: 'GET',
      path: '/api/knowledge/articles/:articleId/versions/:version',
      summary: 'One earlier text of an article; saving it again restores it',
      access: 'support.read',
      ids: article404,
      effects: [],
      params: z.strictObject({ articleId: rowId, version: id }),
      output: articleVersion,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/knowledge/articles/:articleId',
      summary: 'Delete an article with its versions; it can be taken back for a day',
      status: 204,
      access: 'support.delete',
      ids: article404,
      effects: ['frame'],
      params: articleParams,
      output: noContent,
    }),
    undelete: endpoint({
      method: 'POST',
      path: '/api/knowledge/articles/:articleId/undelete',
      summary: 'Take back the deletion of an article within a day',
      access: 'support.delete',
      ids: article404,
      effects: ['frame'],
      params: articleParams,
      output: article,
    }),
  },
});
