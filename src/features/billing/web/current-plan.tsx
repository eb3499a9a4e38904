import type { ReactNode } from 'react';
import type { BillingAccount } from '#features/payments/contract.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { BillingState, Subscription } from '../contract.ts';
import { cycleNames, planNames, statusNames, statusTone } from '../subscription-names.ts';
import { ComingTotals } from './coming-totals.tsx';

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 py-2 ${strong ? 'font-semibold' : ''}`}>
      <dt className={strong ? '' : 'text-muted'}>{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}

interface CurrentPlanProps {
  subscription: Subscription;
  account: BillingAccount;
}

export function CurrentPlan({ subscription, account }: CurrentPlanProps) {
  const zone = useZone();
  const now = useNow();
  const { plan, status, billingCycle, currentPeriodEnd } = subscription;
  const over = currentPeriodEnd !== null && new Date(currentPeriodEnd) <= now;
  const { paymentExpectedUntil } = account;
  const underWay = paymentExpectedUntil !== null && new Date(paymentExpectedUntil) > now;
  // The payment for the next period takes an hour, or days from a bank account.
  const renews = account.paysByItself && !account.overdue;
  const endName =
    status === 'trial'
      ? over
        ? 'Trial ended'
        : 'Trial ends'
      : over
        ? renews
          ? 'Renewing since'
          : 'Period ended'
        : account.endsAt
          ? 'Ends'
          : 'Next billing';
  return (
    <section className="panel px-5 pt-3.5 pb-3" aria-labelledby="current-plan">
      <div className="flex items-center justify-between gap-3">
        <h2 id="current-plan" className="font-semibold">
          Current Plan
        </h2>
        {account.overdue ? (
          <Badge tone="danger">Overdue</Badge>
        ) : (
          <Badge tone={status === 'trial' && over && !underWay ? 'warning' : statusTone(subscription)}>
            {status === 'trial' && over
              ? underWay
                ? 'Payment under way'
                : 'Trial ended'
              : statusNames[status]}
          </Badge>
        )}
      </div>
      <dl className="mt-2 divide-y divide-border">
        <Line label="Plan">{planNames[plan]}</Line>
        <Line label="Billing cycle">
          {cycleNames[billingCycle]}
          {account.nextBillingCycle ? (
            <span className="block text-sm text-muted">
              {cycleNames[account.nextBillingCycle]} from the next period
            </span>
          ) : null}
        </Line>
        <Line label={endName}>{currentPeriodEnd ? shortDate(currentPeriodEnd, zone) : 'Not set'}</Line>
      </dl>
    </section>
  );
}

interface BillingSummaryProps extends CurrentPlanProps {
  billing: Pick<BillingState, 'modules' | 'totals'>;
}

/** What the modules that run now cost, and from when that is another sum. */
export function BillingSummary({ billing, subscription, account }: BillingSummaryProps) {
  const yearly = subscription.billingCycle === 'yearly';
  const { totals, modules } = billing;
  const { saving } = totals;
  return (
    <section className="panel px-5 pt-3.5 pb-3" aria-labelledby="billing-summary">
      <h2 id="billing-summary" className="font-semibold">
        Billing Summary
      </h2>
      <dl className="mt-2 divide-y divide-border">
        <Line label="Modules per month">{money(totals.listMonthly, 'USD')}</Line>
        {Number(saving) > 0 ? <Line label="Pro Package saving">−{money(saving, 'USD')}</Line> : null}
        <Line label="Total per month" strong>
          {money(totals.monthly, 'USD')}
        </Line>
        {yearly ? <Line label="Billed per year">{money(Number(totals.monthly) * 12, 'USD')}</Line> : null}
        {subscription.setupFeeRequired ? (
          <Line label="Setup fee, once">
            {money(totals.setupFee, 'AUD')}
            <span className="block text-sm font-normal text-muted">
              {subscription.setupFeePaid ? 'Paid' : 'Not yet paid'}
            </span>
          </Line>
        ) : null}
      </dl>
      <ComingTotals
        running={modules.filter((one) => one.isActive).map((one) => one.moduleType)}
        ending={account.endingModules}
        className="pb-2 text-sm text-muted"
      />
    </section>
  );
}
