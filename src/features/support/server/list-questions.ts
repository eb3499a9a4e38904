import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { askLimits } from '#features/support/ask-contract.ts';
import { knowledgeChanged, knowledgeLimits } from '#features/support/knowledge-contract.ts';
import type { Proposal, Question, questionsApi } from '#features/support/questions-contract.ts';
import type { Context } from '#server/context.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { retrieve } from './retrieve.ts';
import { articles, questions } from './tables.ts';

type Endpoints = (typeof questionsApi)['endpoints'];

const articleOf = and(eq(articles.id, questions.articleId), isNull(articles.deletedAt));

function questionOut(row: typeof questions.$inferSelect, title: string | null): Question {
  const { id, question, count, state, articleId } = row;
  return {
    id,
    question,
    count,
    firstAskedAt: row.firstAskedAt.toISOString(),
    lastAskedAt: row.lastAskedAt.toISOString(),
    state,
    article: articleId !== null && title !== null ? { articleId, title } : null,
  };
}

/** Questions of one state, those that were asked most often first. `search` finds words of the question. */
export async function listQuestions(
  context: Context,
  { query }: Input<Endpoints['list']>,
): Promise<Reply<Question[]>> {
  const { limit, search, state } = query;
  const after = decodeCursor(query.cursor, z.tuple([z.int().min(0), cursorPart.instant, cursorPart.id]));
  const matching = and(
    eq(questions.state, state),
    search ? sql`lower(${questions.question}) like ${likePattern(search)}` : undefined,
  );
  const at = after ? new Date(after[1]) : null;
  const beyond =
    after && at
      ? or(
          lt(questions.count, after[0]),
          and(eq(questions.count, after[0]), lt(questions.lastAskedAt, at)),
          and(eq(questions.count, after[0]), eq(questions.lastAskedAt, at), lt(questions.id, after[2])),
        )
      : undefined;
  const [rows, total] = await Promise.all([
    context.db
      .select({ question: questions, title: articles.title })
      .from(questions)
      .leftJoin(articles, articleOf)
      .where(and(matching, beyond))
      .orderBy(desc(questions.count), desc(questions.lastAskedAt), desc(questions.id))
      .limit(limit + 1),
    context.db.$count(questions, matching),
  ]);
  return pageReply({
    items: rows.map(({ question, title }) => questionOut(question, title)),
    limit,
    total,
    path: '/api/knowledge/questions',
    query: { limit, search, state },
    cursorOf: ({ count, lastAskedAt, id }) => encodeCursor([count, lastAskedAt, id]),
  });
}

async function find(context: Pick<Context, 'db'>, id: string): Promise<Question> {
  const [row] = await context.db
    .select({ question: questions, title: articles.title })
    .from(questions)
    .leftJoin(articles, articleOf)
    .where(eq(questions.id, id));
  if (!row) throw notFound('question');
  return questionOut(row.question, row.title);
}

/** @throws AppError not_found */
export function readQuestion(context: Context, { params }: Input<Endpoints['read']>): Promise<Question> {
  return find(context, params.questionId);
}

/** Dismisses a question, which keeps counting but is not shown as open, or puts it back. @throws AppError not_found */
export function setQuestionState(
  context: Context,
  { params, body }: Input<Endpoints['setState']>,
): Promise<Question> {
  return context.tx(async (tx) => {
    await tx.db.update(questions).set({ state: body.state }).where(eq(questions.id, params.questionId));
    const changed = await find(tx, params.questionId);
    await tx.audit({ action: `knowledge.question-${body.state}`, subject: params.questionId });
    tx.emit(knowledgeChanged, { id: null });
    return changed;
  });
}

/**
 * A beginning for the article that is missing: the question as its title and what other articles say that may belong
 * there, quoted. It claims nothing that does not stand in an article.
 */
export async function propose(context: Context, { params }: Input<Endpoints['propose']>): Promise<Proposal> {
  const { question } = await find(context, params.questionId);
  const asked = question.slice(0, askLimits.question).replace(/\s+/g, ' ').trim();
  const title = `${asked.slice(0, 1).toUpperCase()}${asked.slice(1)}`.slice(0, knowledgeLimits.title);
  const found = (await retrieve(context, question)).filter(({ coverage }) => coverage >= leastCoverage);
  const quoted = found.slice(0, 3);
  return {
    title: title.toWellFormed(),
    body: quoted
      .map((passage) => `${passage.text.replace(/^/gm, '> ')}\n>\n> (${passage.title})`)
      .join('\n\n'),
    quoted: quoted.map((passage) => passage.title.slice(0, knowledgeLimits.title).toWellFormed()),
  };
}

/** Below this share of the question's words a passage has nothing to do with it. */
const leastCoverage = 0.15;
