import type { ReactNode } from 'react';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { BillingState, Subscription } from '../contract.ts';
import { cycleNames, planNames, statusNames, statusTone } from '../subscription-names.ts';

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 py-2 ${strong ? 'font-semibold' : ''}`}>
      <dt className={strong ? '' : 'text-muted'}>{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}

export function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const zone = useZone();
  const now = useNow();
  const { plan, status, billingCycle, currentPeriodEnd } = subscription;
  const over = currentPeriodEnd !== null && new Date(currentPeriodEnd) <= now;
  const endName =
    status === 'trial' ? (over ? 'Trial ended' : 'Trial ends') : over ? 'Period ended' : 'Next billing';
  return (
    <section className="panel p-5" aria-labelledby="current-plan">
      <div className="flex items-center justify-between gap-3">
        <h2 id="current-plan" className="font-semibold">
          Current Plan
        </h2>
        <Badge tone={status === 'trial' && over ? 'warning' : statusTone(subscription)}>
          {status === 'trial' && over ? 'Trial ended' : statusNames[status]}
        </Badge>
      </div>
      <dl className="mt-2 divide-y divide-border">
        <Line label="Plan">{planNames[plan]}</Line>
        <Line label="Billing cycle">{cycleNames[billingCycle]}</Line>
        <Line label={endName}>{currentPeriodEnd ? shortDate(currentPeriodEnd, zone) : 'Not set'}</Line>
      </dl>
    </section>
  );
}

export function BillingSummary({
  subscription,
  totals,
}: {
  subscription: Subscription;
  totals: BillingState['totals'];
}) {
  const yearly = subscription.billingCycle === 'yearly';
  const { saving } = totals;
  return (
    <section className="panel p-5" aria-labelledby="billing-summary">
      <h2 id="billing-summary" className="font-semibold">
        Billing Summary
      </h2>
      <dl className="mt-2 divide-y divide-border">
        <Line label="Modules">{money(totals.listMonthly, 'USD')}</Line>
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
    </section>
  );
}
