import { useEffect } from 'react';
import { call } from '#web/api.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { type Conversation, conversationApi } from '../conversation-contract.ts';
import { ConversationComposer } from './conversation-composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { ConversationMessages } from './conversation-messages.tsx';

const { read, markRead } = conversationApi.endpoints;

/** One conversation with who has it, what was said, and where to answer. */
export function ConversationPane({ id, onBack }: { id: string; onBack: () => void }) {
  const found = useEndpoint(read, { params: { conversationId: id } });
  const mayTalk = useCan('support.talk');
  useMarkRead(found.data ?? null, mayTalk);

  if (found.isPending)
    return (
      <Loading label="Loading the conversation" className="w-full space-y-4 p-5">
        <Skeleton className="w-2/5" />
        <Skeleton className="h-16 w-3/5 rounded-lg" />
        <Skeleton className="ml-auto h-16 w-3/5 rounded-lg" />
      </Loading>
    );
  if (!found.data)
    return (
      <div className="m-auto">
        <ErrorState
          title="The conversation could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      </div>
    );
  const conversation = found.data;
  return (
    <section aria-label="Conversation" className="flex min-h-0 w-full min-w-0 flex-col">
      <ConversationHeader conversation={conversation} onBack={onBack} />
      <ConversationMessages conversation={conversation} />
      {mayTalk && conversation.state !== 'closed' ? (
        <ConversationComposer conversation={conversation} />
      ) : null}
    </section>
  );
}

/** What is on the screen of somebody who may answer has been read, and the visitor sees that. */
function useMarkRead(conversation: Conversation | null, mayTalk: boolean): void {
  const unread = conversation?.isUnread === true && mayTalk;
  const id = conversation?.id ?? '';
  const seq = conversation?.lastSeq ?? 0;
  useEffect(() => {
    if (!unread) return undefined;
    const mark = (): void => {
      if (document.visibilityState !== 'visible') return;
      // One that fails leaves the conversation unread, and is made again with the next message.
      call(markRead, { params: { conversationId: id }, body: { seq } }).catch(() => undefined);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [unread, id, seq]);
}
