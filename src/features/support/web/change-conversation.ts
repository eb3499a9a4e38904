import { call, messageOf } from '#web/api.ts';
import { keyOf, queryClient, refresh, useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { type Conversation, conversationApi } from '../conversation-contract.ts';
import { conversationQueries } from './conversation-queries.ts';

const { read, takeOver, giveBack, close, sendAgain } = conversationApi.endpoints;

/** What can be done with who has a conversation. Each shows at once how it stands then, or says why it does not. */
export function useConversationActions(conversationId: string) {
  const options = (title: string) => ({
    refreshes: conversationQueries,
    onSuccess: (answer: Conversation) =>
      queryClient.setQueryData<Conversation>(keyOf(read, { params: { conversationId } }), answer),
    onError: (error: Error) => toast({ title, description: error.message, tone: 'danger' }),
  });
  const takes = useAction(takeOver, options('The conversation was not taken over'));
  const gives = useAction(giveBack, options('The conversation was not given back'));
  const closes = useAction(close, options('The conversation was not closed'));
  const params = { conversationId };
  return {
    isBusy: takes.isPending || gives.isPending || closes.isPending,
    takeOver: (fromPerson: boolean) => takes.mutate({ params, body: { fromPerson } }),
    giveBack: (to: 'agent' | 'waiting') => gives.mutate({ params, body: { to } }),
    close: () => closes.mutate({ params }),
  };
}

/** Sends the email again that holds the answers up to a message. */
export async function sendAnswerAgain(
  conversationId: string,
  seq: number,
  confirmed: boolean,
): Promise<void> {
  try {
    await call(sendAgain, { params: { conversationId, seq: String(seq) }, body: { confirmed } });
  } catch (error) {
    toast({
      title: 'The email was not sent',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  }
  await refresh(conversationQueries);
}
