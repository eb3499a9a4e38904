import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { id, text } from '#shared/text.ts';
import { aiSummary } from './contract.ts';

const threadParam = z.strictObject({ thread_id: id });
/** Without `engine` the organization's choice answers. */
const engineChoice = z.strictObject({ engine: z.literal('builtin').optional() });
const perUser = { calls: 60, seconds: 600, per: 'user' } as const;

const replyDraft = z.strictObject({
  subject: text(300),
  content: text(20_000),
  engine: text(300),
  issues: z.array(text(500)).max(20),
});
export type ReplyDraftAnswer = z.infer<typeof replyDraft>;

export const leadAiApi = defineApi({
  module: 'leads_manager',
  endpoints: {
    readSummary: endpoint({
      method: 'GET',
      path: '/api/leads/:thread_id/ai-summary',
      summary: 'The stored summary of a thread; null where none was made',
      access: 'leads.read',
      ids: { thread_id: 'leads' },
      effects: [],
      params: threadParam,
      output: aiSummary.nullable(),
    }),
    makeSummary: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/ai-summary',
      summary: 'Summarise a thread; the same thread again gives the stored summary',
      access: 'leads.write',
      ids: { thread_id: 'leads' },
      effects: ['ai'],
      idempotent: true,
      rate: perUser,
      params: threadParam,
      body: engineChoice,
      output: aiSummary,
    }),
    draftReply: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/draft-reply',
      summary: 'Draft an answer to the newest message; nothing is sent',
      access: 'leads.write',
      ids: { thread_id: 'leads' },
      effects: ['ai'],
      idempotent: true,
      rate: perUser,
      params: threadParam,
      body: engineChoice,
      output: replyDraft,
    }),
  },
});
