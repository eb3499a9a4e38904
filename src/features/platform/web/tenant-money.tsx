import type { TenantBilling } from '#features/billing/operator-contract.ts';
import type { Invoice } from '#features/payments/contract.ts';
import { invoiceStates, methodNames, purposeNames, reversalNames } from '#features/payments/money-names.ts';
import { setupFeeCents } from '#shared/modules.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Fact, Part } from '#web/ui/part.tsx';

/** Fee, payments and invoices of a tenant, newest first. */
export function TenantMoney({ tenant }: { tenant: TenantBilling }) {
  const zone = useZone();
  const { subscription } = tenant.billing;
  return (
    <>
      <Part title="Setup fee">
        <dl>
          <Fact label={money(setupFeeCents / 100, 'AUD')}>
            {!subscription?.setupFeeRequired ? (
              <Badge>Not required</Badge>
            ) : subscription.setupFeePaid ? (
              <Badge tone="success">Paid</Badge>
            ) : (
              <Badge tone="warning">Not paid</Badge>
            )}
          </Fact>
        </dl>
      </Part>
      <Part title="Payments">
        {tenant.payments.length === 0 ? (
          <p className="text-muted">No payment has been recorded.</p>
        ) : (
          <ul className="divide-y divide-border">
            {tenant.payments.map((one) => (
              <li key={one.id} className="flex items-baseline justify-between gap-4 py-1.5">
                <div className="min-w-0">
                  <p>
                    {purposeNames[one.purpose]}
                    {one.paidUntil ? ` until ${shortDate(one.paidUntil, zone)}` : ''}
                  </p>
                  <p dir="auto" className="text-left text-sm break-words text-muted">
                    {[shortDate(one.receivedAt, zone), methodNames[one.method], one.note]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  <Reversals of={tenant.invoices.find(({ id }) => id === one.invoiceId)} />
                </div>
                <span className="figures shrink-0">{money(one.amountCents / 100, one.currency)}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Invoices">
        {tenant.invoices.length === 0 ? (
          <p className="text-muted">No invoice has been issued.</p>
        ) : (
          <ul className="divide-y divide-border">
            {tenant.invoices.map((one) => (
              <li key={one.id} className="flex items-center justify-between gap-4 py-1.5">
                <div className="min-w-0">
                  <p className="figures">{one.number}</p>
                  <p className="text-sm text-muted">
                    {purposeNames[one.purpose]} · {shortDate(one.issuedAt, zone)}
                  </p>
                  <Reversals of={one} />
                </div>
                <span className="flex shrink-0 items-center gap-3">
                  <Badge tone={invoiceStates[one.state].tone}>{invoiceStates[one.state].name}</Badge>
                  <span className="figures">{money(one.totalCents / 100, one.currency)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
    </>
  );
}

/** What went back of a payment, or what a bank asks back. */
function Reversals({ of: invoice }: { of: Invoice | undefined }) {
  const zone = useZone();
  return invoice?.reversals.map((one) => (
    <p
      key={`${one.kind} ${one.at} ${one.amountCents}`}
      className="flex flex-wrap items-center gap-x-2 text-sm"
    >
      <Badge tone={reversalNames[one.state].tone}>{reversalNames[one.state].name}</Badge>
      <span className="text-muted">
        {[
          money(one.amountCents / 100, one.currency),
          shortDate(one.at, zone),
          one.reason.replaceAll('_', ' '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  ));
}
