import { runJob } from '#features/ai/server/public.ts';
import { askLimits, type SupportReply } from '#features/support/ask-contract.ts';
import { knowledgeLimits } from '#features/support/knowledge-contract.ts';
import type { OrganizationContext, Session } from '#server/context.ts';
import type { SupportAnswer, SupportInput, SupportPassage } from '#server/integrations/ai/jobs.ts';
import { groundSupport } from '#server/integrations/ai/support-grounding.ts';
import { AppError } from '#shared/errors.ts';
import { isClear, retrieve } from './retrieve.ts';

export interface Asked {
  /** What the visitor asks now, quick messages after each other joined by line breaks; read to 2,000 characters. */
  question: string;
  /** What was said before, oldest first; the last ten are read. */
  history: SupportInput['history'];
  /** The language that the visitor's browser asks for, such as 'de-AT'; null when it is not known. */
  language: string | null;
  /** Name of the organization. */
  organization: string;
}

/**
 * Answers a visitor's question from the organization's published articles: a job of the chosen engine, whose citations and
 * words are held against the passages that were found. When a language model fails, the built-in engine answers and the
 * issues say so. Takes no part in a conversation and writes nothing but the run and its cost; call it outside any transaction.
 */
export async function answer(
  context: OrganizationContext & { session?: Pick<Session, 'userId'> },
  asked: Asked,
): Promise<SupportReply> {
  const question = asked.question.slice(0, askLimits.question).toWellFormed();
  const passages = await passagesFor(context, question, asked.history);
  const input: SupportInput = {
    question,
    history: asked.history.slice(-10),
    passages,
    language: asked.language,
    organization: { name: asked.organization },
  };
  try {
    return await run(context, input, 'chosen');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ai_failed') throw error;
    const reply = await run(context, input, 'builtin');
    return {
      ...reply,
      issues: ['The language model did not answer. This answer is by the built-in rules.', ...reply.issues],
    };
  }
}

/** A passage that was found only with the question before is suggested at most. */
const throughHistory = 0.5;

/** What fits nothing clearly is read together with the question before: 'and on Sundays?'. */
async function passagesFor(
  context: OrganizationContext,
  question: string,
  history: Asked['history'],
): Promise<SupportPassage[]> {
  const found = await retrieve(context, question);
  const before = history.findLast(({ from }) => from === 'visitor')?.text;
  if (before === undefined || isClear(found)) return found;
  const together = await retrieve(context, `${before.slice(0, askLimits.question)} ${question}`);
  const known = new Set(found.map(({ id }) => id));
  return [
    ...found,
    ...together
      .filter(({ id }) => !known.has(id))
      .map((passage) => ({ ...passage, coverage: Math.min(passage.coverage, throughHistory), score: 0 })),
  ].slice(0, mostPassages);
}

/** That an engine is given. */
const mostPassages = 8;

async function run(
  context: Parameters<typeof answer>[0],
  input: SupportInput,
  engine: 'chosen' | 'builtin',
): Promise<SupportReply> {
  const answered = await runJob<SupportAnswer>(context, {
    job: 'support_answer',
    targetId: context.organizationId,
    input: JSON.stringify(input),
    engine,
    ask: (one, about) => one.supportAnswer(input, about),
    check: (result) => groundSupport(input, result),
  });
  if (answered === null) throw new Error('A question was taken for one that is known.');
  const { value, issues } = answered;
  return {
    action: value.action,
    text: value.text.slice(0, 4000).toWellFormed(),
    citations: value.citations.slice(0, 5).flatMap(({ passageId, quote }) => {
      const passage = input.passages.find(({ id }) => id === passageId);
      if (!passage) return [];
      const title = passage.title.slice(0, knowledgeLimits.title).toWellFormed();
      return [{ articleId: passage.articleId, title, quote: quote.slice(0, 2000).toWellFormed() }];
    }),
    handoffReason: value.handoffReason?.slice(0, 300) ?? null,
    engine: answered.engine,
    issues: issues.slice(0, 20),
  };
}
