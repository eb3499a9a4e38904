import { useState } from 'react';
import { ApiError, call, messageOf } from '#web/api.ts';
import { leadAiApi, type ReplyDraftAnswer } from '../ai-contract.ts';

interface DraftReplyState {
  busy: boolean;
  /** Why the last try gave nothing; `builtin` when the built-in engine can draft instead. */
  failure: { message: string; builtin: boolean } | null;
  /** The draft, or null when there is none and `failure` says why. */
  draft: (engine?: 'builtin') => Promise<ReplyDraftAnswer | null>;
}

/** Drafts an answer to a thread's newest message. The person checks it; nothing is sent. */
export function useDraftReply(threadId: string): DraftReplyState {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<DraftReplyState['failure']>(null);

  async function draft(engine?: 'builtin'): Promise<ReplyDraftAnswer | null> {
    setBusy(true);
    setFailure(null);
    try {
      return await call(leadAiApi.endpoints.draftReply, {
        params: { thread_id: threadId },
        body: engine ? { engine } : {},
      });
    } catch (error) {
      const builtin = error instanceof ApiError && error.code === 'ai_failed';
      setFailure({ message: messageOf(error, 'No draft was made. Try again in a moment.'), builtin });
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { busy, failure, draft };
}
