import { call } from '#web/api.ts';
import { keyOf, queryClient } from '#web/query.ts';
import { type Ai, useAi } from '#web/use-ai.ts';
import { leadAiApi } from '../ai-contract.ts';
import { type LeadDetail, leadsApi } from '../contract.ts';

type Summary = NonNullable<LeadDetail['ai_summary']>;

/** Makes the summary of a thread and shows it in the open lead. */
export function useSummary(threadId: string): Ai<Summary> {
  return useAi(async (engine) => {
    const answer = await call(leadAiApi.endpoints.makeSummary, {
      params: { thread_id: threadId },
      body: engine ? { engine } : {},
    });
    queryClient.setQueryData<LeadDetail>(
      keyOf(leadsApi.endpoints.read, { params: { thread_id: threadId } }),
      (data) => (data ? { ...data, ai_summary: answer } : data),
    );
    return answer;
  }, 'The summary was not made. Try again in a moment.');
}
