import { useState } from 'react';
import { ApiError, call, messageOf } from '#web/api.ts';
import { keyOf, queryClient } from '#web/query.ts';
import { leadAiApi } from '../ai-contract.ts';
import { type LeadDetail, leadsApi } from '../contract.ts';

interface SummaryState {
  busy: boolean;
  /** Why the last try gave nothing; `builtin` when the built-in engine can answer instead. */
  failure: { message: string; builtin: boolean } | null;
  make: (engine?: 'builtin') => Promise<void>;
}

/** Makes the summary of a thread and shows it in the open lead. */
export function useSummary(threadId: string): SummaryState {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SummaryState['failure']>(null);

  async function make(engine?: 'builtin'): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await call(leadAiApi.endpoints.makeSummary, {
        params: { thread_id: threadId },
        body: engine ? { engine } : {},
      });
      queryClient.setQueryData<LeadDetail>(
        keyOf(leadsApi.endpoints.read, { params: { thread_id: threadId } }),
        (data) => (data ? { ...data, ai_summary: answer } : data),
      );
    } catch (error) {
      const builtin = error instanceof ApiError && error.code === 'ai_failed';
      setFailure({ message: messageOf(error, 'The summary was not made. Try again in a moment.'), builtin });
    } finally {
      setBusy(false);
    }
  }

  return { busy, failure, make };
}
