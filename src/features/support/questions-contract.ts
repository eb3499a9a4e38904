import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { cursor, id, instant, limit, rowId, search, text } from '#shared/text.ts';
import { askLimits } from './ask-contract.ts';
import { knowledgeLimits } from './knowledge-contract.ts';

export const questionLimits = {
  /** Questions of one organization that are kept. */
  most: 2000,
  /** Days after which a question goes that nobody asked since. */
  keptDays: 180,
} as const;

/** `open`: nobody looked after it yet. `written`: an article was written for it. `dismissed`: it needs none. */
export const questionStates = ['open', 'written', 'dismissed'] as const;
export const questionState = z.enum(questionStates);
export type QuestionState = z.infer<typeof questionState>;

/** Questions that ask the same with the same words are one. */
export const question = z.strictObject({
  id,
  /** As it was asked last. */
  question: text(askLimits.question),
  count: z.int(),
  firstAskedAt: instant,
  lastAskedAt: instant,
  state: questionState,
  /** The article that was written for it, as long as there is one. */
  article: z.strictObject({ articleId: id, title: text(knowledgeLimits.title) }).nullable(),
});
export type Question = z.infer<typeof question>;

/** A beginning for the article that is missing, by the built-in rules. */
export const proposal = z.strictObject({
  title: text(knowledgeLimits.title),
  /** Markdown: what other articles say that may belong there; '' when none does. */
  body: text(knowledgeLimits.body),
  /** Titles of the articles that it quotes. */
  quoted: z.array(text(knowledgeLimits.title)).max(3),
});
export type Proposal = z.infer<typeof proposal>;

const question404 = { questionId: 'support_questions' } as const;
const questionParams = z.strictObject({ questionId: rowId });

export const questionsApi = defineApi({
  module: 'support_agent',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/knowledge/questions',
      summary: 'Questions that no article answered, the most often asked first',
      access: 'support.read',
      ids: {},
      effects: [],
      query: z.strictObject({ search, state: questionState.default('open'), limit, cursor }),
      output: z.array(question).max(200),
    }),
    read: endpoint({
      method: 'GET',
      path: '/api/knowledge/questions/:questionId',
      summary: 'One question that no article answered',
      access: 'support.read',
      ids: question404,
      effects: [],
      params: questionParams,
      output: question,
    }),
    setState: endpoint({
      method: 'POST',
      path: '/api/knowledge/questions/:questionId/state',
      summary: 'Dismiss a question or put it back on the list',
      access: 'support.write',
      ids: question404,
      effects: ['frame'],
      params: questionParams,
      body: z.strictObject({ state: z.enum(['open', 'dismissed']) }),
      output: question,
    }),
    propose: endpoint({
      method: 'GET',
      path: '/api/knowledge/questions/:questionId/proposal',
      summary: 'A beginning for the article that would answer a question',
      access: 'support.write',
      ids: question404,
      effects: [],
      params: questionParams,
      output: proposal,
    }),
  },
});
