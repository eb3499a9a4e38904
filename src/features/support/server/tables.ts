import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { articleStates } from '#features/support/knowledge-contract.ts';
import { questionStates } from '#features/support/questions-contract.ts';
import { instantColumn, tenantTable } from '#server/db/tenant-table.ts';

export const articles = tenantTable(
  'support_articles',
  {
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    /** Markdown. */
    body: text('body').notNull(),
    state: text('state', { enum: articleStates }).notNull(),
    version: integer('version').notNull(),
    createdBy: text('created_by').notNull(),
    updatedBy: text('updated_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
    publishedAt: instantColumn('published_at'),
    /** Since when it can only be taken back; it goes for good after a day. */
    deletedAt: instantColumn('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('support_articles_updated').on(table.organizationId, table.updatedAt, table.id),
    index('support_articles_deleted').on(table.deletedAt),
  ],
);

/** Texts that an article had before, the newest fifty. */
export const articleVersions = tenantTable(
  'support_article_versions',
  {
    articleId: uuid('article_id').notNull(),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    savedBy: text('saved_by').notNull(),
    savedAt: instantColumn('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.articleId, table.version] }),
    foreignKey({
      columns: [table.organizationId, table.articleId],
      foreignColumns: [articles.organizationId, articles.id],
    }).onDelete('cascade'),
  ],
);

/** Pieces of published articles, each of which can be an answer. */
export const passages = tenantTable(
  'support_passages',
  {
    id: uuid('id').notNull(),
    articleId: uuid('article_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** The article's title, with the heading above the piece. */
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Words that count, of title and text. */
    length: integer('length').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('support_passages_article').on(table.organizationId, table.articleId, table.ordinal),
    foreignKey({
      columns: [table.organizationId, table.articleId],
      foreignColumns: [articles.organizationId, articles.id],
    }).onDelete('cascade'),
  ],
);

/** Which word stands in which passage, as the database's text search stems it. A plain index, since `@@` is not leak-proof. */
export const terms = tenantTable(
  'support_terms',
  {
    lexeme: text('lexeme').notNull(),
    passageId: uuid('passage_id').notNull(),
    count: real('count').notNull(),
    inTitle: boolean('in_title').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.lexeme, table.passageId] }),
    index('support_terms_passage').on(table.organizationId, table.passageId),
    foreignKey({
      columns: [table.organizationId, table.passageId],
      foreignColumns: [passages.organizationId, passages.id],
    }).onDelete('cascade'),
  ],
);

/** A word of a line of synonyms with its stems: more than one where it is several words. */
export interface StemmedWord {
  word: string;
  lexemes: string[];
}

export const synonyms = tenantTable(
  'support_synonyms',
  { groups: jsonb('groups').$type<StemmedWord[][]>().notNull().default(sql`'[]'`) },
  (table) => [primaryKey({ columns: [table.organizationId] })],
);

/** Questions of visitors that no article answered, one row for those that ask the same. */
export const questions = tenantTable(
  'support_questions',
  {
    id: uuid('id').notNull(),
    /** The words that say what is asked, stemmed, each once, in alphabetical order. */
    words: text('words').notNull(),
    /** As it was asked last. */
    question: text('question').notNull(),
    count: integer('count').notNull(),
    firstAskedAt: instantColumn('first_asked_at').notNull(),
    lastAskedAt: instantColumn('last_asked_at').notNull(),
    state: text('state', { enum: questionStates }).notNull(),
    /** The article that was written for it, as long as there is one. */
    articleId: uuid('article_id'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('support_questions_words').on(table.organizationId, table.words),
    index('support_questions_state').on(
      table.organizationId,
      table.state,
      table.count,
      table.lastAskedAt,
      table.id,
    ),
  ],
);
