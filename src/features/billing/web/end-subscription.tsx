import { CircleStop } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type BillingAccount, paymentsApi } from '#features/payments/contract.ts';
import { call } from '#web/api.ts';
import { shortDate } from '#web/lib/dates.ts';
import { refresh, useAction } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { me, PasswordDialog } from '#web/shell/feature-calls.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { billingApi, type Subscription } from '../contract.ts';

const { end, keep, account: readAccount } = paymentsApi.endpoints;
const changed = [readAccount, billingApi.endpoints.read, me];

interface EndSubscriptionProps {
  subscription: Subscription;
  account: BillingAccount;
}

/** For owners: ends the subscription with its period, after the password. */
export function EndSubscription({ subscription, account }: EndSubscriptionProps) {
  const [asking, setAsking] = useState(false);
  const zone = useZone();
  const now = useNow();
  const { status, currentPeriodEnd } = subscription;
  if (account.endsAt !== null || status === 'cancelled') return null;
  const runs = currentPeriodEnd !== null && new Date(currentPeriodEnd) > now;
  const when = runs ? `on ${shortDate(currentPeriodEnd, zone)}` : 'at once';
  const text =
    status === 'suspended'
      ? `It ends ${when}, and nothing is charged any more. Until the operator lifts the suspension, everyone can read and export everything, but not change or send anything. Nothing is deleted.`
      : `It ends ${when}${runs ? ' and works until then, and you can keep it until then' : ''}. After that everyone can read and export everything, but not change or send anything. Nothing is deleted.`;
  return (
    <>
      <Button look="danger-quiet" className="justify-start" onClick={() => setAsking(true)}>
        <CircleStop size={16} aria-hidden />
        End Subscription
      </Button>
      <Suspense fallback={null}>
        {asking ? (
          <PasswordDialog
            title="End the subscription?"
            text={text}
            action="End subscription"
            busy="Ending..."
            look="danger"
            onConfirm={async (currentPassword) => {
              await call(end, { body: { currentPassword } });
              setAsking(false);
              toast({ title: 'Subscription ended', description: `It ends ${when}.` });
              await refresh(changed);
            }}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Takes the end back; for owners. */
export function KeepSubscription() {
  const mayManage = useCan('billing.manage');
  const keeping = useAction(keep, {
    refreshes: changed,
    onSuccess: () => toast({ title: 'Subscription kept', description: 'It goes on as before.' }),
    onError: (error) =>
      toast({ title: 'The subscription was not kept', description: error.message, tone: 'danger' }),
  });
  if (!mayManage) return null;
  return (
    <Button busy={keeping.isPending && 'Keeping...'} onClick={() => keeping.mutate({})}>
      Keep Subscription
    </Button>
  );
}
