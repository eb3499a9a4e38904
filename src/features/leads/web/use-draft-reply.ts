import { call } from '#web/api.ts';
import { type Ai, useAi } from '#web/use-ai.ts';
import { leadAiApi, type ReplyDraftAnswer } from '../ai-contract.ts';

/** Drafts an answer to a thread's newest message. The person checks it; nothing is sent. */
export function useDraftReply(threadId: string): Ai<ReplyDraftAnswer> {
  return useAi(
    (engine) =>
      call(leadAiApi.endpoints.draftReply, {
        params: { thread_id: threadId },
        body: engine ? { engine } : {},
      }),
    'No draft was made. Try again in a moment.',
  );
}
