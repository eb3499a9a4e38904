import { eq, sql } from 'drizzle-orm';
import { askLimits } from '#features/support/ask-contract.ts';
import { knowledgeChanged } from '#features/support/knowledge-contract.ts';
import type { Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { notFound } from '#shared/errors.ts';
import { wordsOf } from './retrieve.ts';
import { questions } from './tables.ts';

/**
 * Notes a question that no article answered, for the list of what is missing. The same question in other words of the same
 * stems is one row that counts; one that was written about and is asked again is open again, a dismissed one stays dismissed.
 * @param at the instant at which it was asked, UTC
 */
export async function recordUnanswered(
  tx: Pick<Tx, 'db' | 'run' | 'emit'>,
  asked: { question: string; at: Date },
): Promise<void> {
  const question = asked.question.trim().slice(0, askLimits.question).toWellFormed();
  if (question === '') return;
  const words = (await wordsOf(tx, question)).join(' ').slice(0, 1000);
  await tx.db
    .insert(questions)
    .values({
      id: newId(),
      words: words === '' ? question.toLowerCase().slice(0, 1000) : words,
      question,
      count: 1,
      firstAskedAt: asked.at,
      lastAskedAt: asked.at,
      state: 'open',
      articleId: null,
    })
    .onConflictDoUpdate({
      target: [questions.organizationId, questions.words],
      set: {
        question: sql`excluded.question`,
        count: sql`${questions.count} + 1`,
        lastAskedAt: sql`greatest(${questions.lastAskedAt}, excluded.last_asked_at)`,
        state: sql`case when ${questions.state} = 'written' then 'open' else ${questions.state} end`,
      },
    });
  tx.emit(knowledgeChanged, { id: null });
}

/** Notes that an article was written for a question. @throws AppError not_found */
export async function answeredBy(tx: Pick<Tx, 'db'>, questionId: string, articleId: string): Promise<void> {
  const noted = await tx.db
    .update(questions)
    .set({ state: 'written', articleId })
    .where(eq(questions.id, questionId))
    .returning({ id: questions.id });
  if (noted.length === 0) throw notFound('question');
}
