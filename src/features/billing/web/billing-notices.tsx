import { useState } from 'react';
import type { BillingAccount, BillingRequest } from '#features/payments/contract.ts';
import { daysUntil, shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useCan, useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { BillingState, Subscription } from '../contract.ts';
import { KeepSubscription } from './end-subscription.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { useStripePages } from './use-pay.ts';

interface BillingNoticesProps {
  subscription: Subscription;
  totals: BillingState['totals'];
  account: BillingAccount;
  requests: readonly BillingRequest[];
}

/** The trial with its days, the setup fee that is still to be paid, what is overdue, and why an account is stopped. */
export function BillingNotices({ subscription, totals, account, requests }: BillingNoticesProps) {
  const zone = useZone();
  const now = useNow();
  const { status, trialEndsAt, setupFeeRequired, setupFeePaid } = subscription;
  const days = trialEndsAt && status === 'trial' ? daysUntil(trialEndsAt, now) : 0;
  const hasEnded = account.endsAt !== null && new Date(account.endsAt) <= now;
  const asked = requests.find((one) => one.kind === 'setup_fee' && one.state === 'open');
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {account.stateReason && (status === 'suspended' || status === 'cancelled') ? (
        <Notice tone="warning" boxed>
          <strong className="font-semibold">Why this subscription is {status}:</strong>{' '}
          <span dir="auto">{account.stateReason}</span>
        </Notice>
      ) : null}
      {account.endsAt ? (
        <Notice tone="warning" boxed action={hasEnded ? undefined : <KeepSubscription />}>
          <strong className="font-semibold">
            This subscription {hasEnded ? 'ended' : 'ends'} on {shortDate(account.endsAt, zone)}.
          </strong>{' '}
          {status === 'active' && account.stateReason ? `${account.stateReason} ` : null}
          {status === 'suspended'
            ? 'It is suspended until the operator lifts that, and nothing is charged any more.'
            : hasEnded
              ? 'You can read and export everything, but not change or send anything.'
              : 'Everything works until then. After that you can read and export everything, but not change or send anything.'}
        </Notice>
      ) : null}
      {account.overdue ? (
        <Notice tone="danger" boxed>
          <strong className="font-semibold">
            Payment overdue since {shortDate(account.overdue.since, zone)}.
          </strong>{' '}
          {account.overdue.problem}{' '}
          {status === 'trial'
            ? 'Changing, sending and AI are paused until it is paid.'
            : 'Nothing is switched off yet.'}
        </Notice>
      ) : null}
      {trialEndsAt &&
      days <= 0 &&
      account.paymentExpectedUntil &&
      new Date(account.paymentExpectedUntil) > now ? (
        <Notice tone="info" boxed>
          <strong className="font-semibold">Your first payment is under way.</strong> The free trial ended on{' '}
          {shortDate(trialEndsAt, zone)}. Everything goes on while the payment is made, until{' '}
          {shortDate(account.paymentExpectedUntil, zone)} at the latest.
        </Notice>
      ) : null}
      {trialEndsAt && days > 0 ? (
        <Notice tone="info" boxed>
          <strong className="font-semibold">
            Free trial: {days} {days === 1 ? 'day' : 'days'} remaining.
          </strong>{' '}
          It ends on {shortDate(trialEndsAt, zone)}. Nothing is charged until then.
        </Notice>
      ) : null}
      {setupFeeRequired && !setupFeePaid ? (
        <Notice tone="warning" boxed action={<PayFee account={account} isAsked={asked !== undefined} />}>
          <strong className="font-semibold">
            Setup fee of {money(totals.setupFee, 'AUD')} not yet paid.
          </strong>{' '}
          {asked
            ? `Asked for on ${shortDate(asked.createdAt, zone)}: the operator of this installation gets in touch.`
            : 'It is due once, when you continue after the trial.'}
        </Notice>
      ) : null}
    </div>
  );
}

function PayFee({ account, isAsked }: { account: BillingAccount; isAsked: boolean }) {
  const [asking, setAsking] = useState(false);
  const { checkout, isOpening } = useStripePages();
  const byCard = account.paysBy === 'stripe';
  if (!useCan('billing.manage') || (isAsked && !byCard)) return null;
  return (
    <>
      <Button
        busy={isOpening && 'Opening...'}
        onClick={() => (byCard ? checkout.mutate({ body: { purpose: 'setup_fee' } }) : setAsking(true))}
      >
        Pay Setup Fee
      </Button>
      {asking ? (
        <RequestDialog kind="setup_fee" title="Pay Setup Fee" onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
