import { useState } from 'react';
import type { CorrespondenceItem } from '#features/mail/contract.ts';
import { mailApi } from '#features/mail/contract.ts';
import { useAction } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { cx } from '#web/ui/cx.ts';
import { type Delivery, leadConversationApi } from '../conversation-contract.ts';
import { takeBack } from './send-reply.ts';

const names: Record<Delivery['state'], string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  kept: 'In the outbox',
  held: 'Held',
  failed: 'Failed',
  unconfirmed: 'Not confirmed',
  bounced: 'Bounced',
};
const bad = new Set<Delivery['state']>(['held', 'failed', 'unconfirmed', 'bounced']);

interface DeliveryLineProps {
  threadId: string;
  item: CorrespondenceItem;
  delivery: Delivery;
}

/** Where one of our mails is, why, and what can be done. A mail that was sent says nothing. */
export function DeliveryLine({ threadId, item, delivery }: DeliveryLineProps) {
  const { state, reason, mayUndo, maySendAgain } = delivery;
  const mayWrite = useCan('leads.write');
  const [asking, setAsking] = useState(false);
  const { sendAgain, deliveries } = leadConversationApi.endpoints;
  const again = useAction(sendAgain, {
    refreshes: [deliveries, mailApi.endpoints.correspondence],
    onSuccess: () => setAsking(false),
    onError: (error) => {
      setAsking(false);
      toast({ title: 'The mail was not sent', description: error.message, tone: 'danger' });
    },
  });
  if (state === 'sent') return null;
  const send = (confirmed: boolean) =>
    again.mutate({ params: { thread_id: threadId, id: item.id }, body: { confirmed } });
  return (
    <div className="mt-0.5 text-right text-xs text-muted">
      <p className={cx(bad.has(state) && 'font-medium text-danger-text')}>{names[state]}</p>
      {bad.has(state) || state === 'kept' ? (
        <p className="ml-auto max-w-[56ch] break-words">{reason}</p>
      ) : null}
      {mayUndo && mayWrite ? (
        <button type="button" className="link text-sm" onClick={() => void takeBack(threadId, item.id)}>
          Take back
        </button>
      ) : null}
      {maySendAgain && mayWrite ? (
        <button
          type="button"
          className="link text-sm"
          disabled={again.isPending}
          onClick={() => (state === 'unconfirmed' ? setAsking(true) : send(false))}
        >
          {state === 'kept' ? 'Send now' : 'Send again'}
        </button>
      ) : null}
      <ConfirmDialog
        open={asking}
        title="Send this mail again?"
        text="It is not known whether it arrived. Sent again, it may arrive twice."
        action="Send again"
        busy={again.isPending && 'Sending...'}
        onConfirm={() => send(true)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
