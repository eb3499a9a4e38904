import { type CorrespondenceItem, mailApi } from '#features/mail/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { MailState } from '#web/ui/mail-state.tsx';
import { type Delivery, leadConversationApi } from '../conversation-contract.ts';
import { takeBack } from './send-reply.ts';

const { sendAgain, deliveries } = leadConversationApi.endpoints;

async function again(threadId: string, id: string, confirmed: boolean): Promise<void> {
  try {
    await call(sendAgain, { params: { thread_id: threadId, id }, body: { confirmed } });
    await refresh([deliveries, mailApi.endpoints.correspondence]);
  } catch (error) {
    toast({
      title: 'The mail was not sent',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  }
}

interface DeliveryLineProps {
  threadId: string;
  item: CorrespondenceItem;
  delivery: Delivery;
}

/** Where one of our mails is, why, and what can be done. A mail that was sent says nothing. */
export function DeliveryLine({ threadId, item, delivery }: DeliveryLineProps) {
  const { state, reason, mayUndo, maySendAgain } = delivery;
  const mayWrite = useCan('leads.write');
  if (state === 'sent') return null;
  return (
    <MailState
      className="mt-0.5 text-right *:ml-auto"
      state={state}
      reason={reason}
      onTakeBack={mayUndo && mayWrite ? () => void takeBack(threadId, item.id) : null}
      onSendAgain={maySendAgain && mayWrite ? (confirmed) => again(threadId, item.id, confirmed) : null}
    />
  );
}
