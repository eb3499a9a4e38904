import { useState } from 'react';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type CannedReply, conversationApi } from '../conversation-contract.ts';
import { CannedDialog } from './canned-dialog.tsx';

/** Replies that the team keeps ready, for the composer of a conversation. */
export function CannedSection() {
  const found = useEndpoint(conversationApi.endpoints.listCanned);
  const mayTalk = useCan('support.talk');
  /** The reply that is being changed, or a new one. */
  const [editing, setEditing] = useState<CannedReply | 'new' | null>(null);
  const add = (
    <Button onClick={() => setEditing('new')} disabled={!found.data}>
      Add reply
    </Button>
  );
  return (
    <Section
      title="Replies kept ready"
      text="Texts that your team uses again and again when it answers visitors."
      action={mayTalk && found.data && found.data.length > 0 ? add : null}
    >
      {found.isPending ? (
        <Loading label="Loading the replies" className="space-y-3 p-5">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-2/3" />
        </Loading>
      ) : !found.data ? (
        <ErrorState
          title="The replies could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : found.data.length === 0 ? (
        <EmptyState
          compact
          title="No replies kept ready"
          text={
            <p>Opening hours, how to get there, thanks for waiting: written once, used with two clicks.</p>
          }
          actions={mayTalk ? add : null}
        />
      ) : (
        <ul className="divide-y divide-border">
          {found.data.map((reply) => (
            <li key={reply.id} className="flex items-start gap-4 px-5 py-3">
              <div className="min-w-0 grow">
                <p dir="auto" className="truncate font-medium" title={reply.title}>
                  {reply.title}
                </p>
                <p dir="auto" className="line-clamp-2 text-sm break-words text-muted">
                  {reply.text}
                </p>
              </div>
              {mayTalk ? (
                <Button look="quiet" aria-label={`Change “${reply.title}”`} onClick={() => setEditing(reply)}>
                  Change
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {editing ? (
        <CannedDialog reply={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </Section>
  );
}
