import { eq } from 'drizzle-orm';
import { runJob } from '#features/ai/server/public.ts';
import { countUsage } from '#features/billing/server/public.ts';
import type { leadAiApi } from '#features/leads/ai-contract.ts';
import type { Context } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { groundSummary } from '#server/integrations/ai/grounding.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { leadThread } from './lead-thread.ts';
import { type AiSummary, storedSummary, summaryOut } from './stored-summary.ts';
import { leadSummaries, leads } from './tables.ts';

type Endpoints = (typeof leadAiApi)['endpoints'];

const stored = statement(
  'leads.summary',
  `select ${storedSummary('true')} from leads l where l.organization_id = $1 and l.thread_id = $2`,
);

export async function readSummary(
  context: Context,
  { params }: Input<Endpoints['readSummary']>,
): Promise<AiSummary | null> {
  const [row] = await context.run(stored, [params.thread_id]);
  if (!row) throw notFound('lead');
  return summaryOut(row.ai_summary);
}

/** Summarises the thread as it is now and keeps the answer; the same thread again gives the kept one. */
export async function makeSummary(
  context: Context,
  { params, body }: Input<Endpoints['makeSummary']>,
): Promise<AiSummary> {
  const threadId = params.thread_id;
  const [lead] = await context.db
    .select({ messageCount: leads.messageCount })
    .from(leads)
    .where(eq(leads.threadId, threadId));
  if (!lead) throw notFound('lead');
  const thread = await leadThread(context, threadId);
  const [kept] = await context.db
    .select({ inputHash: leadSummaries.inputHash })
    .from(leadSummaries)
    .where(eq(leadSummaries.threadId, threadId));
  const answer = await runJob(context, {
    job: 'lead_summary',
    targetId: threadId,
    input: JSON.stringify(thread.messages),
    engine: body.engine ?? 'chosen',
    known: (hash) => kept?.inputHash === hash,
    ask: (engine, about) => engine.leadSummary(thread, about),
    check: (result) => groundSummary(thread, result),
  });
  if (answer) {
    const now = context.services.clock.now();
    const values = {
      summary: answer.value,
      sources: answer.evidence.slice(0, 100),
      issues: answer.issues,
      engine: answer.engine,
      inputHash: answer.inputHash,
      messageCount: lead.messageCount,
      generatedAt: now,
    };
    await context.tx(async (tx) => {
      // The lead may have been deleted while the engine worked; its row is held so that it stays.
      const [still] = await tx.db
        .select({ id: leads.threadId })
        .from(leads)
        .where(eq(leads.threadId, threadId))
        .for('share');
      if (!still) throw notFound('lead');
      await tx.db
        .insert(leadSummaries)
        .values({ threadId, ...values })
        .onConflictDoUpdate({ target: [leadSummaries.organizationId, leadSummaries.threadId], set: values });
      await countUsage(tx, context.session.timezone, now, { ai_summaries: 1 });
    });
  }
  const summary = await readSummary(context, { params, query: {}, body: {} });
  if (!summary) throw notFound('lead');
  return summary;
}
