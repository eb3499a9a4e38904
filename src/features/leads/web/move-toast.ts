import { mailApi } from '#features/mail/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { leadConversationApi } from '../conversation-contract.ts';
import { leadQueries } from './lead-queries.ts';

/** What a merge or a split changes on the screens. */
export const movedEndpoints = [
  ...leadQueries,
  mailApi.endpoints.correspondence,
  mailApi.endpoints.threads,
  leadConversationApi.endpoints.deliveries,
];

/** Says what was done, and undoes it when asked; `onUndone` gets the thread that is whole again. */
export function moveToast(
  title: string,
  description: string,
  undoId: string,
  onUndone: (threadId: string) => void,
): void {
  toast({
    title,
    description,
    durationMs: 10_000,
    action: {
      label: 'Undo',
      run: async () => {
        try {
          const lead = await call(leadConversationApi.endpoints.undoMove, { params: { id: undoId } });
          await refresh(movedEndpoints);
          onUndone(lead.thread_id);
        } catch (error) {
          toast({
            title: 'This was not undone',
            description: messageOf(error, 'Try again in a moment.'),
            tone: 'danger',
          });
        }
      },
    },
  });
}
