import { useState } from 'react';
import { liftReason, suppressionApi } from '#features/mail/suppression-contract.ts';
import { call } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { leadConversationApi, type ReplyPlan } from '../conversation-contract.ts';

const { list, lift } = suppressionApi.endpoints;

interface StoppedLineProps {
  stopped: ReplyPlan['stopped'];
  /** Addresses that the reply goes to. */
  to: readonly string[];
}

/** Says before the writing that no mail goes to a recipient, and lets the owner allow it again. */
export function StoppedLine({ stopped, to }: StoppedLineProps) {
  const mayLift = useCan('suppressions.lift');
  const [lifting, setLifting] = useState<ReplyPlan['stopped'][number] | null>(null);
  return (
    <>
      {stopped
        .filter(({ address }) => to.includes(address))
        .map((one) => (
          <p key={one.id} dir="auto" className="px-3.5 pb-2 text-sm break-words text-danger-text">
            No mail goes to {one.address}: {one.reason}{' '}
            {mayLift ? (
              <button type="button" className="link" onClick={() => setLifting(one)}>
                Allow again
              </button>
            ) : (
              'An owner can allow it again.'
            )}
          </p>
        ))}
      {lifting ? (
        <ReasonDialog
          {...liftReason(lifting.address)}
          onConfirm={async (reason) => {
            await call(lift, { params: { id: lifting.id }, body: { reason } });
            toast({ title: `Mail may go to ${lifting.address} again` });
            await refresh([list, leadConversationApi.endpoints.planReply]);
          }}
          onClose={() => setLifting(null)}
        />
      ) : null}
    </>
  );
}
