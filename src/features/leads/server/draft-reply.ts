import { eq } from 'drizzle-orm';
import { runJob } from '#features/ai/server/public.ts';
import type { leadAiApi, ReplyDraftAnswer } from '#features/leads/ai-contract.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { findLead } from './find.ts';
import { leadThread } from './lead-thread.ts';

type DraftReply = (typeof leadAiApi)['endpoints']['draftReply'];

/** Drafts an answer for a person to check and send; nothing leaves from here. */
export async function draftReply(
  context: Context,
  { params, body }: Input<DraftReply>,
): Promise<ReplyDraftAnswer> {
  await findLead(context, params.thread_id);
  const thread = await leadThread(context, params.thread_id);
  const [organization] = await context.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  const sender = {
    name: context.session.userId === null ? null : context.session.actor,
    organization: organization?.name ?? '',
  };
  const answer = await runJob(context, {
    job: 'reply_draft',
    targetId: params.thread_id,
    input: JSON.stringify([thread.messages, sender]),
    engine: body.engine ?? 'chosen',
    ask: (engine, about) => engine.replyDraft({ thread, sender }, about),
    check: (result) => result,
  });
  if (!answer) throw new Error('A draft is never kept, so it is always made.');
  return { ...answer.value, engine: answer.engine, issues: answer.issues };
}
