import { useState } from 'react';
import { operatorApi, type TenantBilling } from '#features/billing/operator-contract.ts';
import { cycleNames } from '#features/billing/subscription-names.ts';
import { type BillingRequest, noteLimit } from '#features/payments/contract.ts';
import { requestNames } from '#features/payments/money-names.ts';
import { call } from '#web/api.ts';
import { shortDate } from '#web/lib/dates.ts';
import { refresh } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Part } from '#web/ui/part.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { changedByOperator } from './use-operator.ts';

const { closeRequest } = operatorApi.endpoints;

/** What the tenant asked for and waits for; nothing when it waits for nothing. */
export function OpenRequests({ tenant }: { tenant: TenantBilling }) {
  const zone = useZone();
  const [closing, setClosing] = useState<BillingRequest | null>(null);
  if (tenant.openRequests.length === 0) return null;
  return (
    <Part title="Open requests">
      <ul className="space-y-2">
        {tenant.openRequests.map((request) => (
          <li key={request.id} className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="font-medium">
                {requestNames[request.kind]}
                {request.billingCycle ? `: ${cycleNames[request.billingCycle].toLowerCase()}` : ''}
              </p>
              {request.note ? (
                <p dir="auto" className="text-left break-words">
                  {request.note}
                </p>
              ) : null}
              <p className="text-sm text-muted">{shortDate(request.createdAt, zone)}</p>
            </div>
            <Button onClick={() => setClosing(request)}>Answer</Button>
          </li>
        ))}
      </ul>
      {closing ? (
        <ReasonDialog
          title="Answer the request"
          text={requestNames[closing.kind]}
          label="Answer"
          hint="The tenant's owner reads it under Billing"
          action="Close the request"
          busy="Closing..."
          least={1}
          most={noteLimit}
          tooShort="Write what was done, or why not."
          onConfirm={async (answer) => {
            await call(closeRequest, {
              params: { organizationId: tenant.organization.id, requestId: closing.id },
              body: { answer },
            });
            toast({ title: 'Request closed' });
            await refresh(changedByOperator);
          }}
          onClose={() => setClosing(null)}
        />
      ) : null}
    </Part>
  );
}
