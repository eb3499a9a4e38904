import { Ellipsis } from 'lucide-react';
import { useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { leadConversationApi } from '../conversation-contract.ts';
import { leadName } from '../format.ts';
import { movedEndpoints, moveToast } from './move-toast.ts';
import { useOpenLead } from './use-open-lead.ts';

/** What can be done with one message: it can become a lead of its own. */
export function MessageMenu({ threadId, messageId }: { threadId: string; messageId: string }) {
  const openLead = useOpenLead();
  const split = useAction(leadConversationApi.endpoints.split, {
    refreshes: movedEndpoints,
    onSuccess: ({ lead, undo_id: undoId }) => {
      openLead(lead.thread_id);
      moveToast('Moved to its own lead', leadName(lead), undoId, openLead);
    },
    onError: (error) =>
      toast({ title: 'The message was not moved', description: error.message, tone: 'danger' }),
  });
  return (
    <Menu
      trigger={
        <IconButton label="More about this message" className="-my-2 size-8" disabled={split.isPending}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        onSelect={() => split.mutate({ params: { thread_id: threadId }, body: { messageIds: [messageId] } })}
      >
        Move to its own lead
      </MenuItem>
    </Menu>
  );
}
