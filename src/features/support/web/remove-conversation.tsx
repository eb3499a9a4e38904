import { useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { conversationApi } from '../conversation-contract.ts';
import { conversationQueries } from './conversation-queries.ts';

interface RemoveConversationProps {
  /** Null while nobody has asked for it. */
  id: string | null;
  onClose: () => void;
  onGone: () => void;
}

/** Deletes a conversation after a question. */
export function RemoveConversation({ id, onClose, onGone }: RemoveConversationProps) {
  const { list, counts } = conversationApi.endpoints;
  const remove = useAction(conversationApi.endpoints.remove, {
    // The conversation itself is not read again: it is not there any more.
    refreshes: conversationQueries.filter((one) => one === list || one === counts),
    onSuccess: () => {
      onClose();
      onGone();
    },
    onError: (error) => {
      onClose();
      toast({ title: 'The conversation was not deleted', description: error.message, tone: 'danger' });
    },
  });
  return (
    <ConfirmDialog
      open={id !== null}
      title="Delete this conversation?"
      text="Everything that was said in it, and its notes, are deleted for good. A lead that it has become stays."
      action="Delete"
      busy={remove.isPending && 'Deleting...'}
      onConfirm={() => (id === null ? undefined : remove.mutate({ params: { conversationId: id } }))}
      onClose={onClose}
    />
  );
}
