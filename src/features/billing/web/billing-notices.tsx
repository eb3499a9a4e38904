import { daysUntil, shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useZone } from '#web/session.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { BillingState, Subscription } from '../contract.ts';

interface BillingNoticesProps {
  subscription: Subscription;
  totals: BillingState['totals'];
}

/** The trial with its days, and the setup fee that is still to be paid. */
export function BillingNotices({ subscription, totals }: BillingNoticesProps) {
  const zone = useZone();
  const now = useNow();
  const { trialEndsAt, setupFeeRequired, setupFeePaid } = subscription;
  const days = trialEndsAt ? daysUntil(trialEndsAt, now) : 0;
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {trialEndsAt && days > 0 ? (
        <Notice tone="info" boxed>
          <strong className="font-semibold">
            Free trial: {days} {days === 1 ? 'day' : 'days'} remaining.
          </strong>{' '}
          It ends on {shortDate(trialEndsAt, zone)}. Nothing is charged until then.
        </Notice>
      ) : null}
      {setupFeeRequired && !setupFeePaid ? (
        <Notice tone="warning" boxed>
          <strong className="font-semibold">
            Setup fee of {money(totals.setupFee, 'AUD')} not yet paid.
          </strong>{' '}
          It is due once, when you continue after the trial. Write to whoever runs this installation to pay
          it; payment on this screen is still to come.
        </Notice>
      ) : null}
    </div>
  );
}
