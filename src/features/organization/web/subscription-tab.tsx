import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  cycleNames,
  planNames,
  statusNames,
  statusTone,
  trialState,
} from '#features/billing/subscription-names.ts';
import { modules } from '#shared/modules.ts';
import { shortDate } from '#web/lib/dates.ts';
import { useMe, useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Section } from '#web/ui/section.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Read only: what was agreed. Changes are made in billing. */
export function SubscriptionTab() {
  const me = useMe();
  const zone = useZone();
  const now = useNow();
  const subscription = me.subscription;
  const active = me.modules.filter((entry) => entry.isActive);

  return (
    <Section
      title="Subscription"
      action={
        <Link to="/tenant/billing" className="link">
          Go to billing
        </Link>
      }
    >
      {subscription ? (
        <dl className="divide-y divide-border">
          <Line label="Plan">{planNames[subscription.plan]}</Line>
          <Line label="Status">
            <Badge tone={statusTone(subscription)}>{statusNames[subscription.status]}</Badge>
          </Line>
          <Line label="Billing cycle">{cycleNames[subscription.billingCycle]}</Line>
          <Line label="Next billing">
            {subscription.currentPeriodEnd ? shortDate(subscription.currentPeriodEnd, zone) : 'Not set'}
          </Line>
          <Line label="Trial status">{trialState(subscription.trialEndsAt, now)}</Line>
          <Line label="Active modules">
            {active.length === 0 ? 'None' : active.map((entry) => modules[entry.moduleType].name).join(', ')}
          </Line>
        </dl>
      ) : (
        <EmptyState
          title="No Subscription Found"
          text="You don't have an active subscription. Please contact support."
        />
      )}
    </Section>
  );
}
