import { comingTotals } from '#features/billing/coming-totals.ts';
import type { SubscriptionStatus } from '#features/billing/contract.ts';
import { operatorApi, type TenantBilling } from '#features/billing/operator-contract.ts';
import { cycleNames, planNames } from '#features/billing/subscription-names.ts';
import { billingCycle } from '#features/payments/contract.ts';
import { decimal, modules, moduleTypes, plan } from '#shared/modules.ts';
import { shortDate, shortDateTime } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Fact, Part } from '#web/ui/part.tsx';
import { OpenRequests } from './open-requests.tsx';
import { useOperator } from './use-operator.ts';

const { changePlan, changeCycle, addModule, removeModule } = operatorApi.endpoints;

/** What the tenant agreed: plan, cycle and modules, each changed in place. */
export function TenantAccount({ tenant }: { tenant: TenantBilling }) {
  const zone = useZone();
  const { subscription } = tenant.billing;
  const params = { organizationId: tenant.organization.id };
  const setPlan = useOperator(changePlan, 'Plan changed');
  const setCycle = useOperator(changeCycle, 'Billing cycle changed');
  const next = tenant.nextBillingCycle;
  return (
    <>
      {tenant.stateReason ? (
        <Notice tone="warning">
          <span dir="auto">Reason given: {tenant.stateReason}</span>
        </Notice>
      ) : null}
      {tenant.overdue ? (
        <Notice tone="danger">
          Payment overdue since {shortDate(tenant.overdue.since, zone)}. {tenant.overdue.problem}
        </Notice>
      ) : null}
      {tenant.stripe?.problemSince ? (
        <Notice tone="danger">
          {`Stripe could not be told what to charge since ${shortDateTime(tenant.stripe.problemSince, zone)}. It is tried again every minute. Until then it may charge what was agreed before.`}
        </Notice>
      ) : null}
      {tenant.endsAt ? (
        <Notice tone="info">{`An owner ended the subscription: it works until ${shortDate(tenant.endsAt, zone)}.`}</Notice>
      ) : null}
      <OpenRequests tenant={tenant} />
      <Part title="Subscription">
        {subscription ? (
          <>
            <div className="mb-2 grid grid-cols-2 gap-3">
              <SelectField
                label="Plan"
                value={subscription.plan}
                disabled={setPlan.isPending}
                options={plan.options.map((value) => ({ value, label: planNames[value] }))}
                onChange={(event) =>
                  setPlan.mutate({ params, body: { plan: plan.parse(event.target.value) } })
                }
              />
              <SelectField
                label="Billing cycle"
                value={next ?? subscription.billingCycle}
                hint={next ? 'From the next period on' : undefined}
                disabled={setCycle.isPending}
                options={billingCycle.options.map((value) => ({ value, label: cycleNames[value] }))}
                onChange={(event) =>
                  setCycle.mutate({ params, body: { billingCycle: billingCycle.parse(event.target.value) } })
                }
              />
            </div>
            <dl>
              <Fact label="Customer since">{shortDate(tenant.organization.createdAt, zone)}</Fact>
              {subscription.trialEndsAt ? (
                <Fact label="Trial ends">{shortDate(subscription.trialEndsAt, zone)}</Fact>
              ) : null}
              <Fact label="Paid or free until">
                {subscription.currentPeriodEnd ? shortDate(subscription.currentPeriodEnd, zone) : 'Not set'}
              </Fact>
              {tenant.stripe ? (
                <Fact label="Charged by card">{chargedByCard(tenant.stripe, subscription.status)}</Fact>
              ) : null}
              <Fact label="Monthly total">{money(tenant.billing.totals.monthly, 'USD')}</Fact>
              <Fact label="Next period">{money(tenant.nextPeriodCents / 100, 'USD')}</Fact>
            </dl>
            {comingTotals(
              tenant.billing.modules.filter((one) => one.isActive).map((one) => one.moduleType),
              tenant.endingModules,
            ).map(({ at, monthlyCents }) => (
              <p key={at} className="figures text-muted">
                {`From ${shortDate(at, zone)}: ${money(monthlyCents / 100, 'USD')} per month`}
              </p>
            ))}
          </>
        ) : (
          <p className="text-muted">This tenant has no subscription.</p>
        )}
      </Part>
      <Modules tenant={tenant} />
    </>
  );
}

function chargedByCard(
  { isPaused }: NonNullable<TenantBilling['stripe']>,
  status: SubscriptionStatus,
): string {
  if (isPaused) return 'Paused at Stripe';
  return status === 'suspended' ? 'Is being paused at Stripe' : 'By Stripe';
}

function Modules({ tenant }: { tenant: TenantBilling }) {
  const zone = useZone();
  const params = { organizationId: tenant.organization.id };
  const add = useOperator(addModule, 'Module switched on');
  const remove = useOperator(removeModule, 'Module ends with the period');
  const busy = add.isPending || remove.isPending;
  return (
    <Part title="Modules">
      <ul className="divide-y divide-border rounded-md border border-border">
        {moduleTypes.map((key) => {
          const isOn = tenant.billing.modules.some((one) => one.moduleType === key && one.isActive);
          const ends = tenant.endingModules.find((one) => one.moduleType === key);
          return (
            <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
              <span className="min-w-0 grow basis-40">
                {modules[key].name}
                <span className="figures block text-sm text-muted">
                  {money(decimal(modules[key].priceCents), 'USD')}
                  {ends ? `, ends ${shortDate(ends.endsAt, zone)}` : ''}
                </span>
              </span>
              {ends ? (
                <Badge tone="warning">Ending</Badge>
              ) : (
                <Badge tone={isOn ? 'success' : 'outline'}>{isOn ? 'On' : 'Off'}</Badge>
              )}
              {isOn && !ends ? (
                <Button
                  look="danger-quiet"
                  disabled={busy}
                  aria-label={`End ${modules[key].name}`}
                  onClick={() => remove.mutate({ params: { ...params, moduleType: key } })}
                >
                  End
                </Button>
              ) : (
                <Button
                  look="quiet"
                  disabled={busy}
                  aria-label={`${ends ? 'Keep' : 'Switch on'} ${modules[key].name}`}
                  onClick={() => add.mutate({ params, body: { moduleType: key } })}
                >
                  {ends ? 'Keep' : 'Switch on'}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
