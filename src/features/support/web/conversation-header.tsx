import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { useCan, useMe } from '#web/session.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import type { Conversation } from '../conversation-contract.ts';
import { useConversationActions } from './change-conversation.ts';
import { ConversationFacts } from './conversation-facts.tsx';
import { visitorName } from './conversation-words.ts';
import { RemoveConversation } from './remove-conversation.tsx';

/** Who it is with, who has it, and what can be done about that. */
export function ConversationHeader({
  conversation,
  onBack,
}: {
  conversation: Conversation;
  onBack: () => void;
}) {
  const mayTalk = useCan('support.talk');
  return (
    <header className="border-b border-border px-4 py-3">
      <div className="flex items-center gap-x-2">
        <IconButton label="Back to the list" onClick={onBack} className="-ml-2 md:hidden">
          <ArrowLeft size={17} aria-hidden />
        </IconButton>
        <h2
          dir="auto"
          className="min-w-0 grow truncate text-left text-base font-semibold"
          title={visitorName(conversation)}
        >
          {visitorName(conversation)}
        </h2>
        {mayTalk ? <Actions conversation={conversation} onGone={onBack} /> : null}
      </div>
      <ConversationFacts conversation={conversation} />
    </header>
  );
}

function Actions({ conversation, onGone }: { conversation: Conversation; onGone: () => void }) {
  const { id, state, ownerId, owner } = conversation;
  const mayDelete = useCan('support.delete');
  const { user } = useMe();
  const { isBusy, takeOver, giveBack, close } = useConversationActions(id);
  const [asking, setAsking] = useState<'take' | 'remove' | null>(null);
  const isMine = state === 'person' && ownerId === user.id;
  const isOpen = state !== 'closed';
  return (
    <div className="flex shrink-0 items-center gap-1">
      {isOpen && !isMine ? (
        <Button
          look={state === 'waiting' ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={() => (state === 'person' ? setAsking('take') : takeOver(false))}
        >
          Take over
        </Button>
      ) : null}
      {isMine ? (
        <Button disabled={isBusy} onClick={() => giveBack('agent')}>
          Give back
        </Button>
      ) : null}
      {isOpen || mayDelete ? (
        <Menu
          trigger={
            <IconButton label="More about this conversation">
              <EllipsisVertical size={17} aria-hidden />
            </IconButton>
          }
        >
          {isMine ? <MenuItem onSelect={() => giveBack('waiting')}>Leave it to a colleague</MenuItem> : null}
          {isOpen && (isMine || state !== 'person') ? <MenuItem onSelect={close}>Close</MenuItem> : null}
          {mayDelete ? (
            <MenuItem onSelect={() => setAsking('remove')} className="text-danger-text">
              Delete
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
      <ConfirmDialog
        open={asking === 'take'}
        title={`Take over from ${owner ?? 'a colleague'}?`}
        text={`${owner ?? 'A colleague'} is answering this visitor. After that only you can write.`}
        action="Take over"
        look="primary"
        onConfirm={() => {
          setAsking(null);
          takeOver(true);
        }}
        onClose={() => setAsking(null)}
      />
      <RemoveConversation
        id={asking === 'remove' ? id : null}
        onClose={() => setAsking(null)}
        onGone={onGone}
      />
    </div>
  );
}
