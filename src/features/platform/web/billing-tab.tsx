import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type BillingOverview, operatorApi } from '#features/billing/operator-contract.ts';
import { requestNames } from '#features/payments/money-names.ts';
import { setupFeeCents, trialDays } from '#shared/modules.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { platformSettingsApi } from '../settings-contract.ts';
import { MonthBars } from './month-bars.tsx';
import { readAgainMs } from './use-tenants.ts';

/** Where the money comes from and what waits for the operator; above it, without a payment system, what the specification says of that. */
export function BillingTab() {
  const found = useEndpoint(operatorApi.endpoints.overview, {}, { refetchInterval: readAgainMs });
  const settings = useEndpoint(platformSettingsApi.endpoints.read);
  return (
    <>
      {settings.data?.state.stripe.configured === false ? (
        <div className="mb-6">
          <p className="font-medium">Billing analytics coming soon...</p>
          <p className="max-w-[68ch] text-muted">
            Integration with external billing system required. Until then payments are recorded by hand, at
            each tenant, and these figures are of those.
          </p>
        </div>
      ) : null}
      {found.data ? (
        <Overview data={found.data} />
      ) : found.error ? (
        <ErrorState
          title="The billing overview could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading the billing overview" className="space-y-4">
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
        </Loading>
      )}
    </>
  );
}

function Overview({ data }: { data: BillingOverview }) {
  const zone = useZone();
  return (
    <>
      <Section
        title="Monthly recurring revenue"
        text="What active subscriptions bring in, at the end of each month."
      >
        {data.mrr.some((one) => one.cents > 0) ? (
          <MonthBars months={data.mrr} />
        ) : (
          <EmptyState
            compact
            title="No revenue yet"
            text="It begins with the first payment that is recorded."
          />
        )}
      </Section>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 lg:grid-cols-2">
        <List title="Failed payments" none="No payment has failed.">
          {data.failedPayments.map((one) => (
            <Line
              key={one.organization.id}
              organization={one.organization}
              text={one.problem}
              detail={`since ${shortDate(one.since, zone)}`}
              amount={money(one.monthlyCents / 100, 'USD')}
            />
          ))}
        </List>
        <List title="Open requests" none="Nobody waits for an answer.">
          {data.openRequests.map(({ organization, request }) => (
            <Line
              key={request.id}
              organization={organization}
              text={requestNames[request.kind]}
              detail={`asked ${shortDate(request.createdAt, zone)}`}
            />
          ))}
        </List>
        <List title="Trials ending" none={`No trial ends in the next ${trialDays} days.`}>
          {data.trialsEnding.map((one) => (
            <Line
              key={one.organization.id}
              organization={one.organization}
              text={`Trial ends ${shortDate(one.trialEndsAt, zone)}`}
              amount={money(one.monthlyCents / 100, 'USD')}
            />
          ))}
        </List>
        <List title="Unpaid setup fees" none="Every setup fee is paid.">
          {data.unpaidSetupFees.map((one) => (
            <Line
              key={one.organization.id}
              organization={one.organization}
              text={`Waiting since ${shortDate(one.since, zone)}`}
              amount={money(setupFeeCents / 100, 'AUD')}
            />
          ))}
        </List>
      </div>
    </>
  );
}

function List({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <Section title={children.length === 0 ? title : `${title} (${children.length})`}>
      {children.length === 0 ? (
        <p className="px-5 py-4 text-muted">{none}</p>
      ) : (
        <ul className="max-h-96 divide-y divide-border overflow-y-auto">{children}</ul>
      )}
    </Section>
  );
}

interface LineProps {
  organization: { id: string; name: string };
  text: string;
  detail?: string;
  amount?: string;
}

function Line({ organization, text, detail, amount }: LineProps) {
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-2.5">
      <div className="min-w-0">
        <Link
          to="."
          search={(before: Record<string, string>) => ({ ...before, tenant: organization.id })}
          state={{ fromList: true }}
          resetScroll={false}
          dir="auto"
          title={organization.name}
          className="block truncate text-left font-medium hover:underline"
        >
          {organization.name}
        </Link>
        <p dir="auto" className="truncate text-left text-sm text-muted" title={text}>
          {text}
          {detail ? ` · ${detail}` : ''}
        </p>
      </div>
      {amount ? <span className="figures shrink-0 text-muted">{amount}</span> : null}
    </li>
  );
}
